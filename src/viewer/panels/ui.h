/* What is open in the window and where it stands, and how panels reach the rest of the program: by
   lines of the grammar of actions (actions/grammar.h). */
#ifndef RB_VIEWER_PANELS_UI_H
#define RB_VIEWER_PANELS_UI_H

#include <raylib.h>
#include <stdbool.h>

#include "viewer/platform/files.h"

/* Where everything stands in the window, pixels. */
typedef struct rb_rects {
    Rectangle top, left, world, right, runs, timeline;
    Rectangle bottom; /* a second bar, of a small screen that is taller than wide */
    Rectangle card;   /* of a lesson */
} rb_rects;

/* The middle of buttons that hands of driven tests look for, pixels. */
typedef struct rb_spots {
    Vector2 begin;  /* Take a lesson */
    Vector2 choice; /* the first answer to a question */
    Vector2 next;
} rb_spots;

/* On a small screen one panel at a time is pulled out. */
typedef enum rb_drawer { RB_DRAWER_NONE, RB_DRAWER_LEFT, RB_DRAWER_RIGHT } rb_drawer;

/* How several runs stand in the world. */
typedef enum rb_layout_mode {
    RB_LAYOUT_SINGLE,
    RB_LAYOUT_GRID,
    RB_LAYOUT_OVERLAY,
    RB_LAYOUT_COUNT
} rb_layout_mode;

/* The program as the panels know it: it does what a line asks for. */
typedef struct rb_program {
    void *self;
    void (*run)(void *self, const char *line);
    bool (*on)(const void *self, const char *line); /* is it so already? */
    void (*tell)(void *self, const char *text);     /* in the window */
} rb_program;

/* All of it survives only as far as config.h says. */
typedef struct rb_ui {
    rb_program program;
    rb_rects rects;
    rb_spots spots;
    bool still;       /* a picture for nobody: nothing that differs from run to run is shown */
    bool hidden;      /* Tab: the world only */
    bool left, right; /* panels folded or not, where there is room for both */
    bool small;       /* a screen for fingers: drawers instead */
    rb_drawer drawer;
    bool microscope;
    bool comparing;        /* several runs stand in the world */
    bool microscope_alone; /* while comparing: is there a microscope when that ends? */
    bool enlarged;         /* the microscope, over the whole world */
    rb_layout_mode layout;
    bool help, perf, library, files;
    bool lesson_list, glossary, welcome;
    Rectangle welcome_area; /* where its card stood last frame */
    int card_step;          /* whose text the card showed last frame */
    bool card_told;         /* and whether it said who was right */
    float card_needed;      /* height that the card of a lesson asked for last frame */
    char glossary_search[64];
    int glossary_term;    /* the one that is explained */
    bool glossary_reveal; /* scroll to it */
    bool focus_glossary;  /* put the cursor into its search */
    bool focus_search;    /* put the cursor into the scene search */
    char search[64];
    char path[RB_PATH_MAX];
    float left_width, right_width; /* in em */
    float top_needed;              /* width the top bar asked for last frame */
    bool two_rows;                 /* the top bar does not fit in one */
    bool explain;                  /* the line about the scene in the world */
    float text_size;               /* on its slider */
    bool sizing;                   /* which is being dragged */
    bool editing;      /* a field is being dragged and its state before is kept for undo */
    bool quitting;     /* asked to quit while a video is recorded */
    long video_frames; /* recorded so far; -1: no video is being recorded */
} rb_ui;

/* Is the panel to be seen, whichever way? */
bool rb_ui_left(const rb_ui *ui);
bool rb_ui_right(const rb_ui *ui);
void rb_ui_show_left(rb_ui *ui, bool shown);
void rb_ui_show_right(rb_ui *ui, bool shown);

/* Runs the line: "law k11-p2". What cannot be done is told in the window. */
void rb_ui_run(const rb_ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Runs several lines. */
void rb_ui_run_all(const rb_ui *ui, const char *lines);
/* Runs an action on one word, whatever characters are in it: a path, a scene. */
void rb_ui_run_on(const rb_ui *ui, const char *action, const char *what);
/* Says so in the window. */
void rb_ui_tell(const rb_ui *ui, const char *text);
/* Is what the line asks for so already? */
bool rb_ui_on(const rb_ui *ui, const char *line);

#endif
