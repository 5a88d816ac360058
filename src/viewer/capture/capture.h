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
    char picture[RB_PATH_MAX]; /* to be written after this frame; "" if none */
    int settling;              /* frames to be drawn before that */
    bool lost;                 /* the last one could not be written */
    bool bare;                 /* without panels */
    bool bare_frame;           /* this very frame is drawn without panels */

    rb_video *video; /* NULL when not recording */
    bool offscreen;  /* nobody watches: problems go to standard error, and the disk is waited for */
    int fps;         /* of videos */
    long frames_wanted; /* of a clip, which ends by itself; 0: a video */
    int warming;        /* frames to be drawn before its first */
    bool play_on;       /* when the clip is done */
    bool waiting;       /* for the runs to reach the next frame's time */
    uint64_t target;
    /* Frame base_frame shows base_tick; from there on per_frame ticks lie between two frames. */
    long base_frame;
    uint64_t base_tick;
    double per_frame; /* 0: to be measured from the present */
    uint64_t start;   /* rb_frame's: what the ticks are counted from */
    long frames;
} rb_capture;

/* Ask for a picture; NULL = a new file in the current folder. */
void rb_capture_picture(rb_capture *capture, const char *path, bool bare);
/* What the window shows now, as the picture of a plot in this file or ("") a new one. */
void rb_capture_plot(rb_capture *capture, rb_messages *messages, const char *file);
/* Starts or ends a video. */
void rb_capture_record(rb_capture *capture, rb_session *session, rb_messages *messages,
                       const char *path);
/* A clip of so many seconds, for slides; NULL = a new file. */
void rb_capture_clip(rb_capture *capture, rb_session *session, rb_messages *messages,
                     double seconds, const char *path);
/* This frame only leads to a picture, and nobody watches. */
bool rb_capture_settles(const rb_capture *capture);
int rb_capture_rate(const rb_capture *capture); /* frames a second of what is being recorded */
/* While recording, and unless the video is held: asks for the ticks up to its next frame. Before the
   session's update. */
void rb_capture_advance(rb_capture *capture, rb_session *session, rb_messages *messages, bool hold);
/* After everything is drawn, before the buffers are swapped. hold: what is drawn is no part of the
   video, which waits. */
void rb_capture_frame(rb_capture *capture, const rb_session *session, rb_messages *messages,
                      bool hold);
void rb_capture_close(rb_capture *capture, rb_messages *messages);

#endif
