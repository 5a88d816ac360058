/* The panels, one function each. Its arguments are what it shows and what it may change. */
#ifndef RB_VIEWER_PANELS_PANELS_H
#define RB_VIEWER_PANELS_PANELS_H

#include <stdio.h>

#include "app/lesson/lesson.h"
#include "app/session/messages.h"
#include "app/session/session.h"
#include "app/session/studies.h"
#include "app/workshop/workshop.h"
#include "viewer/panels/ui.h"
#include "viewer/platform/graphics.h"
#include "viewer/plots/plots.h"
#include "viewer/world/thumbnails.h"
#include "viewer/world/world.h"

/* What the view section of the left panel changes. */
typedef struct rb_look {
    rb_world_style *style;
    bool *theory;     /* in the plots */
    bool *follow;     /* the camera follows the body */
    double text_size; /* current value; changed by an action */
} rb_look;

/* What the page of scenes shows. */
typedef struct rb_scene_list {
    const rb_library *library;
    const rb_thumbnails *thumbnails;
    const char *open_now; /* id */
} rb_scene_list;

void rb_top_draw(rb_ui *ui, rb_session *session);
void rb_small_bars_draw(const rb_ui *ui, rb_session *session); /* instead, on a small screen */
/* In presenter mode: time, and the menu. */
void rb_small_presenter_draw(const rb_ui *ui, rb_session *session);
#define RB_PACE_WIDEST "(0.00888×)" /* widest text beside the speed; then comes the time */
/* The text beside the speed: the achieved speed, "paused" or "filming". */
const char *rb_top_pace(const rb_ui *ui, const rb_session *session, char *text, size_t size);
void rb_params_draw(rb_ui *ui, rb_session *session, const rb_look *look);
void rb_right_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies,
                   rb_workshop *workshop);
void rb_workshop_draw(rb_ui *ui, rb_workshop *workshop, rb_studies *studies);
void rb_studies_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies);
void rb_runs_draw(rb_ui *ui, rb_session *session);
void rb_timeline_draw(const rb_ui *ui, rb_session *session);
float rb_timeline_lanes_height(const rb_session *session); /* px; 0 where there are no lanes */

/* The current lesson, for its card. */
typedef struct rb_lesson_view {
    const rb_lesson *lesson; /* NULL: none */
    int step;                /* from 0 */
    const char *marks;       /* state of its steps: '.' is new */
    int answer;              /* the user's answer, from 0; -1: none */
    int right;               /* the correct answer from the run; -1: not known yet */
    bool watched;            /* the run decides, without an answer */
    bool task_done;
} rb_lesson_view;

void rb_lesson_draw(rb_ui *ui, const rb_lesson_view *view);
/* Back and Next alone, in a window without room for the card. */
void rb_lesson_way_draw(rb_ui *ui, const rb_lesson_view *view);
/* A text of a lesson (app/lesson/markup.h), wrapped at the right edge. Words of the glossary have the
   colour of what they name; a click opens the glossary. */
void rb_marked_text(const rb_ui *ui, const char *text);

/* Pages over the world. */
void rb_lessons_draw(rb_ui *ui, const rb_lessons *lessons, char (*marks)[RB_LESSON_STEPS_MAX + 1]);
void rb_glossary_draw(rb_ui *ui);
void rb_welcome_draw(rb_ui *ui);
void rb_help_draw(rb_ui *ui);
void rb_library_draw(rb_ui *ui, const rb_scene_list *scenes);
void rb_files_draw(rb_ui *ui);
void rb_perf_draw(const rb_perf *perf, const rb_session *session, Rectangle world);
/* The question about quitting while recording: the only modal dialog. */
void rb_quit_draw(rb_ui *ui);

/* Ages the messages and draws them at the top of the area. */
void rb_messages_draw(rb_messages *messages, Rectangle area, double dt);

/* ---------------------------------------------------------------- table of runs */

/* Contents of the table of compared runs, as numbers and as text. */

/* What a column shows: an outcome of the run so far, or one of these. */
typedef enum rb_runs_column_kind {
    RB_COLUMN_NAME,
    RB_COLUMN_REFERENCE,
    RB_COLUMN_NOW,
    RB_COLUMN_THETA,
    RB_COLUMN_OUTCOME,
    RB_COLUMN_DIFF_TIME, /* of an outcome that is a time */
    RB_COLUMN_DIFF_NOW,
    RB_COLUMN_DIFF_MAX,
    RB_COLUMN_COST,
} rb_runs_column_kind;

typedef struct rb_runs_column {
    char title[32];
    char help[256];
    char name[64]; /* in files */
    rb_runs_column_kind kind;
    const rb_outcome *outcome;
    float width;
} rb_runs_column;

#define RB_RUNS_COLUMNS (RB_COLUMN_COST + 1 + RB_OUTCOMES_MAX)

/* The columns that apply to the compared bodies; returns their number. still: without machine-dependent
   ones. */
int rb_runs_columns(const rb_session *session, bool still, rb_runs_column columns[RB_RUNS_COLUMNS]);
/* SI; NAN where there is none. */
double rb_runs_value(const rb_session *session, int run, const rb_runs_column *column);
/* As the table shows it. */
void rb_runs_cell(const rb_session *session, int run, const rb_runs_column *column, char *text, size_t size);
/* The whole table as CSV in SI units, with the given separator: a comma, after a line of units, or a tab for
   the clipboard. */
void rb_runs_write(const rb_session *session, FILE *out, char separator);

#endif
