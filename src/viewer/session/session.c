#include "viewer/session/session.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a REMOVE command, in its count: do the other runs go on, or does a restart follow anyway? */
enum { restart_follows, keep_history };

/* ---------------------------------------------------------------- outbox */

static void post(rb_session *session, const rb_command *command) {
    if (session->outbox_count == RB_OUTBOX_MAX) {
        return; /* a runner that takes nothing for this long is gone; do not pile up */
    }
    int slot = (session->outbox_first + session->outbox_count++) % RB_OUTBOX_MAX;
    session->outbox[slot] = *command;
}

static void post_simple(rb_session *session, rb_command_kind kind) {
    rb_command command = {.kind = kind};
    post(session, &command);
}

/* The runner counts a generation for each of these. */
static bool begins_generation(rb_command_kind kind) {
    return kind == RB_COMMAND_RESET || kind == RB_COMMAND_SCENE || kind == RB_COMMAND_ADD ||
           kind == RB_COMMAND_REMOVE;
}

/* These change which sample means what: every sample made before them must be in first. */
static bool needs_quiet(const rb_command *command) {
    return (command->kind == RB_COMMAND_REMOVE && command->count == keep_history) ||
           command->kind == RB_COMMAND_RESTORE;
}

static void drain_samples(rb_session *session) {
    rb_sample sample;
    while (rb_runner_next_sample(session->runner, &sample)) {
        if (sample.generation != session->history.generation) {
            rb_history_clear(&session->history, sample.generation);
            session->edited_at = -INFINITY;
        }
        if (sample.run >= 0 && sample.run < RB_RUNS_MAX) {
            rb_history_add(&session->history, sample.run, &sample.snapshot);
        }
    }
}

static void forget_run(rb_session *session, int run) {
    rb_history_remove_run(&session->history, run);
    for (int i = run; i + 1 < session->count; i++) {
        session->runs[i] = session->runs[i + 1];
        session->drawn[i] = session->drawn[i + 1];
    }
    session->count--;
    if (session->selected > run || session->selected == session->count) {
        session->selected--;
    }
    if (session->reference > run) {
        session->reference--;
    } else if (session->reference == run) {
        session->reference = 0;
    }
}

static bool send(rb_session *session, const rb_command *command) {
    bool taken = rb_runner_send(session->runner, command);
    session->sent += taken ? 1 : 0;
    return taken;
}

/* True when the runs stand still and all their samples are in. That the frame is not playing would
   not say so: it may be older than a command to play. */
static bool quiet(rb_session *session) {
    if (session->quiet_at == 0) {
        rb_command pause = {.kind = RB_COMMAND_PAUSE};
        session->quiet_at = send(session, &pause) ? session->sent : 0;
        return false;
    }
    if (session->frame->commands < session->quiet_at) {
        return false;
    }
    drain_samples(session);
    session->quiet_at = 0;
    return true;
}

static void flush(rb_session *session) {
    while (session->outbox_count > 0) {
        rb_command *command = &session->outbox[session->outbox_first];
        bool removes = command->kind == RB_COMMAND_REMOVE && command->count == keep_history;
        if (needs_quiet(command) && !quiet(session)) {
            return;
        }
        if (!send(session, command)) {
            return;
        }
        session->expected_generation += begins_generation(command->kind) ? 1 : 0;
        if (removes) {
            forget_run(session, command->run);
            session->history.generation = session->expected_generation;
        }
        session->outbox_first = (session->outbox_first + 1) % RB_OUTBOX_MAX;
        session->outbox_count--;
    }
}

bool rb_session_settled(const rb_session *session) {
    return session->outbox_count == 0 && session->frame->commands == session->sent &&
           session->frame->generation == session->expected_generation &&
           session->frame->run_count == session->count;
}

/* ---------------------------------------------------------------- life */

rb_status rb_session_create(rb_session *session, const rb_scene *scenes, int count, bool threaded,
                            rb_error *err) {
    *session = (rb_session){
        .threaded = threaded, .speed = 1, .ticks_allowed = INT_MAX, .edited_at = -INFINITY};
    session->outbox = calloc(RB_OUTBOX_MAX, sizeof *session->outbox);
    if (session->outbox == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "session: out of memory");
    }
    rb_status status = rb_history_create(&session->history, err);
    if (status == RB_OK) {
        status = rb_series_create(&session->series, err);
    }
    if (status == RB_OK) {
        status = rb_undo_create(&session->undo, err);
    }
    if (status == RB_OK) {
        rb_runner_options options = {.threaded = threaded, .sample_time = 1.0 / RB_HISTORY_RATE};
        status = rb_runner_create(&scenes[0], options, &session->runner, err);
    }
    if (status != RB_OK) {
        rb_session_destroy(session);
        return status;
    }
    session->frame = rb_runner_frame(session->runner);
    session->expected_generation = session->frame->generation;
    session->history.generation = session->frame->generation;
    for (int i = 0; i < count; i++) {
        session->runs[i] = (rb_session_run){scenes[i], scenes[i], scenes[i], {""}};
        session->drawn[i] = scenes[i];
        if (i > 0) {
            rb_command add = {.kind = RB_COMMAND_ADD, .run = i, .scene = scenes[i]};
            post(session, &add);
        }
    }
    session->count = count;
    return RB_OK;
}

