/* Drives the frames of the window from a test: the same rb_app_frame and actions as keys and panels, one
   frame at a time, with the physics thread. */
#ifndef RB_TESTS_VIEWER_DRIVE_APP_H
#define RB_TESTS_VIEWER_DRIVE_APP_H

#include "support.h"
#include "viewer/app.h"

#ifdef __SANITIZE_THREAD__
enum { RB_UNDER_TSAN = 1 };
#else
enum { RB_UNDER_TSAN = 0 };
#endif

/* Ensures that there is a display: without one the program restarts itself on a virtual display, or ends
   with the exit status of a skipped test. */
void drive_begin(char **argv);

/* Whether frames are drawn: false unless a test that reads pixels sets it before it opens a viewer.
   Everything else of a frame happens anyway; a software renderer would take most of the time. */
extern bool drive_draws;

/* A viewer with these command line arguments, up to a NULL, as a person would start it. */
rb_app *drive_open(const char *argument, ...);
void drive_close(rb_app *app);

void drive_frames(rb_app *app, int count);
/* Runs frames until the condition holds; fails the test if that takes too long. */
#define drive_until(app, condition)                                                                          \
    for (double drive_since = GetTime(); !(condition); drive_frames((app), 1)) {                             \
        if (GetTime() > drive_since + 300) {                                                                 \
            fail_msg("waited without success for %s", #condition);                                           \
        }                                                                                                    \
    }

/* Runs lines of actions, a frame after each; they must be valid, but need not succeed. */
void drive_act(rb_app *app, const char *lines);

/* One action that must succeed. */
void drive_do(rb_app *app, const char *line);

/* All commands have been carried out and are shown. */
bool drive_settled(const rb_app *app);
/* Runs frames until waiting lines are done as well, and their results are shown. */
void drive_settle(rb_app *app);

#endif
