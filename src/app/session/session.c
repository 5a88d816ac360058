#include "app/session/session.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Recorded instants that plots unpack per frame at most in an interactive session: a few milliseconds. */
enum { LOOKS = 4096 };

/* Index of the run in the newest frame; -1 if it is not in it (yet). */
static int place_of(const rb_session *session, uint64_t id) {
    const rb_frame *frame = session->frame;
    for (int i = 0; i < frame->run_count; i++) {
        if (frame->marks[i].id == id) {
            return i;
        }
    }
    return -1;
}

bool rb_session_idle(const rb_session *session) {
    return session->commands.count == 0 && session->frame->command == session->commands.posted;
}

bool rb_session_settled(const rb_session *session) {
    return rb_session_idle(session) && session->frame->run_count == session->count &&
           session->history.start == session->frame->start;
}

/* ---------------------------------------------------------------- life */

/* A run that is added with another start than the first run keeps its own start. */
static void set_run(rb_session *session, int index, const rb_scene *scene, rb_run_mark mark) {
    rb_session_run *run = &session->runs[index];
    *run = (rb_session_run){
        .scene = *scene, .applied = *scene, .preset = *scene, .id = mark.id, .revision = mark.revision};
    run->own_start = index > 0 && !rb_scene_same_start(scene, &session->runs[0].scene);
}

/* Adds a run, which the command with this number creates. */
static void append_run(rb_session *session, const rb_scene *scene, uint64_t number) {
    rb_run_mark mark = {.id = number, .revision = number};
    set_run(session, session->count++, scene, mark);
}

static uint64_t post_scene(rb_session *session, rb_command_kind kind, int run, const rb_scene *scene) {
    rb_command command = {.kind = kind, .run = run, .scene = *scene};
    return rb_command_queue_post(&session->commands, &command);
}

rb_status rb_session_create(rb_session *session, const rb_scene *scenes, int count,
                            rb_session_options options, rb_error *err) {
    *session = (rb_session){.options = options, .speed = 1, .until = INFINITY};
    rb_status status = rb_command_queue_create(&session->commands, err);
    if (status == RB_OK) {
        status = rb_history_create(&session->history, err);
    }
    if (status == RB_OK) {
        status = rb_series_create(&session->series, err);
    }
    if (status == RB_OK) {
        status = rb_undo_create(&session->undo, err);
    }
    if (status == RB_OK) {
        rb_runner_options wanted = {.threaded = options.threaded,
                                    .interactive = options.interactive,
                                    .sample_time = 1.0 / RB_HISTORY_RATE};
        status = rb_runner_create(&scenes[0], wanted, &session->runner, err);
    }
    if (status != RB_OK) {
        rb_session_destroy(session);
        return status;
    }
    session->series.looks_per_frame = options.interactive ? LOOKS : INT_MAX;
    session->frame = rb_runner_frame(session->runner);
    append_run(session, &scenes[0], 0); /* the runner was created with it */
    for (int i = 1; i < count; i++) {
        append_run(session, &scenes[i], post_scene(session, RB_COMMAND_ADD, i, &scenes[i]));
    }
    for (int i = 0; i < count; i++) {
        session->drawn[i] = scenes[i];
    }
    rb_session_name_runs(session);
    return RB_OK;
}

void rb_session_destroy(rb_session *session) {
    if (session->runner != NULL) {
        rb_runner_destroy(session->runner);
    }
    rb_history_destroy(&session->history);
    rb_series_destroy(&session->series);
    rb_undo_destroy(&session->undo);
    rb_command_queue_destroy(&session->commands);
    *session = (rb_session){0};
}

/* ---------------------------------------------------------------- frames and samples */

/* Gives the history the scene of a sample, which it needs to restore packed instants. The scene is in the
   frame, or is the last one that was sent. */
static void record_scene(rb_session *session, int run, uint64_t revision) {
    if (rb_history_knows(&session->history, run, revision)) {
        return;
    }
    const rb_frame *frame = session->frame;
    const rb_scene *scene = NULL;
    for (int i = 0; i < frame->run_count && scene == NULL; i++) {
        bool same = frame->marks[i].id == session->runs[run].id;
        scene = same && frame->marks[i].revision == revision ? &frame->scenes[i] : NULL;
    }
    if (scene == NULL && session->runs[run].revision == revision) {
        scene = &session->runs[run].applied;
    }
    if (scene != NULL) {
        rb_history_scene(&session->history, run, scene, revision);
    }
}

