/* The record stores a fifth of a snapshot and restores it to the last bit. */
#include <math.h>

#include "app/session/history.h"
#include "app/session/packing.h"
#include "session.h"

enum { INSTANTS = 150 };

static rb_checkpoint made[INSTANTS];

static void check_same(const rb_snapshot *a, const rb_snapshot *b, const char *where) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t i = 0;
    while (i < sizeof *a && x[i] == y[i]) {
        i++;
    }
    if (i < sizeof *a) {
        fail_msg("%s: at t = %g s byte %zu of a snapshot is another one", where, a->t, i);
    }
}

/* The rest follows from the scene, so only the state is stored. */
static void check_foretold(const rb_recall *recall, const rb_checkpoint *s, const char *where) {
    rb_page page;
    rb_page_begin(&page, &s->state);
    unsigned char packed[RB_PACKED_MAX];
    size_t more =
        rb_pack(&page, recall, &s->state, &s->then, packed) - 8 * (size_t)RB_MASK_WORDS(RB_CORE_WORDS);
    if (more > 0) {
        fail_msg("%s: at t = %g s the scene does not say everything: %zu bytes more", where, s->then.t, more);
    }
}

static void next_sample(rb_simulation *sim) {
    double tick = rb_simulation_step_length(sim) * rb_simulation_steps_per_tick(sim);
    for (int i = 0; i < fmax(1, round(1 / RB_HISTORY_RATE / tick)); i++) {
        rb_simulation_tick(sim);
    }
}

/* Records a run with events, and reads it back. */
typedef void befall(rb_simulation *sim, int index);

static rb_phase check_run(const rb_scene *scene, int instants, befall *befalls, const char *where) {
    rb_simulation *sim = rb_test_simulation(scene);
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    rb_scene known = *scene;
    rb_recall recall;
    rb_recall_prepare(&recall, &known);
    rb_history_scene(&history, 0, &known, 0);
    int count = 0;
    for (int i = 0; i < instants; i++) {
        if (befalls != NULL) {
            befalls(sim, i);
        }
        const rb_scene *now = rb_simulation_scene(sim);
        if (!rb_scene_same(now, &known)) {
            known = *now;
            rb_recall_prepare(&recall, &known);
            rb_history_scene(&history, 0, &known, (uint64_t)i);
        }
        rb_checkpoint s = rb_test_save(sim);
        check_foretold(&recall, &s, where);
        rb_history_add(&history, 0, &s.then, &s.state);
        count = history.runs[0].count; /* fewer after a branch, as many as before when time stands */
        made[count - 1] = s;
        next_sample(sim);
    }
    for (int i = 0; i < count; i++) {
        rb_snapshot s;
        rb_run_state kept;
        assert_true(history.runs[0].items[i].t == made[i].then.t);
        rb_history_read(&history, &history.runs[0], i, &s);
        check_same(&s, &made[i].then, where);
        assert_true(rb_history_moment(&history, 0, made[i].then.t, &kept, &s));
        assert_memory_equal(&kept, &made[i].state, sizeof kept);
    }
    rb_phase phase = rb_simulation_phase(sim);
    rb_history_destroy(&history);
    rb_simulation_destroy(sim);
    return phase;
}

static void every_scene_and_solver(void **state) {
    (void)state;
    char folder[1024];
    static rb_library library;
    assert_int_equal(rb_library_find_folder(folder, sizeof folder, NULL), RB_OK);
    assert_int_equal(rb_library_load(&library, folder, NULL), RB_OK);
    assert_true(library.count > 30);
    int step = RB_SHORT ? 5 : 1;
    for (int i = 0; i < library.count; i += step) {
        if (library.scenes[i].body->ops->large != NULL) {
            continue; /* the record keeps snapshots of such bodies, not their states */
        }
        rb_param_table solver = rb_scene_table(&library.scenes[i], RB_SECTION_SOLVER);
        const char *const *methods = solver.rows[RB_SOLVER_METHOD].choices;
        for (int method = 0; methods[method] != NULL; method++) {
            rb_scene scene = library.scenes[i];
            scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = method;
            rb_scene_fit_step(&scene);
            char where[128];
            snprintf(where, sizeof where, "%s by %s", scene.id, methods[method]);
            check_run(&scene, 80, NULL, where);
        }
    }
}

