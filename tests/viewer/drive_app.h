/* The window's own frames, driven from a test: the same rb_app_frame and the same actions as keys
   and panels use, one frame at a time, with the physics thread running beside it. */
#ifndef RB_TESTS_VIEWER_DRIVE_APP_H
#define RB_TESTS_VIEWER_DRIVE_APP_H

#include "support.h"
#include "viewer/app.h"

#ifdef __SANITIZE_THREAD__
enum { RB_UNDER_TSAN = 1 };
#else
enum { RB_UNDER_TSAN = 0 };
#endif

/* Makes sure that there is a display: without one the program starts itself again on a virtual one,
   or ends with the exit status of a test that cannot be done here. */
void drive_begin(char **argv);

/* A viewer with these command line arguments, up to a NULL, as a person would start it. */
rb_app *drive_open(const char *argument, ...);
void drive_close(rb_app *app);

void drive_frames(rb_app *app, int count);
/* Frames until it holds; fails the test when it does not come true for a long time. */
#define drive_until(app, condition)                                                                          \
    for (double drive_since = GetTime(); !(condition); drive_frames((app), 1)) {                             \
        if (GetTime() > drive_since + 300) {                                                                 \
            fail_msg("waited without success for %s", #condition);                                           \
        }                                                                                                    \
    }

/* Lines of actions, a frame after each; they must be understood, but need not succeed. */
void drive_act(rb_app *app, const char *lines);

/* One action that must succeed. */
void drive_do(rb_app *app, const char *line);

/* Every command has arrived, and what is shown is what was asked for. */
bool drive_settled(const rb_app *app);
/* Until lines that wait for something are done, too, and what they ask for is shown. */
void drive_settle(rb_app *app);

#endif
