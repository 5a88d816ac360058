/* The timeline: recorded time with its events and the current position; drag to scrub. */
#include <math.h>
#include <stdio.h>

#include "app/appearance/appearance.h"
#include "app/language/language.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/panels.h"
#include "viewer/plots/plots.h"

/* The strip of recorded time. */
typedef struct rb_track {
    ImVec2 min, max;
    double t0, t1;
    float lanes; /* height of the lanes at its lower end, px */
} rb_track;

static float track_x(const rb_track *track, double t) {
    return track->min.x + (float)((t - track->t0) / (track->t1 - track->t0)) * (track->max.x - track->min.x);
}

/* ---------------------------------------------------------------- lanes */

/* Lanes: filled while a signal is above zero. A pixel covers all instants recorded within it, so that
   no touch is lost; touches between two instants come from the events. */

static const float pitch = 0.85f; /* em from lane to lane */

/* In a comparison the lanes show the selected run. */
static const rb_body_kind *body_of(const rb_session *session) {
    return session->runs[session->selected].scene.body;
}

static const rb_timeline_lane *lanes_of(const rb_session *session) {
    return rb_appearance_of(body_of(session))->lanes;
}

static int lane_count(const rb_session *session) {
    int count = 0;
    while (count < RB_APPEARANCE_LANES && lanes_of(session)[count].name != NULL) {
        count++;
    }
    return count;
}

float rb_timeline_lanes_height(const rb_session *session) {
    return rb_em(pitch * (float)lane_count(session));
}

/* Room for the names, px. */
static float lanes_gutter(const rb_session *session) {
    float width = 0;
    for (int i = 0; i < lane_count(session); i++) {
        float w = rb_text_width(rb_tr(lanes_of(session)[i].name)) + rb_em(0.6f);
        width = w > width ? w : width;
    }
    return width;
}

static void fill(ImDrawList *list, float from, float to, float y, float height, Color color) {
    to = to < from + 1 ? from + 1 : to;
    ImDrawList_AddRectFilled(list, rb_im2(from, y), rb_im2(to, y + height), rb_im32(color), 0, 0);
}

/* Intervals in which the contact is loaded, from the record. */
static void draw_recorded(rb_session *session, const rb_track *track, ImDrawList *list, int signal, float y,
                          Color color) {
    const rb_history *history = &session->history;
    int run = session->selected;
    const rb_column *load = rb_series_column(&session->series, history, run, signal);
    const rb_column *time = rb_series_column(&session->series, history, run, session->series.time_signal);
    if (load == NULL || time == NULL) {
        return;
    }
    int count = load->count < time->count ? load->count : time->count;
    int begin = -1;
    float end = 0;
    for (int i = 0; i < count; i++) {
        bool on = load->values[i] > 0;
        float x = track_x(track, time->values[i]);
        if (begin >= 0 && !on && x > end + 1) { /* open for at least a pixel */
            fill(list, track_x(track, time->values[begin]), end, y, rb_em(0.5f), color);
            begin = -1;
        }
        if (on) {
            begin = begin < 0 ? i : begin;
            end = x;
        }
    }
    if (begin >= 0) {
        fill(list, track_x(track, time->values[begin]), end, y, rb_em(0.5f), color);
    }
}

