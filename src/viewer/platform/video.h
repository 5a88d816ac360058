/* A video as it is made. On a desktop frames go to a thread that hands them to ffmpeg, or writes each
   as a PNG where there is no ffmpeg; what was handed over is on disk even if the program ends badly.
   In a browser its own encoder makes a film that is handed over when it is closed. */
#ifndef RB_VIEWER_PLATFORM_VIDEO_H
#define RB_VIEWER_PLATFORM_VIDEO_H

#include <rattleback/status.h>
#include <raylib.h>
#include <stdbool.h>

typedef struct rb_video rb_video;

const char *rb_video_ending(void); /* of a name that nobody chose: ".mp4" */

/* width x height: of every frame. The path's ending tells the kind of video (.mp4, .mkv, ...), and it
   is a file's name whatever is in it. Without ffmpeg, or for a path that ends in '/', PNG frames go
   into a folder beside path; rb_video_target tells where. */
rb_status rb_video_open(const char *path, int width, int height, int fps, rb_video **out,
                        rb_error *err);
/* A clip for slides, .gif or .webp: made as small as suits one, and there is none without ffmpeg. */
rb_status rb_clip_open(const char *path, int width, int height, int fps, rb_video **out,
                       rb_error *err);
const char *rb_video_target(const rb_video *video);
bool rb_video_is_one_file(const rb_video *video); /* false: PNG frames */
/* Is there room for one more frame? Never blocks. */
bool rb_video_ready(rb_video *video);
/* Takes the image (RGBA) over, fitting it to the video's size; blocks only if not ready. */
void rb_video_push(rb_video *video, Image image);
/* Could anything not be written? What came before is on disk; the video should be closed. */
bool rb_video_failed(rb_video *video);
/* Waits for what is under way. */
rb_status rb_video_close(rb_video *video, rb_error *err);

#endif