static void every_law(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "ak18-a", "tippetop-ka09"};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < rb_friction_law_count(); k += RB_SHORT ? 4 : 1) {
            rb_scene scene = rb_test_scene(scenes[i], NULL);
            rb_scene_set_friction(&scene, rb_friction_law_at(k));
            if (rb_scene_check(&scene, scene.id, NULL) == RB_OK) {
                check_run(&scene, 50, NULL, rb_friction_law_at(k)->id);
            }
        }
    }
}

/* ---- events during a run ----------------------------------------------------------------------- */

static void edit(rb_simulation *sim, int index) {
    rb_scene scene = *rb_simulation_scene(sim);
    rb_error err = {""};
    if (index % 20 == 10) {
        scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 0.9;
    } else if (index == 65) {
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_RODAS;
    } else if (index == 85) {
        scene.values[RB_SECTION_WORLD][RB_WORLD_G] *= 1.5;
    } else if (index == 105) {
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_DP5;
    } else {
        return;
    }
    assert_int_equal(rb_simulation_edit(sim, &scene, &err), RB_OK);
}

static void flick(rb_simulation *sim, int index) {
    if (index % 30 == 29) {
        rb_simulation_flick(sim, (rb_vec3){0.3, -0.2, 1}, NULL);
    }
}

/* Restores a recorded instant and continues from there. */
static void go_back(rb_simulation *sim, int index) {
    if (index == 50 || index == 100) {
        rb_test_restore(sim, &made[20]);
        rb_simulation_flick(sim, (rb_vec3){0, 0, 0.5}, NULL);
        next_sample(sim);
    }
}

static void edits_flicks_and_branches(void **state) {
    (void)state;
    static const char *const scenes[] = {"k11-fig5", "ak18-a", "tippetop-ka09", "disk-forced"};
    for (int i = 0; i < 4; i++) {
        rb_scene scene = rb_test_scene(scenes[i], NULL);
        check_run(&scene, INSTANTS, edit, scenes[i]);
        check_run(&scene, INSTANTS, flick, scenes[i]);
        check_run(&scene, INSTANTS, go_back, scenes[i]);
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = RB_METHOD_DOP853;
        check_run(&scene, INSTANTS, edit, scenes[i]);
        check_run(&scene, INSTANTS, go_back, scenes[i]);
    }
}

static void ends_of_runs(void **state) {
    (void)state;
    rb_scene stone = rb_test_scene("k11-fig5", "omega1=0", "omega2=0", "omega3=1e-3", NULL);
    assert_int_equal(check_run(&stone, INSTANTS, NULL, "rest"), RB_PHASE_AT_REST);
    assert_int_equal(check_run(&stone, INSTANTS, flick, "woken"), RB_PHASE_RUNNING);
    rb_scene thrown = rb_test_scene("k11-fig5", "omega1=30", "omega2=30", NULL);
    assert_int_equal(check_run(&thrown, INSTANTS, NULL, "lift-off"), RB_PHASE_LIFTED_OFF);
    rb_scene wild = rb_test_scene("k11-fig5", "tick=0.1", "step=0.1", "omega3=1000", NULL);
    assert_true(rb_phase_frozen(check_run(&wild, INSTANTS, NULL, "nonsense")));
}

/* Any recorded instant is restored, also with the wrong scene or none, and also impossible ones; they only
   take more memory. */
static void impossible_instants_are_restored(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(13);
    rb_scene scenes[] = {rb_test_scene("k11-fig5", NULL), rb_test_scene("tippetop-ka09", NULL)};
    for (int round = 0; round < 3; round++) {
        rb_history history;
        assert_int_equal(rb_history_create(&history, NULL), RB_OK);
        if (round > 0) {
            rb_history_scene(&history, 0, &scenes[round - 1], 0);
        }
        rb_simulation *sim = rb_test_simulation(&scenes[1]);
        for (int i = 0; i < INSTANTS; i++) {
            rb_simulation_tick(sim);
            made[i] = rb_test_save(sim);
            unsigned char *state_bytes = (unsigned char *)&made[i].state,
                          *bytes = (unsigned char *)&made[i].then;
            for (int k = 0; i % 3 == 2 && k < 20; k++) {
                size_t place = sizeof(double) + rb_test_bits(&rng) % (sizeof made[i].then - sizeof(double));
                bytes[place] ^= (unsigned char)rb_test_bits(&rng);
                place = sizeof(double) + rb_test_bits(&rng) % (sizeof made[i].state - sizeof(double));
                state_bytes[place] ^= (unsigned char)rb_test_bits(&rng);
            }
            rb_history_add(&history, 0, &made[i].then, &made[i].state);
        }
        for (int i = 0; i < INSTANTS; i++) {
            rb_snapshot s;
            rb_run_state kept;
            rb_history_read(&history, &history.runs[0], i, &s);
            check_same(&s, &made[i].then, "strange");
            assert_true(rb_history_moment(&history, 0, s.t, &kept, &s));
            assert_memory_equal(&kept, &made[i].state, sizeof kept);
        }
        rb_simulation_destroy(sim);
        rb_history_destroy(&history);
    }
}

