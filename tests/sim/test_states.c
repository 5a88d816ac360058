/* Hashes of states: every scene by every method, every law and contact for a moment. Compilers and processors
   agree on them (tests/lint/determinism.sh), so any change of results is detected here. If the change is
   intended:

       RB_TEST_WRITE=tests/sim/states.txt build/release/tests/test_states

   (which writes states_long.txt beside it, too)
   and explain it in the commit. With RB_TEST_HASTY in the environment the first change ends it. */
#include <inttypes.h>
#include <math.h>

#include "app/appearance/appearance.h"
#include "base/file.h"
#include "rattleback/poincare.h"
#include "support.h"

enum { CASES_MAX = 900, NAME = 96 };

typedef struct row {
    char name[NAME];
    uint64_t state, reported; /* the state at the end; the content of the summary */
    uint64_t evaluations;
} row;

static struct {
    row rows[CASES_MAX];
    int count;
} made, kept;

static int changed;

/* Hashes outcomes and events, but not durations. */
static uint64_t hash_of(const rb_summary *s, const rb_body_kind *body) {
    uint64_t hash = RB_FNV_BEGIN;
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        double value = rb_outcome_fits(outcome, body) ? rb_outcome_value(outcome, s) : 0;
        value = isfinite(value) ? value + 0.0 : 0; /* one zero; not finite counts as 0 */
        hash = strstr(outcome->name, "wall") == NULL ? rb_fnv(hash, &value, sizeof value) : hash;
    }
    for (int i = 0; i < s->event_count; i++) {
        const double event[] = {(double)s->events[i].kind, (double)s->events[i].which, s->events[i].t,
                                s->events[i].value};
        hash = rb_fnv(hash, event, sizeof event);
    }
    return hash;
}

/* Compares a row with the file; prints a difference. */
static bool is_kept(const row *r) {
    const row *k = NULL;
    for (int j = 0; j < kept.count && k == NULL; j++) {
        k = strcmp(kept.rows[j].name, r->name) == 0 ? &kept.rows[j] : NULL;
    }
    if (k != NULL && k->state == r->state && k->reported == r->reported && k->evaluations == r->evaluations) {
        return true;
    }
    print_message("%s: %s\n", r->name,
                  k == NULL                    ? "not known yet"
                  : k->state != r->state       ? "another state"
                  : k->reported != r->reported ? "the same state, but another summary"
                                               : "the same state with other evaluations");
    return false;
}

/* Drawings may use the system's sine: rounded to 1e-9, below any difference of implementations. */
static uint64_t add_rounded(uint64_t hash, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double rounded = rint(values[i] * 1e9) + 0.0;
        hash = rb_fnv(hash, &rounded, sizeof rounded);
    }
    return hash;
}

static uint64_t add_part(uint64_t hash, const rb_part *p) {
    const double part[] = {p->form,   p->tone,   p->at.x,   p->at.y,   p->at.z,   p->turn.w, p->turn.x,
                           p->turn.y, p->turn.z, p->size.x, p->size.y, p->size.z, p->first,  p->count};
    return add_rounded(hash, part, sizeof part / sizeof *part);
}

/* Hashes what is shown of the body at the end: signals, contacts, surroundings. */
static uint64_t add_sight(uint64_t hash, const rb_scene *scene, const rb_snapshot *now) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), scene->body)) {
            double value = rb_signal_value(rb_signal_at(i), now) + 0.0;
            hash = rb_fnv(hash, &value, sizeof value);
        }
    }
    for (int i = 0; i < now->contact_count; i++) {
        const rb_contact_state *contact = &now->contact[i];
        double touching = contact->touching;
        size_t from = offsetof(rb_contact_state, point);
        hash = rb_fnv(hash, &touching, sizeof touching);
        hash = rb_fnv(hash, (const char *)contact + from, sizeof *contact - from);
    }
    const double place[] = {now->r_C.x, now->r_C.y, now->r_C.z, now->v_C.x,  now->v_C.y,
                            now->v_C.z, now->q.w,   now->q.x,   now->q.y,    now->q.z,
                            now->L.x,   now->L.y,   now->L.z,   now->omega_n};
    hash = rb_fnv(hash, place, sizeof place);
    rb_part parts[RB_PARTS_MAX];
    int count = rb_scene_surroundings(scene, now, parts);
    for (int i = 0; i < count; i++) {
        hash = add_part(hash, &parts[i]);
    }
    return hash;
}