/* Which contact touches when, one lane each, with its name before the track. */
static void draw_lanes(const rb_ui *ui, rb_session *session, const rb_track *track, ImDrawList *list) {
    const rb_body_kind *body = body_of(session);
    int run = session->selected;
    const rb_summary *summary = rb_session_summary(session, run);
    ImVec2 mouse;
    igGetMousePos(&mouse);
    for (int lane = 0; lane < lane_count(session); lane++) {
        float y = track->max.y - track->lanes + rb_em(pitch) * (float)lane;
        int signal = rb_signal_of(body, lanes_of(session)[lane].signal);
        Color color = rb_signal_color(signal, lane);
        ImDrawList_AddText_Vec2(
            list,
            rb_im2(track->min.x - lanes_gutter(session), y + rb_em(0.25f) - 0.5f * igGetTextLineHeight()),
            rb_role32(RB_COLOR_INK), rb_tr(lanes_of(session)[lane].name), NULL);
        fill(list, track->min.x, track->max.x, y, rb_em(0.5f), rb_fade(color, 0.12f));
        draw_recorded(session, track, list, signal, y, color);
        for (int i = 0; i < summary->event_count; i++) {
            const rb_event *event = &summary->events[i];
            if (event->kind == RB_EVENT_TOUCH && event->which == lane && event->t >= track->t0 &&
                event->t <= track->t1) {
                float x = track_x(track, event->t);
                fill(list, x, x + 1, y, rb_em(0.5f), color);
            }
        }
        bool over =
            mouse.x >= track->min.x && mouse.x <= track->max.x && mouse.y >= y && mouse.y < y + rb_em(0.5f);
        if (over && !ui->still) {
            igSetTooltip("%s (%s)", rb_tr(lanes_of(session)[lane].help), rb_session_label(session, run));
        }
    }
}

/* ---------------------------------------------------------------- strip */

static void draw_ticks(const rb_track *track, const char *unit, ImDrawList *list) {
    double span = track->t1 - track->t0;
    double room = (double)fmaxf((track->max.x - track->min.x) / rb_em(4.5f), 1);
    double step = pow(10, floor(log10(span / room)));
    double rough = span / room / step; /* 1 to 10 */
    step *= rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : 1;
    int first = (int)ceil(track->t0 / step);
    int last = (int)floor(track->t1 / step + 1e-9);
    for (int i = first; i <= last; i++) {
        double t = step * i;
        float x = track_x(track, t);
        ImDrawList_AddLine(list, rb_im2(x, track->max.y - rb_em(0.3f)), rb_im2(x, track->max.y),
                           rb_role32(RB_COLOR_INK_SOFT), 1);
        char text[32];
        snprintf(text, sizeof text, "%g %s", t, unit);
        float w = rb_text_width(text);
        float at = fminf(fmaxf(x - w / 2, track->min.x), track->max.x - w);
        ImDrawList_AddText_Vec2(list, rb_im2(at, track->max.y + rb_em(0.1f)), rb_role32(RB_COLOR_INK_SOFT),
                                text, NULL);
    }
}

/* A diamond per event; its name too where there is room since the last one. */
static void draw_events(const rb_session *session, const rb_track *track, ImDrawList *list) {
    float free_from = track->min.x;
    ImVec2 mouse;
    igGetMousePos(&mouse);
    for (int run = 0; run < session->shown_count; run++) {
        rb_timeline_mark marks[RB_TIMELINE_MARKS_MAX];
        rb_caption caption = rb_session_caption(session, run);
        int count = rb_caption_marks(&caption, marks);
        float y = track->min.y + (track->max.y - track->lanes - track->min.y) * ((float)run + 0.5f) /
                                     (float)session->shown_count;
        for (int i = 0; i < count; i++) {
            const rb_timeline_mark *event = &marks[i];
            if (event->t < track->t0 || event->t > track->t1) {
                continue;
            }
            float x = track_x(track, event->t);
            float r = rb_em(0.34f);
            Color color = session->count > 1 ? rb_run_color(run) : rb_color(RB_COLOR_ACCENT);
            ImDrawList_AddNgonFilled(list, rb_im2(x, y), r, rb_im32(color), 4);
            ImDrawList_AddNgon(list, rb_im2(x, y), r, rb_role32(RB_COLOR_INK), 4, 1);
            if (fabsf(mouse.x - x) < r && fabsf(mouse.y - y) < r) {
                igSetTooltip(rb_tr("%s at %.4g %s  (%s)"), rb_tr(event->name), event->t,
                             rb_body_unit(session->runs[run].scene.body, "s"),
                             rb_session_label(session, run));
            }
            const char *name = rb_tr(event->name);
            float width = rb_text_width(name);
            bool crowded = i + 1 < count && track_x(track, event[1].t) < x + 2.4f * r + width;
            /* After the diamond, or before it at the end of the track. */
            float at = x + 1.4f * r + width < track->max.x ? x + 1.4f * r : x - 1.4f * r - width;
            if (session->count == 1 && at > free_from && !crowded) {
                ImDrawList_AddText_Vec2(list, rb_im2(at, y - 0.5f * igGetTextLineHeight()),
                                        rb_role32(RB_COLOR_INK), name, NULL);
                free_from = fmaxf(x + r, at + width) + r;
            }
        }
    }
}