/* ---- of a session ------------------------------------------------------------------------------ */

/* The live snapshots of each frame, for both runs; scrubbing shows the same. */
static void scrubbing_shows_what_was_live(void **state) {
    (void)state;
    enum { FRAMES = 90 };
    static rb_snapshot live[FRAMES][2];
    rb_session *session = begin(2);
    for (int i = 0; i < FRAMES; i++) {
        frames(session, 1);
        if (i == 30) { /* an edit that takes effect at once, and the other run's law */
            session->runs[0].scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU] *= 0.7;
            rb_session_edited(session, 0, RB_SECTION_CONTACT, RB_CONTACT_MU);
            rb_session_set_law(session, 1, rb_friction_law_find("k11-p1"));
        } else if (i == 60) {
            rb_session_flick(session, (rb_vec3){0, 0, 2});
        }
        for (int run = 0; run < 2; run++) {
            live[i][run] = *session->shown[run];
            live[i][run].rhs_seconds = 0; /* which is of the machine, and not recorded */
        }
    }
    int seen = 0;
    for (int i = 0; i < FRAMES; i++) {
        const rb_history_run *past = &session->history.runs[0];
        int index = rb_history_find(&session->history, 0, live[i][0].t);
        if (past->items[index].t != live[i][0].t) {
            continue; /* frames show instants between samples, too */
        }
        seen++;
        rb_session_scrub(session, live[i][0].t);
        frames(session, 1);
        for (int run = 0; run < 2; run++) {
            check_same(session->shown[run], &live[i][run], "scrubbed");
        }
    }
    assert_in_range(seen, FRAMES / 8, FRAMES);
    for (int run = 0; run < 2; run++) { /* and the scene determined it */
        assert_true(
            rb_history_knows(&session->history, run, session->frame->marks[session->place[run]].revision));
    }
    end(session);
}

/* ---- room -------------------------------------------------------------------------------------- */

/* Ten minutes of a run that never comes to rest, at every moment. */
static void ten_minutes_take_little_room(void **state) {
    (void)state;
    static const char *const ids[] = {"k11-fig5", "tippetop-ka09"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene(ids[i], "tick=1e-3", "step=5e-4", NULL);
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = i == 0 ? RB_METHOD_DP5 : RB_METHOD_DOP853;
        rb_simulation *sim = rb_test_simulation(&scene);
        rb_history history;
        assert_int_equal(rb_history_create(&history, NULL), RB_OK);
        rb_history_scene(&history, 0, &scene, 0);
        /* it is full after 167 s, and again and again from then on */
        int count = (int)((RB_SHORT || i > 0 ? 170 : 600) * RB_HISTORY_RATE);
        for (int k = 0; k < count; k++) {
            rb_simulation_tick(sim);
            if (rb_simulation_phase(sim) != RB_PHASE_RUNNING) {
                assert_int_equal(rb_simulation_reset(sim, &scene, NULL), RB_OK);
            }
            rb_checkpoint s = rb_test_save(sim);
            s.then.t = k / RB_HISTORY_RATE;
            rb_history_add(&history, 0, &s.then, &s.state);
        }
        print_message("%s: %.1f MB\n", ids[i], 1e-6 * (double)rb_history_room(&history));
        assert_below(1e-6 * (double)rb_history_room(&history), 25.0);
        rb_simulation_destroy(sim);
        rb_history_destroy(&history);
    }
}

