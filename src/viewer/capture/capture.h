/* Pictures and films of the window. */
#ifndef RB_VIEWER_CAPTURE_CAPTURE_H
#define RB_VIEWER_CAPTURE_CAPTURE_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "viewer/platform/paths.h"
#include "viewer/platform/video.h"

typedef struct rb_capture {
    char picture[RB_PATH_MAX]; /* to be written after this frame; "" if none */
    int settling;              /* frames to be drawn before that */
    bool lost;                 /* the last one could not be written */
    bool bare;                 /* without panels */
    bool bare_frame;           /* this very frame is drawn without panels */
    int plot_wanted;           /* plot to be saved as a picture, -1 if none */
    int plot_frames;           /* it has been alone in the window for */

    rb_video *video; /* NULL when not recording */
    int fps;
    bool waiting; /* for the runs to reach the next frame's time */
    uint64_t target;
    /* Frame base_frame shows base_tick; from there on per_frame ticks lie between two frames. */
    long base_frame;
    uint64_t base_tick;
    double per_frame; /* 0: to be measured from the present */
    uint64_t start;   /* rb_frame's: what the ticks are counted from */
    long frames;
} rb_capture;

struct rb_app;

/* Ask for a picture; NULL = a new file in the current folder. */
void rb_capture_picture(struct rb_app *app, const char *path, bool bare);
void rb_capture_record(struct rb_app *app, const char *path); /* starts or ends a film */
/* While recording: asks for the ticks up to the next film frame. Before the session's update. */
void rb_capture_advance(struct rb_app *app);
/* After everything is drawn, before the buffers are swapped. */
void rb_capture_frame(struct rb_app *app);
void rb_capture_close(struct rb_app *app);

#endif