static void user_event_tip(const rb_session *session, const rb_user_event *event) {
    char line[200];
    if (event->kind == RB_USER_EVENT_EDIT) {
        int run = 0;
        while (run + 1 < session->count && session->runs[run].id != event->id) {
            run++;
        }
        igSetTooltip(rb_tr("edited at %.4g s: %s  (%s)"), event->t, event->text,
                     rb_session_label(session, run));
        return;
    }
    rb_user_event_line(event, line, sizeof line);
    igSetTooltip(rb_tr("pushed at %.4g s: Δω = (%.3g, %.3g, %.3g) rad/s, body axes\nTo repeat: %s"), event->t,
                 event->omega.x, event->omega.y, event->omega.z, line);
}

/* User events: a triangle for a push, a square for an edit. */
static void draw_user_events(const rb_session *session, const rb_track *track, ImDrawList *list) {
    const rb_user_events *user_events = &session->user_events;
    ImVec2 mouse;
    igGetMousePos(&mouse);
    for (int i = 0; i < user_events->count; i++) {
        const rb_user_event *event = &user_events->items[i];
        float x = track_x(track, event->t), y = track->min.y, r = rb_em(0.38f);
        ImU32 ink = rb_role32(RB_COLOR_INK), fill = rb_role32(RB_COLOR_WARNING);
        if (event->t < track->t0 || event->t > track->t1) {
            continue;
        }
        if (event->kind == RB_USER_EVENT_FLICK) {
            ImDrawList_AddTriangleFilled(list, rb_im2(x - r, y), rb_im2(x + r, y), rb_im2(x, y + 1.6f * r),
                                         fill);
            ImDrawList_AddTriangle(list, rb_im2(x - r, y), rb_im2(x + r, y), rb_im2(x, y + 1.6f * r), ink, 1);
        } else {
            ImDrawList_AddRectFilled(list, rb_im2(x - 0.7f * r, y), rb_im2(x + 0.7f * r, y + 1.4f * r), fill,
                                     0, 0);
            ImDrawList_AddRect(list, rb_im2(x - 0.7f * r, y), rb_im2(x + 0.7f * r, y + 1.4f * r), ink, 0, 0,
                               1);
        }
        if (fabsf(mouse.x - x) < r && mouse.y > y - r && mouse.y < y + 2 * r) {
            user_event_tip(session, event);
        }
    }
}

static void draw_track(const rb_ui *ui, rb_session *session, const rb_track *track, ImDrawList *list) {
    ImDrawList_AddRectFilled(list, track->min, track->max, rb_role32(RB_COLOR_PANEL_RAISED), rb_em(0.25f), 0);
    double end = rb_history_end(&session->history);
    Color accent = rb_color(RB_COLOR_ACCENT);
    ImDrawList_AddRectFilled(list, track->min, rb_im2(track_x(track, end), track->max.y),
                             rb_im32(rb_fade(accent, 0.22f)), rb_em(0.25f), 0);
    draw_ticks(track, rb_body_unit(session->runs[session->selected].scene.body, "s"), list);
    draw_lanes(ui, session, track, list);
    draw_events(session, track, list);
    draw_user_events(session, track, list);
    float x = track_x(track, rb_session_time(session));
    float r = rb_em(0.4f);
    ImU32 ink = rb_role32(session->scrubbing ? RB_COLOR_WARNING : RB_COLOR_INK);
    ImDrawList_AddLine(list, rb_im2(x, track->min.y - rb_em(0.2f)), rb_im2(x, track->max.y), ink, 2);
    ImDrawList_AddTriangleFilled(list, rb_im2(x - r, track->min.y - rb_em(0.35f)),
                                 rb_im2(x + r, track->min.y - rb_em(0.35f)),
                                 rb_im2(x, track->min.y + rb_em(0.2f)), ink);
}