void rb_session_destroy(rb_session *session) {
    if (session->runner != NULL) {
        rb_runner_destroy(session->runner);
    }
    rb_history_destroy(&session->history);
    rb_series_destroy(&session->series);
    rb_undo_destroy(&session->undo);
    free(session->outbox);
    *session = (rb_session){0};
}

/* What is drawn: the recorded past while scrubbing, else the newest frame. Scenes follow only when
   the frame is one of theirs, so that a body is never drawn with another one's shape. */
static void choose_shown(rb_session *session, double wall_seconds) {
    bool ours = session->frame->generation == session->expected_generation &&
                session->frame->run_count == session->count;
    if (ours) {
        for (int i = 0; i < session->count; i++) {
            session->drawn[i] = session->runs[i].applied;
        }
    }
    session->shown_count =
        session->frame->run_count < session->count ? session->frame->run_count : session->count;
    double tick = session->runs[0].applied.values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
    bool slow = session->threaded &&
                rb_slow_motion_update(&session->slow, session->frame, tick, wall_seconds) && ours;
    for (int i = 0; i < session->shown_count; i++) {
        const rb_snapshot *now = slow ? &session->slow.shown[i] : &session->frame->runs[i];
        const rb_snapshot *past =
            session->scrubbing ? rb_history_at(&session->history, i, session->scrub_t) : NULL;
        session->shown[i] = past != NULL ? past : now;
    }
    for (int i = session->shown_count; i < RB_RUNS_MAX; i++) {
        session->shown[i] = &session->frame->runs[0]; /* never a hole, whoever asks too early */
    }
}

/* What goes by what is shown: the selected run, the columns in use, the differences. */
static void follow_shown(rb_session *session) {
    if (session->selected >= session->shown_count && session->shown_count > 0) {
        session->selected = session->shown_count - 1;
    }
    rb_series_begin_frame(&session->series);
    if (session->count > 1 && session->shown_count == session->count) {
        rb_compare_update(&session->compare, &session->history, session->count, session->reference);
    }
}

bool rb_session_update(rb_session *session, double wall_seconds) {
    flush(session);
    if (!session->threaded) {
        int done = rb_runner_pump(session->runner, wall_seconds, session->ticks_allowed);
        session->ticks_allowed -= done;
    }
    session->frame = rb_runner_frame(session->runner);
    if (session->frame->generation != session->history.generation) {
        session->scrubbing = false;
    }
    rb_history_reserve(&session->history);
    drain_samples(session);
    choose_shown(session, wall_seconds);
    follow_shown(session);
    bool refused = session->frame->error_count != session->errors_seen;
    session->errors_seen = session->frame->error_count;
    if (refused && session->outbox_count == 0) {
        session->expected_generation = session->frame->generation;
    }
    return refused;
}

/* ---------------------------------------------------------------- time */

double rb_session_time(const rb_session *session) {
    double t = 0;
    for (int i = 0; i < session->shown_count; i++) {
        t = fmax(t, session->shown[i]->t); /* a frozen run stays behind */
    }
    return t;
}

bool rb_session_before_edit(const rb_session *session) {
    return session->scrubbing && session->scrub_t < session->edited_at;
}

bool rb_session_playing(const rb_session *session) {
    return session->frame->playing && !session->scrubbing;
}

/* Every run goes on from the shown moment; what came later is dropped as new samples arrive. */
static void branch(rb_session *session) {
    session->edited_at = fmin(session->edited_at, session->scrub_t);
    for (int i = 0; i < session->count; i++) {
        const rb_snapshot *past = rb_history_at(&session->history, i, session->scrub_t);
        if (past != NULL) {
            rb_command restore = {.kind = RB_COMMAND_RESTORE, .run = i, .snapshot = *past};
            post(session, &restore);
        }
    }
}

static bool at_end(const rb_session *session) {
    return session->scrub_t >= rb_history_end(&session->history);
}

void rb_session_play(rb_session *session) {
    if (session->scrubbing && !at_end(session)) {
        branch(session);
    }
    session->scrubbing = false;
    post_simple(session, RB_COMMAND_PLAY);
}

void rb_session_pause(rb_session *session) {
    post_simple(session, RB_COMMAND_PAUSE);
}

void rb_session_advance(rb_session *session, int ticks) {
    rb_command step = {.kind = RB_COMMAND_STEP, .count = ticks};
    post(session, &step);
}

void rb_session_scrub(rb_session *session, double t) {
    double begin = rb_history_begin(&session->history);
    double end = rb_history_end(&session->history);
    if (session->history.runs[rb_history_longest(&session->history)].count == 0) {
        return;
    }
    if (!session->scrubbing && session->frame->playing) {
        rb_session_pause(session);
    }
    session->scrubbing = true;
    session->scrub_t = fmin(fmax(t, begin), end);
}