static void drain_samples(rb_session *session) {
    rb_sample sample;
    while (rb_runner_next_sample(session->runner, &sample)) {
        const rb_checkpoint_room *checkpoint = sample.checkpoint;
        if (sample.start != session->history.start) {
            rb_history_clear(&session->history, sample.start);
        }
        for (int i = 0; i < session->count; i++) { /* samples of removed runs are dropped */
            if (session->runs[i].id == sample.mark.id) {
                record_scene(session, i, sample.mark.revision);
                rb_history_add(&session->history, i, &sample.snapshot, &checkpoint->head.state);
                rb_history_attach(&session->history, i, sample.snapshot.t, checkpoint->large,
                                  sample.checkpoint_size - sizeof checkpoint->head);
                rb_series_feed(&session->series, &session->history, i, &sample.snapshot);
            }
        }
    }
}

static void drop_run(rb_session *session, int run) {
    rb_history_remove_run(&session->history, run);
    for (int i = run; i + 1 < session->count; i++) {
        session->runs[i] = session->runs[i + 1];
    }
    session->count--;
    if (session->selected > run || session->selected == session->count) {
        session->selected--;
    }
    if (session->reference > run) {
        session->reference--;
    } else if (session->reference == run) {
        session->reference_chosen = false;
    }
    rb_session_default_reference(session);
}

/* Call when the runner has carried out every command. Where it refused one, its runs and scenes replace
   ours. */
static void sync_with_runner(rb_session *session) {
    const rb_frame *frame = session->frame;
    for (int i = session->count - 1; i >= 0 && session->count > 1; i--) {
        if (place_of(session, session->runs[i].id) < 0) {
            drop_run(session, i);
        }
    }
    if (place_of(session, session->runs[0].id) < 0) {
        for (session->count = 0; session->count < frame->run_count; session->count++) {
            int i = session->count;
            set_run(session, i, &frame->scenes[i], frame->marks[i]);
        }
    }
    for (int i = frame->run_count - 1, last = session->count - 1; i >= 0; i--) {
        rb_session_run *run = &session->runs[last < 0 ? 0 : last];
        if (run->id != frame->marks[i].id) {
            rb_command remove = {.kind = RB_COMMAND_REMOVE, .run = i};
            rb_command_queue_post(&session->commands, &remove);
            continue;
        }
        if (run->revision != frame->marks[i].revision) {
            run->applied = frame->scenes[i];
            run->revision = frame->marks[i].revision;
        }
        last--;
    }
}

/* Finds our runs in the frame. Until the first one is there, the runs about to be replaced are shown. Their
   scenes come with the frame, so that a body is always drawn with its own shape. */
static void find_places(rb_session *session) {
    int count = 0;
    while (count < session->count && place_of(session, session->runs[count].id) >= 0) {
        session->place[count] = place_of(session, session->runs[count].id);
        count++;
    }
    bool strange = count == 0;
    while (strange && count < session->count && count < session->frame->run_count) {
        session->place[count] = count;
        count++;
    }
    session->shown_count = count;
    for (; count < RB_RUNS_MAX; count++) {
        session->place[count] = 0; /* a valid index even before the run is there */
    }
}

/* Chooses what is drawn: the recorded past while scrubbing, otherwise the newest frame. */
static void choose_shown(rb_session *session, double wall_seconds) {
    const rb_frame *frame = session->frame;
    find_places(session);
    bool slow = session->options.interactive && rb_slow_motion_update(&session->slow, frame, wall_seconds);
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        int place = session->place[i];
        const rb_snapshot *now = slow ? &session->slow.shown[place] : &frame->runs[place];
        bool past = session->scrubbing && i < session->shown_count &&
                    rb_history_at(&session->history, i, session->scrub_t, &session->past[i]);
        session->shown[i] = past ? &session->past[i] : now;
    }
    rb_user_events_update(&session->user_events, frame);
    for (int i = 0; i < session->shown_count; i++) {
        session->drawn[i] = frame->scenes[session->place[i]];
    }
}

