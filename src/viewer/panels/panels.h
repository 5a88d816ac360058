/* The panels, one function each: what it shows and what it may change are its arguments. */
#ifndef RB_VIEWER_PANELS_PANELS_H
#define RB_VIEWER_PANELS_PANELS_H

#include "viewer/panels/ui.h"
#include "viewer/platform/perf.h"
#include "viewer/plots/plots.h"
#include "viewer/session/messages.h"
#include "viewer/session/session.h"
#include "viewer/world/world.h"

/* What the view section of the left panel changes. */
typedef struct rb_look {
    rb_world_style *style;
    bool *theory;     /* in the plots */
    bool *follow;     /* the camera goes with the body */
    double text_size; /* in use; another one is asked for by its action */
} rb_look;

void rb_top_draw(rb_ui *ui, rb_session *session);
void rb_params_draw(rb_ui *ui, rb_session *session, const rb_look *look);
void rb_right_draw(const rb_ui *ui, rb_session *session, rb_plots *plots);
void rb_runs_draw(const rb_ui *ui, rb_session *session);
void rb_timeline_draw(const rb_ui *ui, rb_session *session);
float rb_timeline_lanes_height(const rb_session *session); /* px; 0 where there are no lanes */

/* Pages over the world. */
void rb_help_draw(rb_ui *ui);
void rb_library_draw(rb_ui *ui, const rb_library *library, const char *open_now);
void rb_files_draw(rb_ui *ui);
void rb_perf_draw(const rb_perf *perf, const rb_session *session, Rectangle world);
/* The question about quitting, while it is open: the one modal thing there is. */
void rb_quit_draw(rb_ui *ui);

/* Ages the messages and draws them at the top of the area. */
void rb_messages_draw(rb_messages *messages, Rectangle area, double dt);

#endif
