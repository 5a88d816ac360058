/* The command line of the viewer. */
#ifndef RB_VIEWER_OPTIONS_H
#define RB_VIEWER_OPTIONS_H

#include <rattleback/rattleback.h>

#include "viewer/platform/files.h"
#include "viewer/world/theme.h"

#define RB_LAW_ID_MAX 48

typedef struct rb_options {
    char scene[RB_PATH_MAX]; /* id or path; "": the saved one, else the demonstration */
    char law[RB_LAW_ID_MAX];
    char compare[RB_RUNS_MAX][RB_LAW_ID_MAX];
    int compare_count;
    double speed; /* 0 = not given */
    int width, height;
    bool size_given;
    char screenshot[RB_PATH_MAX];
    double at; /* s of simulated time, for the screenshot */
    bool at_given;
    char record[RB_PATH_MAX];
    double record_for; /* s of simulated time */
    int fps;           /* frames per second off-screen; results do not depend on it */
    int theme;         /* rb_theme, -1 = not given */
    char language[16]; /* "" = not given */
    double ui_scale;   /* 0 = not given */
    char layout[16];   /* single, grid, overlay */
    char panel[16];    /* which right-hand page: plots, laws */
    char view[16];     /* camera: default, top, side, front */
    const char *link;  /* initial state; NULL: none */
    const char *order; /* running order to open; NULL: none */
    const char *press; /* action lines to run first, or before the picture; NULL: none */
    bool hide_ui;
    bool print_hash;
    bool fresh;      /* neither read nor write the saved settings */
    bool bench;      /* measure the cost of a frame */
    bool trace;      /* print the state for driven tests */
    bool threadless; /* physics between frames, as without threads; for tests */
    bool help, version, actions, actions_table;
} rb_options;

/* Fills *options; on failure err names the argument and what was expected. */
rb_status rb_options_parse(int argc, char **argv, rb_options *options, rb_error *err);
bool rb_options_offscreen(const rb_options *options);
const char *rb_options_help(void);

#endif