/* What happens when all bodies are at rest. */
static void at_rest_button(const rb_ui *ui, const rb_session *session) {
    static const char *const names[] = {RB_N("when at rest: stop"), RB_N("when at rest: restart"),
                                        RB_N("when at rest: continue")};
    if (rb_small_button(rb_tr(names[session->at_rest]))) {
        rb_ui_run(ui, "at-rest");
    }
    rb_tooltip(rb_tr("When all bodies are at rest: stop, restart, or continue. %d instants are recorded"),
               session->history.runs[0].count);
}

static void beside_track(const rb_ui *ui, rb_session *session, bool before, const char *state) {
    igSameLine(0, rb_em(0.6f));
    igBeginGroup();
    igTextColored(rb_im4(rb_text_color(session->scrubbing ? RB_COLOR_WARNING : RB_COLOR_INK_SOFT)), "%s",
                  state);
    if (before) {
        rb_tooltip(rb_tr("Motion and forces are from that time. The body's shape and the law's curves "
                         "are the current ones, and play continues with them"));
    }
    if (session->scrubbing) {
        if (rb_small_button(rb_tr("back to live"))) {
            rb_session_go_live(session);
        }
        rb_tooltip(rb_tr("Return to the present (End or Esc); nothing is lost"));
    } else if (!ui->still) {
        at_rest_button(ui, session);
    }
    igEndGroup();
}

void rb_timeline_draw(const rb_ui *ui, rb_session *session) {
    igPushStyleVar_Vec2(ImGuiStyleVar_WindowPadding, rb_im2(rb_em(0.7f), rb_em(0.5f)));
    if (rb_begin_panel("##timeline", ui->rects.timeline, ImGuiWindowFlags_NoScrollbar)) {
        ImVec2 at;
        ImVec2 room;
        igGetCursorScreenPos(&at);
        igGetContentRegionAvail(&room);
        bool before = rb_session_before_edit(session);
        const char *state = before               ? rb_tr("past, before your edit")
                            : session->scrubbing ? rb_tr("past: play continues from here")
                                                 : rb_tr("live");
        float side = ui->small ? 0 : rb_text_width(rb_tr("past: play continues from here")) + rb_em(1);
        at.x += lanes_gutter(session);
        room.x -= lanes_gutter(session);
        igSetCursorScreenPos(at);
        rb_track track = {.min = rb_im2(at.x, at.y + rb_em(0.1f)),
                          .max = rb_im2(at.x + room.x - side, at.y + room.y - rb_em(1.1f)),
                          .t0 = rb_history_begin(&session->history),
                          .lanes = rb_timeline_lanes_height(session)};
        track.t1 = fmax(rb_history_end(&session->history),
                        track.t0 + rb_appearance_span(session->runs[session->selected].scene.body));
        igInvisibleButton("track", rb_im2(fmaxf(track.max.x - track.min.x, 1), fmaxf(room.y, 1)), 0);
        if (igIsItemActive()) {
            ImVec2 mouse;
            igGetMousePos(&mouse);
            double share = (double)((mouse.x - track.min.x) / (track.max.x - track.min.x));
            rb_session_scrub(session, track.t0 + share * (track.t1 - track.t0));
        }
        draw_track(ui, session, &track, igGetWindowDrawList());
        if (!ui->small) { /* the bars of a small screen have it */
            beside_track(ui, session, before, state);
        }
    }
    rb_end_panel();
    igPopStyleVar(1);
}
