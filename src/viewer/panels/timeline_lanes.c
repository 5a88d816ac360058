/* Lanes of bodies that pass from one state to another: filled while a signal is above zero. A
   pixel stands for all instants recorded within it, so that taps are thinned but none is lost;
   taps between two instants come from the events. */
#include "viewer/panels/timeline.h"
#include "viewer/plots/plots.h"
#include "viewer/world/body_view.h"

static const float pitch = 0.85f; /* em from lane to lane */

/* In a comparison the lanes are those of the selected run. */
static const rb_body_kind *body_of(const rb_session *session) {
    return session->runs[session->selected].scene.body;
}

static int lane_count(const rb_session *session) {
    int count = 0;
    while (count < RB_BODY_LANES && body_of(session)->lanes[count].name != NULL) {
        count++;
    }
    return count;
}

float rb_timeline_lanes_height(const rb_session *session) {
    return rb_em(pitch * (float)lane_count(session));
}

float rb_timeline_lanes_gutter(const rb_session *session) {
    float width = 0;
    for (int i = 0; i < lane_count(session); i++) {
        float w = rb_text_width(body_of(session)->lanes[i].name) + rb_em(0.6f);
        width = w > width ? w : width;
    }
    return width;
}

static void fill(ImDrawList *list, float from, float to, float y, float height, Color color) {
    to = to < from + 1 ? from + 1 : to;
    ImDrawList_AddRectFilled(list, rb_im2(from, y), rb_im2(to, y + height), rb_im32(color), 0, 0);
}

/* Stretches over which the contact carries, from what was recorded. */
static void draw_recorded(rb_session *session, const rb_track *track, ImDrawList *list, int signal,
                          float y, Color color) {
    const rb_history *history = &session->history;
    int run = session->selected;
    const rb_column *load = rb_series_column(&session->series, history, run, signal);
    const rb_column *time =
        rb_series_column(&session->series, history, run, session->series.time_signal);
    if (load == NULL || time == NULL) {
        return;
    }
    int count = load->count < time->count ? load->count : time->count;
    int begin = -1;
    float end = 0;
    for (int i = 0; i < count; i++) {
        bool on = load->values[i] > 0;
        float x = rb_track_x(track, time->values[i]);
        if (begin >= 0 && !on && x > end + 1) { /* open for at least a pixel */
            fill(list, rb_track_x(track, time->values[begin]), end, y, rb_em(0.5f), color);
            begin = -1;
        }
        if (on) {
            begin = begin < 0 ? i : begin;
            end = x;
        }
    }
    if (begin >= 0) {
        fill(list, rb_track_x(track, time->values[begin]), end, y, rb_em(0.5f), color);
    }
}

void rb_timeline_lanes(const rb_ui *ui, rb_session *session, const rb_track *track,
                       ImDrawList *list) {
    const rb_body_kind *body = body_of(session);
    int run = session->selected;
    const rb_summary *summary = rb_session_summary(session, run);
    ImVec2 mouse;
    igGetMousePos(&mouse);
    for (int lane = 0; lane < lane_count(session); lane++) {
        float y = track->max.y - track->lanes + rb_em(pitch) * (float)lane;
        int signal = rb_signal_of(body, body->lanes[lane].signal);
        Color color = rb_signal_color(signal, lane);
        ImDrawList_AddText_Vec2(list,
                                rb_im2(track->min.x - rb_timeline_lanes_gutter(session),
                                       y + rb_em(0.25f) - 0.5f * igGetTextLineHeight()),
                                rb_role32(RB_COLOR_INK), body->lanes[lane].name, NULL);
        fill(list, track->min.x, track->max.x, y, rb_em(0.5f), rb_fade(color, 0.12f));
        draw_recorded(session, track, list, signal, y, color);
        for (int i = 0; i < summary->event_count; i++) {
            const rb_event *event = &summary->events[i];
            if (event->kind == RB_EVENT_TOUCH && event->which == lane && event->t >= track->t0 &&
                event->t <= track->t1) {
                float x = rb_track_x(track, event->t);
                fill(list, x, x + 1, y, rb_em(0.5f), color);
            }
        }
        bool over = mouse.x >= track->min.x && mouse.x <= track->max.x && mouse.y >= y &&
                    mouse.y < y + rb_em(0.5f);
        if (over && !ui->still) {
            igSetTooltip("%s (%s)", body->lanes[lane].help, rb_session_label(session, run));
        }
    }
}
