/* State and layout of the window. Panels control the rest of the program by action lines
   (app/actions/grammar.h). */
#ifndef RB_VIEWER_PANELS_UI_H
#define RB_VIEWER_PANELS_UI_H

#include <raylib.h>
#include <stdbool.h>

#include "rattleback/library.h"
#include "rattleback/scene.h"
#include "viewer/platform/files.h"

/* The layout of the window, px. */
typedef struct rb_rects {
    Rectangle top, left, world, right, runs, timeline;
    Rectangle bottom; /* a second bar, on a small screen in portrait */
    Rectangle card;   /* of a lesson */
    Rectangle film;   /* to compare with */
} rb_rects;

/* Where an item of the panels was drawn, so that driven tests find it by name. */
typedef struct rb_place {
    char name[40]; /* "contact.mu" */
    Vector2 at;    /* its centre, px */
    bool visible;  /* not scrolled out of its panel */
} rb_place;

enum { RB_PLACES_MAX = 96 };

/* On a small screen one drawer at a time is open. */
typedef enum rb_drawer { RB_DRAWER_NONE, RB_DRAWER_LEFT, RB_DRAWER_RIGHT } rb_drawer;

/* The arrangement of several runs in the world. */
typedef enum rb_layout_mode {
    RB_LAYOUT_SINGLE,
    RB_LAYOUT_GRID,
    RB_LAYOUT_OVERLAY,
    RB_LAYOUT_COUNT
} rb_layout_mode;

/* The interface of the program to the panels: it runs action lines. */
typedef struct rb_program {
    void *self;
    void (*run)(void *self, const char *line);
    bool (*on)(const void *self, const char *line); /* is the line's state already active? */
    void (*message)(void *self, const char *text);  /* in the window */
} rb_program;

/* config.h lists what is saved. */
typedef struct rb_ui {
    rb_program program;
    rb_rects rects;
    rb_place places[RB_PLACES_MAX]; /* of this frame */
    int place_count;
    const rb_library *scenes;
    bool still;          /* off-screen: nothing is shown that differs from run to run */
    bool hidden;         /* Tab: the world only */
    bool left, right;    /* panels folded or not, where there is room for both */
    int contact;         /* in the microscope: its index; -1: the one with the largest load */
    bool all_parameters; /* in the left panel; false: the few that a newcomer needs */
    bool small;          /* small screen: drawers instead */
    rb_drawer drawer;
    bool microscope;
    bool comparing;        /* several runs are shown */
    bool microscope_alone; /* while comparing: restore the microscope afterwards */
    bool enlarged;         /* the microscope, over the whole world */
    rb_layout_mode layout;
    bool help, perf, library, files;
    bool lesson_list, glossary, welcome;
    Rectangle welcome_area; /* rectangle of its card in the last frame */
    const void *card_step;  /* step of a lesson that the card showed in the last frame */
    bool card_answered;     /* and whether it showed the correct answer */
    float card_needed;      /* height that the lesson's card needed in the last frame */
    float card_question;    /* small screen: height of a question that waits for its answer; 0: none */
    bool card_dense;        /* its large type did not fit: the card uses that of panels */
    Vector2 card_size;      /* for which this was found */
    const char
        *asked; /* condition of the current task, whose first parameter the left panel shows; NULL: none */
    const char *asked_seen; /* the one for which it has done so */
    bool reveal;            /* it does so in this frame: scrolls to this parameter */
    rb_section reveal_section;
    int reveal_index;
    char glossary_search[64];
    int glossary_term;    /* the selected term */
    bool glossary_reveal; /* scroll to it */
    bool focus_glossary;  /* put the cursor into its search */
    bool focus_search;    /* put the cursor into the scene search */
    bool focus_path;      /* put the cursor into the path of a file */
    char search[64];
    char path[RB_PATH_MAX];
    rb_folder folder;              /* that the page for files shows */
    char recent[RB_RECENT_MAX];    /* files opened or saved lately, the last first, separated */
    char new_name[96];             /* of a file that is renamed */
    float left_width, right_width; /* in em */
    float top_needed;              /* width that the top bar needed in the last frame */
    bool two_rows;                 /* the top bar does not fit in one */
    bool explain;                  /* the line about the scene in the world */
    float text_size;               /* on its slider */
    bool sizing;                   /* which is being dragged */
    bool editing;                  /* a field is being dragged; its previous state is kept for undo */
    bool quitting;                 /* asked to quit while a video is recorded */
    long video_frames;             /* recorded so far; -1: no video is being recorded */
} rb_ui;

/* Is the panel visible, as a panel or as a drawer? */
bool rb_ui_left(const rb_ui *ui);
bool rb_ui_right(const rb_ui *ui);
void rb_ui_show_left(rb_ui *ui, bool shown);
void rb_ui_show_right(rb_ui *ui, bool shown);

/* Runs an action line: "law k11-p2". Errors are shown in the window. */
void rb_ui_run(const rb_ui *ui, const char *format, ...) RB_PRINTF(2, 3);
/* Runs several lines. */
void rb_ui_run_all(const rb_ui *ui, const char *lines);
/* Runs an action with one argument of any characters: a path, a scene. */
void rb_ui_run_on(const rb_ui *ui, const char *action, const char *what);
/* Shows a message in the window. */
void rb_ui_message(const rb_ui *ui, const char *text);
/* Is the line's state already active? */
bool rb_ui_on(const rb_ui *ui, const char *line);

/* Names the last item for driven tests. */
void rb_ui_mark(rb_ui *ui, const char *format, ...) RB_PRINTF(2, 3);
/* Names a place within an item, px. */
void rb_ui_mark_at(rb_ui *ui, Vector2 at, const char *name);
/* The item's centre in the last frame, px; (0, 0) if it was not drawn. */
Vector2 rb_ui_place(const rb_ui *ui, const char *name);

#endif
