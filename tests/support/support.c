#include "support.h"
#include "base/system.h"
#include "math/vec.h"

#include <math.h>
#include <unistd.h>

void rb_test_near(double actual, double expected, double tolerance, const char *what, const char *file,
                  int line) {
    double miss = fabs(actual - expected);
    rb_test_margin(file, line, what, actual, expected, tolerance);
    if (!(miss <= tolerance)) {
        print_error("%s: expected %.12g +- %.3g, got %.12g (off by %.3g)\n", what, expected, tolerance,
                    actual, miss);
        _fail(file, line);
    }
}

void rb_test_below(double actual, double limit, const char *what, const char *file, int line) {
    rb_test_margin(file, line, what, actual, 0, limit);
    if (!(actual < limit)) {
        print_error("%s: got %.6g, limit %.6g\n", what, actual, limit);
        _fail(file, line);
    }
}

void rb_test_contains(const char *text, const char *part, const char *file, int line) {
    if (strstr(text, part) == NULL) {
        print_error("expected \"%s\" in \"%s\"\n", part, text);
        _fail(file, line);
    }
}

rb_test_rng rb_test_seeded(uint64_t usual) {
    const char *text = getenv("RB_TEST_SEED");
    return (rb_test_rng){usual + 1000 * (text != NULL ? strtoull(text, NULL, 10) : 0)};
}

uint64_t rb_test_bits(rb_test_rng *rng) {
    rng->state ^= rng->state >> 12;
    rng->state ^= rng->state << 25;
    rng->state ^= rng->state >> 27;
    return rng->state * 2685821657736338717ULL;
}

int rb_test_int(rb_test_rng *rng, int below) {
    return (int)((rb_test_bits(rng) >> 33) % (uint64_t)below);
}

double rb_test_real(rb_test_rng *rng, double from, double until) {
    double share = (double)(rb_test_bits(rng) >> 11) / 9007199254740992.0; /* 2^53 */
    return from + (until - from) * share;
}

rb_vec3 rb_test_direction(rb_test_rng *rng) {
    for (;;) {
        rb_vec3 v = rb_v3(rb_test_real(rng, -1, 1), rb_test_real(rng, -1, 1), rb_test_real(rng, -1, 1));
        double length = rb_norm(v);
        if (length > 0.1 && length < 1) {
            return rb_scale(1 / length, v);
        }
    }
}

void rb_test_assign(rb_scene *scene, const char *assignment) {
    rb_error err = {""};
    if (rb_scene_assign(scene, assignment, &err) != RB_OK) {
        fail_msg("%s: %s", assignment, err.text);
    }
}

rb_scene rb_test_scene(const char *id, ...) {
    rb_scene scene;
    rb_error err = {""};
    if (rb_library_open(id, &scene, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    va_list assignments;
    va_start(assignments, id);
    for (const char *one; (one = va_arg(assignments, const char *)) != NULL;) {
        rb_test_assign(&scene, one);
    }
    va_end(assignments);
    return scene;
}

rb_simulation *rb_test_simulation(const rb_scene *scene) {
    rb_simulation *sim = NULL;
    rb_error err = {""};
    if (rb_simulation_create(scene, &sim, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return sim;
}

rb_checkpoint rb_test_save(const rb_simulation *sim) {
    rb_checkpoint checkpoint;
    assert_int_equal(rb_checkpoint_size(sim), sizeof checkpoint);
    assert_int_equal(rb_checkpoint_save(sim, &checkpoint, sizeof checkpoint, NULL), RB_OK);
    return checkpoint;
}

void rb_test_restore(rb_simulation *sim, const rb_checkpoint *checkpoint) {
    rb_error err = {""};
    if (rb_checkpoint_restore(sim, checkpoint, sizeof *checkpoint, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
}

void rb_test_run_until(rb_simulation *sim, double t) {
    rb_run_simulation(sim, t, NULL, NULL);
}

rb_run_result rb_test_run(const rb_scene *scene, double t, const rb_observer *observer) {
    rb_run_result result;
    rb_error err = {""};
    if (rb_run(scene, t, observer, &result, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    return result;
}

rb_summary rb_test_summary(const rb_scene *scene, double t) {
    return rb_test_run(scene, t, NULL).summary;
}

rb_snapshot rb_test_snapshot(const rb_simulation *sim) {
    rb_snapshot s;
    rb_simulation_snapshot(sim, &s);
    return s;
}

rb_summary rb_test_summary_of(const rb_simulation *sim) {
    rb_summary s;
    rb_simulation_summary(sim, &s);
    return s;
}

rb_snapshot rb_test_invalid_snapshot(void) {
    rb_snapshot s;
    memset(&s, 0xff, sizeof s);
    s.step_too_large = true;
    for (int i = 0; i < RB_CONTACTS_MAX; i++) {
        s.contact[i].touching = true;
    }
    return s;
}

char rb_test_folder[64];

int rb_test_make_folder(void **state) {
    (void)state;
    snprintf(rb_test_folder, sizeof rb_test_folder, "/tmp/rattleback-test-XXXXXX");
    return mkdtemp(rb_test_folder) == NULL;
}

int rb_test_remove_folder(void **state) {
    (void)state;
    return rmdir(rb_test_folder);
}

const char *rb_test_path(const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", rb_test_folder, name);
    return path;
}

int rb_test_remove_tree(const char *folder) {
    rb_folder_list *list = rb_folder_open(folder);
    const char *name;
    while (list != NULL && (name = rb_folder_next(list)) != NULL) {
        char path[512];
        rb_path_info info;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (rb_path_stat(path, &info) && info.kind == RB_PATH_FOLDER) {
            rb_test_remove_tree(path);
        } else {
            rb_file_remove(path);
        }
    }
    if (list != NULL) {
        rb_folder_close(list);
    }
    return rmdir(folder);
}

double rb_test_memory(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2) {
            resident = 0;
        }
        fclose(file);
    }
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}
