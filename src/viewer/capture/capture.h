/* Pictures and videos of the window. */
#ifndef RB_VIEWER_CAPTURE_CAPTURE_H
#define RB_VIEWER_CAPTURE_CAPTURE_H

#include <rattleback/rattleback.h>
#include <raylib.h>

#include "app/session/messages.h"
#include "app/session/session.h"
#include "viewer/platform/files.h"
#include "viewer/platform/media.h"

#define RB_CLIP_RATE 20      /* frames a second: GIF counts in hundredths of a second */
#define RB_CLIP_LONGEST 10.0 /* s */

typedef struct rb_capture {
    char picture[RB_PATH_MAX]; /* path to write after this frame; "" if none */
    int settling;              /* frames to be drawn before that */
    bool lost;                 /* the last file could not be written */
    bool bare;                 /* without panels */
    bool bare_frame;           /* this frame is drawn without panels */

    rb_video *video;    /* NULL when not recording */
    bool offscreen;     /* no window: problems go to standard error, and the video waits for the disk */
    int fps;            /* of videos */
    long frames_wanted; /* frames of a clip; 0: a video, which the user ends */
    int warming;        /* frames to be drawn before its first */
    bool play_on;       /* continue to play when the clip is done */
    bool waiting;       /* for the runs to reach the time of the next frame */
    uint64_t target;
    /* Frame base_frame shows base_tick; then per_frame ticks per frame. */
    long base_frame;
    uint64_t base_tick;
    double per_frame; /* 0: start at the present */
    uint64_t start;   /* rb_frame's: what the ticks are counted from */
    long frames;
} rb_capture;

/* Requests a picture; NULL: a new file in the current folder. */
void rb_capture_picture(rb_capture *capture, const char *path, bool bare);
/* Saves the window's content as a plot, in this file or ("") a new one. */
void rb_capture_plot(rb_capture *capture, rb_messages *messages, const char *file);
/* Starts or ends a video. */
void rb_capture_record(rb_capture *capture, rb_session *session, rb_messages *messages, const char *path);
/* Records a clip of this duration, s; NULL: a new file. */
void rb_capture_clip(rb_capture *capture, rb_session *session, rb_messages *messages, double seconds,
                     const char *path);
/* Is this frame only drawn to settle the layout of an off-screen picture? */
bool rb_capture_is_settling(const rb_capture *capture);
int rb_capture_rate(const rb_capture *capture); /* frames a second of what is being recorded */
/* While recording, unless on hold: requests the ticks up to the next video frame. Call before the
   session's update. */
void rb_capture_advance(rb_capture *capture, rb_session *session, rb_messages *messages, bool hold);
/* Call after drawing, before the buffers are swapped. hold: this frame is not part of the video. */
void rb_capture_frame(rb_capture *capture, const rb_session *session, rb_messages *messages, bool hold);
void rb_capture_close(rb_capture *capture, rb_messages *messages);

#endif