/* Updates what depends on the moment shown: the selected run, the columns in use, the differences between
 * runs. */
static void update_shown(rb_session *session) {
    if (session->selected >= session->shown_count && session->shown_count > 0) {
        session->selected = session->shown_count - 1;
    }
    rb_series_begin_frame(&session->series);
    if (session->count > 1 && session->shown_count == session->count) {
        const rb_body_kind *body = session->runs[session->reference].applied.body;
        rb_compare_update(&session->compare, &session->series, &session->history, session->count,
                          session->reference, rb_signal_of(body, body->measure));
    }
}

/* The largest spin between the start of the caption and the moment shown, for runs that were only rocked. */
static void update_peak_spins(rb_session *session) {
    for (int i = 0; i < session->shown_count; i++) {
        const rb_caption caption = rb_session_caption(session, i);
        const rb_body_kind *body = caption.scene->body;
        session->peak_spin[i] = (double)NAN;
        if (!rb_body_has(body, RB_TRAIT_REVERSES) || rb_caption_was_spun(&caption)) {
            continue;
        }
        const rb_column *spin =
            rb_series_column(&session->series, &session->history, i, rb_signal_of(body, "omega3"));
        double begin = caption.last_flick != NULL ? caption.last_flick->t : 0;
        int last = rb_history_find(&session->history, i, caption.shown->t);
        int first = rb_history_find(&session->history, i, begin);
        for (int k = first < 0 ? 0 : first; spin != NULL && k <= last && k < spin->count; k++) {
            double *peak = &session->peak_spin[i];
            *peak = isnan(*peak) || fabs(spin->values[k]) > fabs(*peak) ? spin->values[k] : *peak;
        }
    }
}

/* Wall-clock time for physics in this frame, s: half of the frame, but at least 2 ms. */
static double physics_budget(const rb_session *session, double wall_seconds) {
    const double least = 0.002;
    return session->options.interactive ? fmax(wall_seconds / 2, least) : INFINITY;
}

bool rb_session_update(rb_session *session, double wall_seconds) {
    rb_command_queue_flush(&session->commands, session->runner);
    if (!session->options.threaded) {
        rb_runner_pump(session->runner, wall_seconds, INT_MAX, physics_budget(session, wall_seconds));
    }
    session->frame = rb_runner_frame(session->runner);
    if (rb_session_idle(session)) {
        sync_with_runner(session);
    }
    if (session->frame->start != session->history.start) {
        session->scrubbing = false;
    }
    rb_history_reserve(&session->history);
    drain_samples(session);
    choose_shown(session, wall_seconds);
    rb_readout_update(&session->readout, session->shown, session->shown_count, session->frame->command,
                      rb_session_playing(session) || session->filming, session->speed);
    update_shown(session);
    update_peak_spins(session);
    rb_session_name_runs(session);
    rb_session_handle_rest(session, wall_seconds);
    bool refused = session->frame->refused != session->refusal_seen;
    session->refusal_seen = session->frame->refused;
    return refused;
}

const rb_snapshot *rb_session_now(const rb_session *session, int run) {
    return &session->frame->runs[session->place[run]];
}

void rb_session_at(const rb_session *session, int run, double t, rb_snapshot *out) {
    const rb_snapshot *now = rb_session_now(session, run);
    int index = rb_history_find(&session->history, run, t);
    const rb_history_run *past = &session->history.runs[run];
    if (index < 0 || (now->t <= t && now->t > past->items[index].t)) {
        *out = *now;
    } else {
        rb_history_read(&session->history, past, index, out);
    }
}

const rb_summary *rb_session_summary(const rb_session *session, int run) {
    return &session->frame->summaries[session->place[run]];
}