/* Pages, scenes and cells are freed: any number of records needs no more memory than the first. */
static void memory_is_reused(void **state) {
    (void)state;
    rb_history history;
    assert_int_equal(rb_history_create(&history, NULL), RB_OK);
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    size_t room = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 2000; i++) {
            rb_simulation_tick(sim);
            rb_checkpoint s = rb_test_save(sim);
            s.then.t = i * 0.01;
            if (i % 100 == 0) { /* an edit, as with a slider */
                rb_history_scene(&history, i / 100 % 3, &scene, (uint64_t)i);
            }
            rb_history_add(&history, 0, &s.then, &s.state);
            rb_history_add(&history, 1, &s.then, &s.state);
            s.then.t = i % 700 * 0.01;
            rb_history_add(&history, 2, &s.then, &s.state); /* branches twice */
        }
        room = round == 0 ? rb_history_room(&history) : room;
        assert_int_equal(rb_history_room(&history), room);
        if (round % 2 == 0) {
            rb_history_clear(&history, (uint64_t)round);
        }
        for (int run = 2; run >= 0 && round % 2 == 1; run--) {
            rb_history_remove_run(&history, run);
        }
    }
    rb_simulation_destroy(sim);
    rb_history_destroy(&history);
}

/* ---- columns ----------------------------------------------------------------------------------- */

static void add_plain(rb_history *history, int run, double t) {
    rb_snapshot s = {.t = t, .q = {.w = 1}};
    s.omega.z = sin(t) + run;
    rb_history_add(history, run, &s, NULL);
}

static void check_columns(rb_series *series, const rb_history *history, int signal) {
    for (int run = 0; run < 2; run++) {
        const rb_column *column = rb_series_column(series, history, run, signal);
        const rb_history_run *past = &history->runs[run];
        assert_int_equal(column->count, past->count);
        for (int i = 0; i < past->count; i++) {
            assert_true(column->values[i] == sin(past->items[i].t) + run);
        }
        for (int block = 0; block * RB_BLOCK < column->count; block++) {
            double low = INFINITY, high = -INFINITY;
            for (int i = block * RB_BLOCK; i < (block + 1) * RB_BLOCK && i < column->count; i++) {
                low = fmin(low, column->values[i]);
                high = fmax(high, column->values[i]);
            }
            assert_true(column->low[block] == low && column->high[block] == high);
        }
    }
}

/* Columns that existed before the record was cut, thinned or moved equal new ones; also if only a few
   instants are read per frame. */
static void columns_follow_the_record(void **state) {
    (void)state;
    rb_history history;
    rb_series *series = open_record(&history);
    int signal = rb_signal_find("omega3"), other = rb_signal_find("omega_n");
    int k = 0;
    for (int i = 0; i < 90000; i++, k++) {
        bool back = i % 7000 == 6999;
        k -= back ? 505 + i % 37 : 0;
        add_plain(&history, 0, k / 240.0);
        add_plain(&history, 1, k / 240.0);
        if (i % 1501 == 0) {
            rb_series_begin_frame(series);
            rb_series_column(series, &history, 0, other);
            check_columns(series, &history, signal);
        }
    }
    assert_true(history.stride > 1);
    check_columns(series, &history, signal);
    rb_history_remove_run(&history, 0);
    assert_int_equal(rb_series_column(series, &history, 1, signal)->count, 0);
    assert_int_equal(rb_series_column(series, &history, 0, signal)->count, history.runs[0].count);
    rb_history_clear(&history, 1);
    for (int i = 0; i < 1000; i++) {
        add_plain(&history, 0, i);
        add_plain(&history, 1, i);
    }
    series->looks_per_frame = 300;
    int used = 0;
    do {
        rb_series_begin_frame(series);
        rb_series_column(series, &history, 0, other);
        rb_series_column(series, &history, 1, signal);
        used++;
    } while (used < 100 && rb_series_column(series, &history, 0, signal)->count < 1000);
    assert_in_range(used, 3, 10);
    for (int i = 0; i < 4; i++) {
        rb_series_begin_frame(series);
        rb_series_column(series, &history, 1, signal);
    }
    check_columns(series, &history, signal);
    close_record(&history, series);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_and_solver),           cmocka_unit_test(every_law),
        cmocka_unit_test(edits_flicks_and_branches),        cmocka_unit_test(ends_of_runs),
        cmocka_unit_test(impossible_instants_are_restored), cmocka_unit_test(scrubbing_shows_what_was_live),
        cmocka_unit_test(ten_minutes_take_little_room),     cmocka_unit_test(memory_is_reused),
        cmocka_unit_test(columns_follow_the_record),
    };
    return cmocka_run_group_tests_name("session, packing", tests, NULL, NULL);
}