void rb_session_go_live(rb_session *session) {
    session->scrubbing = false;
}

void rb_session_step(rb_session *session, int direction) {
    int run = rb_history_longest(&session->history);
    const rb_history_run *past = &session->history.runs[run];
    if (past->count == 0) {
        rb_session_advance(session, 1);
        return;
    }
    double t = session->scrubbing ? session->scrub_t : rb_history_end(&session->history);
    int index = rb_history_find(&session->history, run, t) + direction;
    if (!session->scrubbing && direction > 0) {
        rb_session_advance(session, 1);
    } else if (index >= past->count) {
        rb_session_go_live(session);
    } else {
        rb_session_scrub(session, past->items[index < 0 ? 0 : index]->t);
    }
}

void rb_session_set_speed(rb_session *session, double speed) {
    if (isnan(speed)) {
        return; /* as one may type it */
    }
    session->speed = fmin(fmax(speed, RB_SPEED_MIN), RB_SPEED_MAX);
    rb_command command = {.kind = RB_COMMAND_SPEED, .value = session->speed};
    post(session, &command);
}

void rb_session_restart(rb_session *session) {
    session->scrubbing = false;
    bool any = false;
    for (int i = 0; i < session->count; i++) {
        rb_session_run *run = &session->runs[i];
        if (rb_scene_check(&run->scene, run->scene.id, &run->problem) != RB_OK) {
            continue;
        }
        run->problem.text[0] = '\0';
        run->applied = run->scene;
        rb_command command = {.kind = RB_COMMAND_SCENE, .run = i, .scene = run->scene};
        post(session, &command);
        any = true;
    }
    if (!any) {
        post_simple(session, RB_COMMAND_RESET);
    }
}

/* ---------------------------------------------------------------- runs */

static void keep_scene(rb_session_run *run, const rb_scene *scene) {
    *run = (rb_session_run){*scene, *scene, *scene, {""}};
}

/* What waits for a quiet moment is about runs that are replaced now. */
static void cancel_waiting(rb_session *session) {
    int kept = 0;
    for (int i = 0; i < session->outbox_count; i++) {
        rb_command *from = &session->outbox[(session->outbox_first + i) % RB_OUTBOX_MAX];
        if (!needs_quiet(from)) {
            session->outbox[(session->outbox_first + kept++) % RB_OUTBOX_MAX] = *from;
        }
    }
    session->outbox_count = kept;
    session->quiet_at = 0;
}

void rb_session_replace(rb_session *session, const rb_scene *scenes, int count) {
    session->scrubbing = false;
    cancel_waiting(session);
    while (session->count > count) {
        rb_command remove = {.kind = RB_COMMAND_REMOVE, .run = session->count - 1};
        post(session, &remove);
        forget_run(session, session->count - 1);
    }
    for (int i = 0; i < count; i++) {
        bool exists = i < session->count;
        keep_scene(&session->runs[i], &scenes[i]);
        rb_command command = {
            .kind = exists ? RB_COMMAND_SCENE : RB_COMMAND_ADD, .run = i, .scene = scenes[i]};
        post(session, &command);
    }
    session->count = count;
    session->selected = 0;
    session->reference = 0;
}

void rb_session_open(rb_session *session, const rb_scene *scene) {
    rb_session_replace(session, scene, 1);
}

bool rb_session_add(rb_session *session, const rb_scene *scene) {
    if (session->count == RB_RUNS_MAX) {
        return false;
    }
    session->scrubbing = false;
    keep_scene(&session->runs[session->count], scene);
    session->drawn[session->count] = *scene;
    rb_command add = {.kind = RB_COMMAND_ADD, .run = session->count, .scene = *scene};
    post(session, &add);
    session->selected = session->count++;
    return true;
}

void rb_session_remove(rb_session *session, int run) {
    for (int i = 0; i < session->outbox_count; i++) {
        if (session->outbox[(session->outbox_first + i) % RB_OUTBOX_MAX].kind ==
            RB_COMMAND_REMOVE) {
            return; /* one after the other: indices move */
        }
    }
    if (session->count > 1 && run >= 0 && run < session->count) {
        rb_command remove = {.kind = RB_COMMAND_REMOVE, .run = run, .count = keep_history};
        post(session, &remove);
        if (session->frame->playing) {
            post_simple(session, RB_COMMAND_PLAY);
        }
    }
}

const char *rb_session_label(const rb_session *session, int run) {
    return session->runs[run].applied.friction->id; /* an edit may wait, or be refused */
}

void rb_session_flick(rb_session *session, rb_vec3 delta_omega) {
    if (session->scrubbing && !at_end(session)) {
        branch(session);
    }
    session->scrubbing = false;
    rb_command flick = {.kind = RB_COMMAND_FLICK, .vector = delta_omega};
    post(session, &flick);
    post_simple(session, RB_COMMAND_PLAY);
}