/* Share of the last half second of the record in which no contact touches the floor. */
static double airborne_share(const rb_session *session, int run) {
    enum { SAMPLES = 30 };
    const double span = 0.5, settled = 0.02; /* s; a body starts just above a soft floor */
    const double now = session->shown[run]->t;
    if (strcmp(session->drawn[run].normal->id, "rigid") == 0) {
        return 0; /* a rigid contact never opens without ending the run, or passes on to another one */
    }
    int airborne = 0;
    for (int i = 0; i < SAMPLES; i++) {
        rb_snapshot at;
        double t = now - span * i / SAMPLES;
        bool touches = t < settled || !rb_history_at(&session->history, run, t, &at);
        for (int k = 0; !touches && k < at.contact_count && k < RB_CONTACTS_MAX; k++) {
            touches = at.contact[k].touching;
        }
        airborne += !touches;
    }
    return (double)airborne / SAMPLES;
}

rb_caption rb_session_caption(const rb_session *session, int run) {
    const rb_snapshot *shown = session->shown[run];
    return (rb_caption){.scene = &session->drawn[run],
                        .shown = shown,
                        .summary = rb_session_summary(session, run),
                        .last_flick = rb_user_events_last_flick(&session->user_events, shown->t),
                        .peak_spin = session->peak_spin[run],
                        .airborne = airborne_share(session, run),
                        .turns = session->turns};
}

/* ---------------------------------------------------------------- restart */

/* Replaces all runs of the runner by new ones with the applied scenes. */
static void start_runs(rb_session *session) {
    session->scrubbing = false;
    rb_command_queue_discard(&session->commands);
    for (int i = 0; i < session->count; i++) {
        rb_session_run *run = &session->runs[i];
        run->id = run->revision =
            post_scene(session, i == 0 ? RB_COMMAND_OPEN : RB_COMMAND_ADD, i, &run->applied);
    }
}

static double tick_of(const rb_scene *scene) {
    return scene->values[RB_SECTION_SOLVER][RB_SOLVER_TICK];
}

void rb_session_restart(rb_session *session) {
    session->scrubbing = false;
    bool sound[RB_RUNS_MAX] = {false}, any = false, other_ticks = false;
    for (int i = 0; i < session->count; i++) {
        rb_session_run *run = &session->runs[i];
        sound[i] = rb_scene_check(&run->scene, run->scene.id, &run->problem) == RB_OK;
        if (sound[i]) {
            run->problem.text[0] = '\0';
            any = true;
            other_ticks = other_ticks || tick_of(&run->scene) != tick_of(&run->applied);
            run->applied = run->scene;
        }
    }
    if (other_ticks) { /* replaced one by one, their ticks would not have a common multiple */
        start_runs(session);
        return;
    }
    for (int i = 0; i < session->count; i++) {
        rb_session_run *run = &session->runs[i];
        if (sound[i]) {
            run->revision = post_scene(session, RB_COMMAND_SCENE, i, &run->scene);
        }
    }
    if (!any) {
        rb_command reset = {.kind = RB_COMMAND_RESET};
        rb_command_queue_post(&session->commands, &reset);
    }
}

/* ---------------------------------------------------------------- runs */

void rb_session_replace(rb_session *session, const rb_scene *scenes, int count) {
    for (int i = 0; i < count; i++) {
        set_run(session, i, &scenes[i], (rb_run_mark){0});
    }
    session->count = count;
    session->selected = 0;
    session->reference_chosen = false;
    rb_session_default_reference(session);
    start_runs(session);
}

void rb_session_open(rb_session *session, const rb_scene *scene) {
    rb_session_replace(session, scene, 1);
}

bool rb_session_add(rb_session *session, const rb_scene *scene) {
    uint64_t number =
        session->count < RB_RUNS_MAX ? post_scene(session, RB_COMMAND_ADD, session->count, scene) : 0;
    if (number == 0) {
        return false;
    }
    session->scrubbing = false;
    session->drawn[session->count] = *scene;
    append_run(session, scene, number);
    session->selected = session->count - 1;
    rb_session_name_runs(session);
    return true;
}

void rb_session_remove(rb_session *session, int run) {
    rb_command remove = {.kind = RB_COMMAND_REMOVE, .run = run};
    bool there = session->count > 1 && run >= 0 && run < session->count;
    if (there && rb_command_queue_post(&session->commands, &remove) > 0) {
        drop_run(session, run);
    }
}
