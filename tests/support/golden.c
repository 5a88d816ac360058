#include "golden.h"

#include "support.h"

static bool read_row(FILE *file, double row[RB_GOLDEN_COLUMNS]) {
    char line[512];
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    char *at = line;
    for (int i = 0; i < RB_GOLDEN_COLUMNS; i++) {
        row[i] = strtod(at, &at);
        at += *at == ',';
    }
    return true;
}

static void compare_row(const rb_simulation *sim, const double row[RB_GOLDEN_COLUMNS],
                        const double tolerances[RB_GOLDEN_COLUMNS]) {
    static const char *const names[RB_GOLDEN_COLUMNS] = {"t", "w1", "w2", "w3", "theta", "phi", "N",
                                                         "E", "vA", "wn", "xC", "yC",    "zC"};
    rb_snapshot s;
    rb_simulation_snapshot(sim, &s);
    const double now[RB_GOLDEN_COLUMNS] = {s.t,
                                           s.omega.x,
                                           s.omega.y,
                                           s.omega.z,
                                           s.theta,
                                           s.phi,
                                           s.contact[0].N,
                                           s.E,
                                           s.contact[0].slip_speed,
                                           s.omega_n,
                                           s.r_C.x,
                                           s.r_C.y,
                                           s.r_C.z};
    for (int i = 0; i < RB_GOLDEN_COLUMNS; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s at t = %g s", names[i], row[0]);
        rb_test_near(now[i], row[i], tolerances[i], what, __FILE__, __LINE__);
    }
}

int rb_golden_compare(rb_simulation *sim, const char *file, double until,
                      const double tolerances[RB_GOLDEN_COLUMNS]) {
    char path[1024], header[256];
    snprintf(path, sizeof path, "%s/%s", RB_TEST_GOLDEN, file);
    FILE *golden = fopen(path, "r");
    assert_non_null(golden);
    assert_non_null(fgets(header, sizeof header, golden));
    assert_string_equal(header, "t,w1,w2,w3,theta,phi,N,E,vA,wn,xC,yC,zC\n");
    int compared = 0;
    double row[RB_GOLDEN_COLUMNS];
    while (read_row(golden, row) && row[RB_GOLDEN_T] < until) {
        rb_test_run_until(sim, row[RB_GOLDEN_T]);
        compare_row(sim, row, tolerances);
        compared++;
    }
    fclose(golden);
    return compared;
}