static row *add_row(const char *name) {
    assert_true(made.count < CASES_MAX);
    row *r = &made.rows[made.count++];
    *r = (row){0};
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

static void compare(const row *r) {
    changed += kept.count > 0 && !is_kept(r);
    if (changed > 0 && getenv("RB_TEST_HASTY") != NULL) {
        fail_msg("%s changed", r->name);
    }
}

/* Hashes the appearance of a scene's body. */
static void make_look(const rb_scene *scene) {
    static rb_body_look look;
    char name[NAME];
    rb_scene_look(scene, &look);
    snprintf(name, sizeof name, "%s look", scene->id);
    row *r = add_row(name);
    r->state = r->reported = RB_FNV_BEGIN;
    for (int i = 0; i < look.part_count; i++) {
        r->state = add_part(r->state, &look.parts[i]);
    }
    for (int i = 0; i < look.profile_count; i++) {
        const rb_profile_point *p = &look.profile[i];
        const double point[] = {p->along, p->out, p->n_along, p->n_out};
        r->state = add_rounded(r->state, point, 4);
    }
    const double rest[] = {look.size,  look.tall,         look.tip.x, look.tip.y, look.tip.z,
                           look.force, look.sphere_count, look.mass,  look.omega};
    r->reported = add_part(add_rounded(r->reported, rest, sizeof rest / sizeof *rest), &look.solid);
    r->reported = rb_fnv(r->reported, look.spheres, (size_t)look.sphere_count * sizeof *look.spheres);
    r->reported = rb_fnv(r->reported, &look.inertia, sizeof look.inertia);
    compare(r);
}

static void make(const rb_scene *scene, double until, const char *name, bool sees) {
    rb_run_result result;
    rb_error err = {""};
    if (rb_run(scene, until, NULL, &result, &err) != RB_OK) {
        fail_msg("%s: %s", name, err.text);
    }
    row *r = add_row(name);
    r->state = result.summary.state_hash;
    r->reported = hash_of(&result.summary, scene->body);
    r->reported = sees ? add_sight(r->reported, scene, &result.last) : r->reported;
    r->evaluations = result.summary.rhs_evaluations;
    compare(r);
}

static const char *const methods[] = {"dp5", "rodas", "dop853", "auto", "lobatto", "radau"};

/* Runs the scene with the first `count` methods; changes are separated by blanks. */
static void make_all(const char *id, const char *changes, double until, int count, bool sees) {
    for (int m = 0; m < count; m++) {
        rb_scene scene = rb_test_scene(id, NULL);
        char text[256], name[NAME], *rest = NULL;
        snprintf(text, sizeof text, "%s", changes);
        for (char *one = strtok_r(text, " ", &rest); one != NULL; one = strtok_r(NULL, " ", &rest)) {
            rb_error err = {""};
            if (rb_scene_assign(&scene, one, &err) != RB_OK) {
                fail_msg("%s: %s", id, err.text);
            }
        }
        scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = m;
        rb_scene_fit_step(&scene);
        if (scene.body->ops->large != NULL && rb_scene_check(&scene, id, NULL) != RB_OK) {
            continue; /* only some methods integrate a large state */
        }
        snprintf(name, sizeof name, "%s %s %.60s", id, methods[m], changes);
        make(&scene, until, name, sees);
    }
}

static void make_every_scene(void) {
    char folder[1024];
    static rb_library library;
    assert_int_equal(rb_library_find_folder(folder, sizeof folder, NULL), RB_OK);
    assert_int_equal(rb_library_load(&library, folder, NULL), RB_OK);
    for (int i = 0; i < library.count; i++) {
        bool large = library.scenes[i].body->ops->large != NULL; /* which takes longer */
        make_all(library.scenes[i].id, "", large ? 0.002 : 0.05, 6, false);
    }
}

static void make_every_look(void) {
    static rb_library library;
    assert_int_equal(rb_library_load(&library, NULL, NULL), RB_OK);
    for (int i = 0; i < library.count; i++) {
        make_look(&library.scenes[i]);
    }
}

static void make_every_law(void) {
    static const char *const ids[] = {"k11-fig5", "k15-a1"}; /* a circular patch, a long one */
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        for (int k = 0; k < 2; k++) {
            rb_scene scene = rb_test_scene(ids[k], NULL);
            if (rb_scene_law_fits(&scene, law, NULL) == RB_OK) {
                char change[64];
                snprintf(change, sizeof change, "law=%s", law->id);
                make_all(ids[k], change, 0.004, 4, false);
            }
        }
    }
}

/* Other contacts, patch sizes, starts and ends. */
static void make_the_rest(void) {
    static const struct {
        const char *id, *changes;
        double until;
    } cases[] = {
        {"k11-fig5", "rolling=k15 law=k15-a2", 0.01},
        {"k11-fig5", "rolling=ak18 law=ak18 size=hertz", 0.01},
        {"k15-a1", "size=hertz", 0.02},
        {"k15-a1", "normal=hertz size=hertz tick=1e-4 step=1e-5", 0.004},
        {"k15-a1", "normal=vilke size=penetration tick=1e-4 step=1e-5", 0.004},
        {"k11-fig5", "omega1=0 omega2=0 omega3=0.05 theta=0.001", 1.2}, /* comes to rest */
        {"k11-fig5", "omega2=40 omega3=0", 0.1},                        /* lifts off */
        {"k11-fig5", "torque=false a1=0.05 k1=0.001 B12=1e-6", 0.05},
        {"k11-fig5", "surface=superellipsoid exponent=3", 0.01},
        {"k11-fig5", "surface=halves", 0.01},
        {"k15-a1", "surface=paraboloid size=hertz", 0.01},
        {"kane-levinson", "omega3=-5 phi=0.01", 0.5}, /* turns round */
        {"tippetop-restricted", "theta=2.44 omega1=0.05 omega3=30", 0.12},
        {"tippetop-restricted", "theta=2.44 omega3=30 restitution=0.5 impact_friction=true", 0.12},
        {"tippetop-ka09", "theta=2.44 omega1=5 omega3=30 height=1e-4", 0.02},
        {"tippetop-sphere", "normal=vilke", 0.02},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_all(cases[i].id, cases[i].changes, cases[i].until, 4, false); /* auto has the last two */
    }
}

/* Long runs: reversals, contacts that open and close, sticking, rest, the choices of auto. */
static void make_long_runs(void) {
    static const struct {
        const char *id, *changes;
        double until;
        int methods;
    } cases[] = {
        {"kane-levinson", "omega3=5.5", 5, 6},
        {"long-wood", "mu=0.35", 1.2, 6},
        {"tippetop-restricted", "mu=0.28", 2, 6},
        {"tippetop-slow", "omega3=120", 1, 6},
        {"tippetop-ka09", "omega3=170", 1.5, 6},
        {"disk-forced", "v_b=0.5", 100, 6},
        {"disk-k12-eleven", "c12=5e-6 law=k12-iprime", 60, 6},
        {"disk-k12", "law=exact-uniform mu0=9", 60, 6},
        {"k11-fig5", "omega2=41 omega3=0", 0.1, 6},                                  /* lifts off */
        {"k11-fig5", "omega1=0 omega2=0 omega3=0.04 theta=0.001 rtol=1e-7", 1.2, 4}, /* rests */
        {"tippetop-ka09", "theta=2.44 omega1=5 omega3=30 height=1e-4 rtol=1e-7", 0.3, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_all(cases[i].id, cases[i].changes, cases[i].until, cases[i].methods, true);
    }
}

/* Hashes every moment shown. */
static bool see(void *context, const rb_moment *moment) {
    row *r = context;
    const rb_snapshot *now = moment->now;
    const double seen[] = {now->t, now->E, now->omega.z + 0.0, now->own[0] + 0.0};
    const double kind[] = {(double)moment->index, moment->exact,
                           moment->event != NULL ? (double)moment->event->kind : -1};
    r->state = rb_fnv(r->state, seen, sizeof seen);
    r->reported = rb_fnv(r->reported, kind, sizeof kind);
    r->evaluations++;
    return true;
}

/* Observers: at equal intervals, at given times, at events, where a signal crosses a value. */
static void make_watched(const rb_scene *scene, double until, const char *section, const char *name) {
    static const double times[] = {0, 1e-3, 0.0123456, 0.2, 0.2, 0.7, 1, 1.1, 7, 23.3};
    rb_section_cut cut;
    assert_int_equal(rb_section_read(scene->body, section, &cut, NULL), RB_OK);
    for (int k = 0; k < 4; k++) {
        char full[NAME];
        snprintf(full, sizeof full, "%.70s watched %d", name, k);
        row *r = add_row(full);
        r->state = r->reported = RB_FNV_BEGIN;
        rb_observer observer = {.every = k == 0   ? until / 37
                                         : k == 2 ? until / 50
                                                  : 0,
                                .times = times,
                                .time_count = sizeof times / sizeof *times,
                                .events = k == 1 || k == 2,
                                .section = k == 3 || k == 2 ? &cut : NULL,
                                .observe = see,
                                .context = r};
        rb_test_run(scene, until, &observer);
        compare(r);
    }
}

static void make_every_watch(void) {
    static const struct {
        const char *id, *section, *changes;
        double until;
    } cases[] = {
        {"kane-levinson", "omega1=0+", "omega3=5.5", 3.5},
        {"tippetop-restricted", "theta=1.5-", "mu=0.28", 1},
        {"tippetop-ka09", "N=0.1", "omega3=170", 1.2},
        {"disk-k12-eleven", "lambda=0.2", "law=k12-iprime", 30},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int m = 0; m < 6; m++) {
            char name[NAME];
            rb_scene scene = rb_test_scene(cases[i].id, cases[i].changes, NULL);
            scene.values[RB_SECTION_SOLVER][RB_SOLVER_METHOD] = m;
            rb_scene_fit_step(&scene);
            snprintf(name, sizeof name, "%s %s %s %s", cases[i].id, methods[m], cases[i].changes,
                     cases[i].section);
            make_watched(&scene, cases[i].until, cases[i].section, name);
        }
    }
}

/* Rows that take longer are in a second file beside it: states_long.txt. */
static const char *long_one(const char *path) {
    static char name[1024];
    size_t length = strlen(path);
    assert_true(length > 4 && strcmp(path + length - 4, ".txt") == 0);
    snprintf(name, sizeof name, "%.*s_long.txt", (int)(length - 4), path);
    return name;
}

static void write_rows(const char *path, int from, int to) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("# state, summary, evaluations, case: see tests/sim/test_states.c\n", file);
    for (int i = from; i < to; i++) {
        const row *r = &made.rows[i];
        fprintf(file, "%016" PRIx64 " %016" PRIx64 " %" PRIu64 " %s\n", r->state, r->reported, r->evaluations,
                r->name);
    }
    assert_int_equal(fclose(file), 0);
}

static void read_rows(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        row r;
        int at = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%16" SCNx64 " %16" SCNx64 " %" SCNu64 " %n", &r.state, &r.reported, &r.evaluations,
                   &at) == 3) {
            snprintf(r.name, sizeof r.name, "%.95s", line + at);
            assert_true(kept.count < CASES_MAX);
            kept.rows[kept.count++] = r;
        }
    }
    fclose(file);
}

static void states_are_unchanged(void **state) {
    (void)state;
    const char *path = getenv("RB_TEST_WRITE");
    if (path == NULL) {
        read_rows(RB_TEST_STATES);
        read_rows(long_one(RB_TEST_STATES));
        assert_true(kept.count > 0);
    }
    make_every_scene();
    make_every_law();
    make_the_rest();
    int short_ones = made.count;
    if (!RB_SHORT) {
        make_long_runs();
    }
    make_every_look();
    make_every_watch();
    print_message("%d cases\n", made.count);
    if (path != NULL) {
        write_rows(path, 0, short_ones);
        write_rows(long_one(path), short_ones, made.count);
    } else if (changed > 0) {
        fail_msg("%d of %d cases changed; if that was meant, see the top of test_states.c", changed,
                 made.count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_unchanged)};
    return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
