/* Usage errors of studies: every message names the option, before anything is computed; and reports of
   runs that failed. The program's path is the first argument. */
#include <unistd.h>

#include "cli.h"
#include "support.h"

#define SWEEP "sweep", "k11-fig5", "--until", "1e-3", "--quiet", "--value", "N_min"
#define MAP "map", "k11-fig5", "--until", "1e-3", "--quiet", "--value", "N_min"
#define ENSEMBLE "ensemble", "k11-fig5", "--until", "1e-3", "--quiet"
#define DIAGRAM "bifurcation", "disk-k12", "--quiet"
#define NO_FOLDER "/nonexistent/x"

static void sweeps(void **state) {
    (void)state;
    REFUSED(2, "--param", SWEEP, "--param", "mu:1:3");
    REFUSED(2, "--param", SWEEP, "--param", "=1:3:2");
    REFUSED(2, "[log:]FROM:TO:COUNT", SWEEP, "--param", "mu=0.1:0.2");
    REFUSED(2, "above 0", SWEEP, "--param", "mu=log:0:1:2");
    REFUSED(2, "0 <= mu <= 10", SWEEP, "--param", "mu=-1:1:3");
    REFUSED(2, "a choice", SWEEP, "--param", "method=0:2:3");
    REFUSED(2, "at least 2 values", SWEEP, "--param", "mu=0.1:0.2:1");
    REFUSED(2, "--param", SWEEP, "--param");
    REFUSED(2, "--value: duplicate outcome N_min", SWEEP, "--param", "mu=0.1:0.2:2", "--value",
            "E_final,N_min");
    REFUSED(2, "--seed", SWEEP, "--param", "mu=0.1:0.2", "--random", "5", "--seed", "-1");
    REFUSED(2, "--seed", SWEEP, "--param", "mu=0.1:0.2", "--random", "5", "--seed", "0.5");
    REFUSED(2, "--seed", SWEEP, "--param", "mu=0.1:0.2", "--random", "5", "--seed", "1e300");
    REFUSED(2, "--random", SWEEP, "--param", "mu=0.1:0.2", "--random", "1.5");
    REFUSED(2, "two parameters", SWEEP, "--param", "mu=0.1:0.2", "--random", "5", "--svg", "-");
    REFUSED(2, "two parameters", SWEEP, "--param", "mu=0.1,0.2", "--png", "-");
    REFUSED(2, "--threads", SWEEP, "--param", "mu=0.1:0.2:2", "--threads", "9999");
    REFUSED(2, "--value", SWEEP, "--param", "mu=0.1:0.2:2", "--value");
    REFUSED(1, NO_FOLDER, SWEEP, "--param", "mu=0.1:0.2:2", "--netcdf", NO_FOLDER);
    char far[1300]; /* no name is truncated: that would be another file */
    snprintf(far, sizeof far, "%01200d", 0);
    REFUSED(2, "--journal: expected a path of at most", SWEEP, "--param", "mu=0.1:0.2:2", "--journal", far);
    REFUSED(2, "once each", MAP, "--x", "mu=0.1:0.2:2", "--x", "g=1:2:2");
    REFUSED(2, "--random", MAP, "--x", "mu=0.1:0.2:2", "--y", "g=1:2:2", "--random", "3");
    REFUSED(1, NO_FOLDER, MAP, "--x", "mu=0.1:0.2:2", "--y", "g=1:2:2", "--png", NO_FOLDER);
    REFUSED(1, NO_FOLDER, MAP, "--x", "mu=0.1:0.2:2", "--y", "g=1:2:2", "--svg", NO_FOLDER);
}

/* More values than tables can store are rejected; nothing is truncated. */
static void too_many_values_are_rejected(void **state) {
    (void)state;
    const char *axes[2 * 9 + 8] = {SWEEP}, *values[2 * 16 + 8] = {SWEEP};
    const char *data[2 * 17 + 5] = {"fit", "k11-fig5", "--free", "mu"};
    for (int i = 0; i < 9; i++) {
        axes[7 + 2 * i] = "--param";
        axes[8 + 2 * i] = "mu=0.1:0.2:2";
    }
    for (int i = 0; i < 16; i++) {
        values[7 + 2 * i] = "--value";
        values[8 + 2 * i] = "N_min";
    }
    for (int i = 0; i < 17; i++) {
        data[4 + 2 * i] = "--data";
        data[5 + 2 * i] = "x.csv";
    }
    cli_refused(2, "--param: expected at most 8 parameters", axes);
    cli_refused(2, "--value: expected at most 16 of these options", values);
    cli_refused(2, "--data: expected at most 16 of these options", data);
    REFUSED(2, "--vary: expected at most 8 of these options", "ensemble", "k11-fig5", "--vary", "mu=1%",
            "--vary", "g=1%", "--vary", "a=1%", "--vary", "m=1%", "--vary", "a1=1%", "--vary", "a2=1%",
            "--vary", "a3=1%", "--vary", "B1=1%", "--vary", "B2=1%");
    REFUSED(2, "--markers", "track", "k11-fig5", "--markers",
            "1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 9 9 9");
    char far[1300];
    snprintf(far, sizeof far, "%01200d", 0);
    REFUSED(2, "data: expected a path of at most", "fit", "k11-fig5", "--free", "mu", "--data", far);
}

/* Invalid grids, and grids that are too large; and runs of different lengths in one. */
static void grids(void **state) {
    (void)state;
    char name[100];
    snprintf(name, sizeof name, "%070d=1:2:3", 0);
    REFUSED(2, "expected NAME=FROM:TO", SWEEP, "--param", name);
    REFUSED(2, "expected at most 10000000 runs", SWEEP, "--param", "mu=0.1:0.2:10000000", "--param",
            "g=1:2:10000000", "--param", "a=1e-4:1e-3:10000000");
    char many[1000] = "";
    for (int i = 0, n = 0; n < 17; i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        if (rb_outcome_fits(outcome, rb_body_kind_find("celt")) && !(outcome->flags & RB_OUTCOME_MACHINE)) {
            strcat(many, n++ > 0 ? "," : "");
            strcat(many, outcome->name);
        }
    }
    REFUSED(2, "at most 16", "sweep", "k11-fig5", "--param", "mu=0.1:0.2:2", "--value", many);
    char *text = OUTPUT("sweep", "k11-fig5", "--param", "solver.t_end=0.001:0.003:3", "--value", "t_end",
                        "--quiet", "--solver", "dp5", "--csv", "-");
    assert_contains(text, "\n0.001,0.001");
    assert_contains(text, "\n0.002,0.002");
    assert_contains(text, "\n0.003,0.003");
    free(text);
}

/* A result that cannot be written loses no run: the journal has them all. */
static void lost_results_are_in_the_journal(void **state) {
    (void)state;
    test_process process =
        RUN(SWEEP, "--param", "mu=0.1:0.2:2", "--csv", "/dev/full", "--journal", "lost.journal");
    assert_int_equal(process.status, 1);
    assert_contains(process.err, "/dev/full");
    assert_contains(process.err, "kept in lost.journal; --resume writes it");
    test_process_free(&process);
    char *resumed =
        OUTPUT(SWEEP, "--param", "mu=0.1:0.2:2", "--journal", "lost.journal", "--resume", "--csv", "-");
    char *direct = OUTPUT(SWEEP, "--param", "mu=0.1:0.2:2", "--csv", "-");
    assert_string_equal(resumed, direct);
    assert_int_not_equal(access("lost.journal", F_OK), 0);
    free(resumed);
    free(direct);
    REFUSED(2, "expected two different outputs", SWEEP, "--param", "mu=0.1:0.2:2", "--csv", "same",
            "--journal", "same");
}

/* The method of a study is its own unless an option sets it; a line of the file reports it. */
static void methods(void **state) {
    (void)state;
    static const char *const asked[][2] = {
        {"--step", "1e-4"}, {"--set", "step=1e-4"}, {"--set", "solver.method=dp5"}, {"--solver", "dp5"}};
    for (int i = 0; i < 4; i++) {
        char *text = OUTPUT(SWEEP, "--param", "mu=0.1:0.2:2", asked[i][0], asked[i][1]);
        assert_contains(text, ", solver dp5, ");
        free(text);
    }
    char *text = OUTPUT(SWEEP, "--param", "mu=0.1:0.2:2", "--set", "g=9");
    assert_null(strstr(text, ", solver dp5, "));
    assert_contains(text, "# sweep of N_min over mu=0.1:0.2:2, scene k11-fig5\n# rattleback ");
    assert_contains(text, "\n# study {\"format\": \"rattleback-study\",");
    free(text);
    REFUSED(2, "0 <= mu <= 10", SWEEP, "--param", "g=1:2:2", "--set", "mu=-1");
    REFUSED(2, "--set", SWEEP, "--param", "g=1:2:2", "--set");
}

/* Diverged runs are counted; invalid parameter combinations (an impossible inertia) are found before any
   run. */
static void failed_runs_are_reported(void **state) {
    (void)state;
    test_process process = RUN("sweep", "ak18-a", "--param", "body.B3=0.0013747:1000:2", "--value",
                               "omega3_final", "--until", "0.002", "--solver", "rodas", "--quiet");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, "1 of the runs diverged");
    test_process_free(&process);
    REFUSED(2, "positive principal moments", "sweep", "ak18-a", "--param", "body.B12=1e-4:5e-4:2", "--param",
            "body.B1=5e-5:2.5e-4:2", "--value", "omega3_final", "--quiet");
}

static void maps_either_way_round(void **state) {
    (void)state;
    char *one = OUTPUT(MAP, "--x", "mu=0.1:0.2:2", "--y", "g=1:2:2", "--csv", "-");
    char *other = OUTPUT(MAP, "--y", "g=1:2:2", "--x", "mu=0.1:0.2:2", "--csv", "-");
    const char *rows = strstr(one, "\n0.1"), *same = strstr(other, "\n0.1");
    assert_non_null(rows);
    assert_non_null(same);
    assert_string_equal(rows, same);
    free(one);
    free(other);
}

/* An axis with one value is one cell wide, on either scale; no position is NaN. */
static void maps_of_one_column(void **state) {
    (void)state;
    static const char *const axes[][2] = {
        {"mu=log:0.1:0.1:1", "g=9:10:2"}, {"mu=0:0:1", "g=log:1:100:3"}, {"mu=0.1:0.1:1", "g=log:9:9:1"}};
    for (int i = 0; i < 3; i++) {
        char *text = OUTPUT(MAP, "--x", axes[i][0], "--y", axes[i][1], "--svg", "-");
        cli_check_svg(text);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
    }
}

static void ensembles(void **state) {
    (void)state;
    REFUSED(2, "--vary", ENSEMBLE, "--vary", "mu");
    REFUSED(2, "--vary", ENSEMBLE, "--vary", "mu=0");
    REFUSED(2, "--vary", ENSEMBLE, "--vary", "mu=-5%");
    REFUSED(2, "--vary", ENSEMBLE, "--vary", "mu=5x");
    REFUSED(2, "--vary", ENSEMBLE, "--vary", "mu=inf");
    REFUSED(2, "--vary: expected NAME=AMOUNT", ENSEMBLE, "--vary",
            "a_name_that_is_longer_than_any_name_of_a_parameter_that_there_may_ever_be=1");
    REFUSED(2, "--vary: expected at most 8 of these options", ENSEMBLE, "--vary", "mu=5%", "--vary", "g=5%",
            "--vary", "m=5%", "--vary", "a1=5%", "--vary", "a2=5%", "--vary", "a3=5%", "--vary", "B1=5%",
            "--vary", "B2=5%", "--vary", "B3=5%");
    REFUSED(2, "not a share", ENSEMBLE, "--vary", "start.psi=5%");
    REFUSED(2, "nonsense", ENSEMBLE, "--vary", "nonsense=5%");
    REFUSED(2, "--vary: contact.mu is varied twice", ENSEMBLE, "--vary", "mu=5%", "--vary", "contact.mu=1%");
    REFUSED(2, "--signals: duplicate signal E", ENSEMBLE, "--vary", "mu=5%", "--signals", "E,E");
    REFUSED(2, "--signals: expected up to 8 signals", ENSEMBLE, "--vary", "mu=5%", "--signals",
            "E,omega1,omega2,omega3,E_kin,E_pot,W_slide,W_drill,N");
    REFUSED(2, "--runs", ENSEMBLE, "--vary", "mu=5%", "--runs", "1.5");
    REFUSED(2, "--samples", ENSEMBLE, "--vary", "mu=5%", "--samples", "1");
    REFUSED(2, "--samples", ENSEMBLE, "--vary", "mu=5%", "--samples", "1e9");
    REFUSED(2, "--seed", ENSEMBLE, "--vary", "mu=5%", "--seed", "-1");
    REFUSED(2, "--nonsense", ENSEMBLE, "--vary", "mu=5%", "--nonsense");
    REFUSED(1, NO_FOLDER, ENSEMBLE, "--vary", "mu=5%", "--csv", NO_FOLDER);
    REFUSED(1, NO_FOLDER, ENSEMBLE, "--vary", "mu=5%", "--svg", NO_FOLDER);
    REFUSED(1, "no scene", "ensemble", "no-such-scene", "--vary", "mu=5%");
}

/* A body at rest stays at rest: the band reaches to the end. The signal of a disk is its energy. */
static void bands_to_the_end(void **state) {
    (void)state;
    char *text = OUTPUT("ensemble", "k11-fig5", "--vary", "mu=1%", "--runs", "2", "--samples", "3", "--until",
                        "20", "--omega", "0 0 0", "--quiet", "--csv", "-");
    assert_contains(text, "\nt,omega3,omega3_median,omega3_p05,omega3_p95\n");
    assert_contains(text, "\n20,0,0,0,0\n");
    free(text);
    text = OUTPUT("ensemble", "disk-k12", "--vary", "mu0=1%", "--runs", "2", "--samples", "3", "--until", "1",
                  "--quiet", "--csv", "-");
    assert_contains(text, "\nt,E,E_median");
    free(text);
}

/* Invalid parameter combinations are counted and skipped. */
static void invalid_combinations_are_counted(void **state) {
    (void)state;
    test_process process = RUN("ensemble", "k11-fig5", "--vary", "B12=1e-3", "--runs", "20", "--samples", "2",
                               "--until", "1e-3", "--quiet", "--csv", "-");
    assert_int_equal(process.status, 0);
    assert_contains(process.err, " of the runs have an invalid parameter combination and are left out\n");
    assert_contains(process.out, "\n0,4,4,4,4\n");
    test_process_free(&process);
}

static void diagrams(void **state) {
    (void)state;
    REFUSED(2, "--points", DIAGRAM, "--param", "mu0=24:25:2", "--points", "1.5");
    REFUSED(2, "--points", DIAGRAM, "--param", "mu0=24:25:2", "--points", "1e6");
    REFUSED(2, "--transient", DIAGRAM, "--param", "mu0=24:25:2", "--transient", "-1");
    REFUSED(2, "no signal", DIAGRAM, "--param", "mu0=24:25:2", "--section", "nonsense=1");
    REFUSED(2, "at most", DIAGRAM, "--param", "mu0=24:25:1000000", "--points", "100000");
    REFUSED(2, "--nonsense", DIAGRAM, "--param", "mu0=24:25:2", "--nonsense");
    REFUSED(2, "no default section", "bifurcation", "k11-fig5", "--param", "mu=0.1:0.2:2", "--quiet");
    REFUSED(1, NO_FOLDER, DIAGRAM, "--param", "mu0=24:25:2", "--csv", NO_FOLDER);
    REFUSED(1, NO_FOLDER, DIAGRAM, "--param", "mu0=24:25:2", "--periods", NO_FOLDER);
    REFUSED(1, "no scene", "bifurcation", "no-such-scene", "--param", "mu=0.1:0.2:2");
    char *text = OUTPUT("bifurcation", "k11-fig5", "--param", "mu=0.1:0.2:2", "--section", "omega2=0",
                        "--points", "2", "--transient", "0", "--quiet", "--svg", "-");
    cli_check_svg(text);
    free(text);
    /* As many points as required, and none: both are pictures. */
    text = OUTPUT(DIAGRAM, "--param", "mu0=24:25:2", "--points", "2", "--transient", "0", "--png", "-");
    assert_memory_equal(text, "\x89PNG\r\n", 6);
    free(text);
    test_process process = RUN("bifurcation", "disk-k12-printed", "--param", "mu0=24:25:2", "--points", "2",
                               "--until", "5", "--quiet", "--svg", "-");
    assert_int_equal(process.status, 0);
    cli_check_svg(process.out);
    assert_null(strstr(process.out, "nan"));
    assert_contains(process.out, "2 of 2 columns, which are empty");
    assert_contains(process.err, "2 of 2 columns are empty");
    test_process_free(&process);
}

/* Below mu0 = 12.3 the disk slides without end from rest, and sticks and slips from a rotated start: both
   starts in one diagram, and continuation up and down. */
static void branches_of_a_diagram(void **state) {
    (void)state;
    test_process process = RUN(DIAGRAM, "--param", "mu0=11.375,11.9", "--start", "phi=0,-8", "--transient",
                               "150", "--points", "20", "--periods", "-");
    assert_int_equal(process.status, 0);
    assert_contains(process.out, "# empty columns: 2 of 4\n"
                                 "mu0,start.phi,period,period_time,points\n"
                                 "11.375,0,0,,0\n11.375,-8,3,");
    assert_contains(process.out, "\n11.9,0,0,,0\n11.9,-8,");
    assert_contains(process.err, "2 of 4 columns are empty");
    test_process_free(&process);
    /* Continuation down from 13 never reaches the sliding motion; continuation up from rest at 11.2 keeps
       it. */
    process = RUN(DIAGRAM, "--param", "mu0=11.2:13:3", "--start", "phi=0", "--follow", "both", "--transient",
                  "20", "--points", "2", "--csv", "-");
    assert_int_equal(process.status, 0);
    assert_contains(process.out, "# empty columns: 3 of 6\nmu0,start.phi,direction,x,phi\n"
                                 "11.2,0,down,");
    assert_contains(process.out, "\n13,0,down,");
    assert_null(strstr(process.out, ",up,"));
    test_process_free(&process);
    char *text = OUTPUT(DIAGRAM, "--param", "mu0=11.2:13:3", "--follow", "up", "--transient", "20",
                        "--points", "2", "--csv", "-");
    assert_contains(text, "\nmu0,x,phi\n11.2,");
    assert_contains(text, "\n13,");
    free(text);
    REFUSED(2, "can change during a run", DIAGRAM, "--param", "phi=0:1:2", "--follow", "both");
    REFUSED(2, "sideways", DIAGRAM, "--param", "mu0=11:12:2", "--follow", "sideways");
    REFUSED(2, "list of start values", DIAGRAM, "--param", "mu0=11:12:2", "--start", "mu=1,2");
    REFUSED(2, "varied twice", DIAGRAM, "--param", "phi=-8,0", "--start", "phi=0,-8");
    REFUSED(2, "duplicate value", DIAGRAM, "--param", "mu0=11:12:2", "--start", "phi=0,-8,0");
    REFUSED(2, "expected a number", DIAGRAM, "--param", "mu0=11:12:2", "--start", "phi=0,x");
    REFUSED(2, "expected a number from 1 to 3 or a name", DIAGRAM, "--param", "mu0=11:12:2", "--start",
            "nonsense");
}

/* The disk at mu0 = 12 sticks and slips from phi = -8, and slides without end from rest
   (tests/bodies/test_disk_orbits.c). The same bytes with one thread, two, and from the definition. */
static void basins(void **state) {
    (void)state;
#define BASINS "basins", "disk-k12", "--quiet", "--set", "mu0=12", "--x", "phi=-8:0:2", "--y", "phi_dot=0"
    char *one = OUTPUT(BASINS, "--threads", "1"), *two = OUTPUT(BASINS, "--threads", "2");
    assert_contains(one, "phi,phi_dot,attractor,period\n-8,0,1,4\n0,0,2,0\n");
    assert_string_equal(one, two);
    free(two);
    free(OUTPUT(BASINS, "--spec", "basins.json"));
    two = OUTPUT("study", "basins.json", "--quiet");
    assert_string_equal(one, two);
    free(one);
    free(two);
    char *text = OUTPUT(BASINS, "--summary", "-");
    assert_contains(text, "\"count\": 2");
    assert_contains(text, "\"unresolved\": 0");
    assert_contains(text, "\"share\": 0.5");
    free(text);
    text = OUTPUT(BASINS, "--svg", "-");
    assert_contains(text, "Basins of 2 attractors; grey: 0 of 2 starts unresolved");
    free(text);
    REFUSED(2, "expected a start value", "basins", "disk-k12", "--x", "mu0=1:2:2", "--y", "phi=0:1:2");
    REFUSED(2, "expected --x", "basins", "disk-k12", "--x", "phi=0:1:2");
    free(OUTPUT(SWEEP, "--param", "mu=0.1:0.2:2", "--spec", "no-basins.json"));
    REFUSED(2, "--summary: expected a study of basins", "study", "no-basins.json", "--summary", "-");
}

/* Laws are values of an axis. */
static void laws_as_an_axis(void **state) {
    (void)state;
    char *text =
        OUTPUT("sweep", "k15-a1", "--param", "law=k15-d1,coulomb", "--param", "mu=0.2,0.3", "--value",
               "omega3_final", "--until", "0.01", "--solver", "auto", "--quiet", "--csv", "-");
    assert_contains(text, "\nlaw,mu,omega3_final\nk15-d1,0.2,");
    assert_contains(text, "\ncoulomb,0.3,");
    char *alone = OUTPUT("sweep", "k15-a1", "--law", "coulomb", "--param", "mu=0.3", "--value",
                         "omega3_final", "--until", "0.01", "--solver", "auto", "--quiet", "--csv", "-");
    const char *in_both = strstr(text, "coulomb,0.3,"), *in_one = strstr(alone, "\n0.3,");
    assert_non_null(in_one);
    assert_string_equal(in_both + strlen("coulomb,0.3,"), in_one + strlen("\n0.3,"));
    free(alone);
    free(text);
    text = OUTPUT("map", "k15-a1", "--x", "mu=0.2,0.3", "--y", "law=k15-d1,coulomb", "--value",
                  "omega3_final", "--until", "0.01", "--quiet", "--svg", "-");
    cli_check_svg(text);
    assert_contains(text, "coulomb");
    free(text);
    text = OUTPUT("sweep", "k15-a1", "--param", "mu=0.2:0.4:3", "--param", "law=k15-d1,coulomb", "--value",
                  "omega3_final,N_max", "--until", "0.01", "--quiet", "--svg", "-");
    cli_check_svg(text); /* a curve for each law, a panel for each outcome */
    assert_contains(text, ">k15-d1</text>");
    assert_contains(text, ">coulomb</text>");
    assert_contains(text, "N_max, N");
    free(text);
    REFUSED(2, "expected a friction law", SWEEP, "--param", "law=nonsense");
    REFUSED(2, "beside a list of laws", SWEEP, "--param", "law=coulomb,exact-circle", "--param",
            "friction.eps=0.1,0.2");
    REFUSED(2, "have no range", SWEEP, "--param", "law=coulomb,k15-a1", "--random", "3");
}

static void fits(void **state) {
    (void)state;
    REFUSED(2, "--restarts", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--restarts", "1.5");
    REFUSED(2, "--restarts", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--restarts", "-1");
    REFUSED(2, "--restarts", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--restarts", "1e5");
    REFUSED(2, "--seed", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--seed", "-1");
    REFUSED(2, "--seed", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--seed", "0.5");
    REFUSED(2, "--seed", "fit", "k11-fig5", "--data", "x", "--free", "mu", "--seed", "1e300");
    REFUSED(2, "--nonsense", "fit", "k11-fig5", "--data", "x", "--nonsense");
    REFUSED(1, "no scene", "fit", "no-such-scene", "--data", "x", "--free", "mu");
}

/* A stone is fitted with its own law and with another: the better one is the fitted scene. */
static void the_better_model(void **state) {
    (void)state;
    char data[64], fitted[64];
    snprintf(data, sizeof data, "test_cli_studies.%ld.csv", (long)getpid());
    snprintf(fitted, sizeof fitted, "test_cli_studies.%ld.json", (long)getpid());
    free(OUTPUT("track", "k11-fig5", "--until", "0.1", "--csv", data));
    char *text =
        OUTPUT("fit", "kane-levinson", "--data", data, "--free", "m", "--free-start", "omega3", "--models",
               "k11-fig5", "--until", "0.1", "--quiet", "--fitted", fitted, "--csv", "-");
    unlink(data);
    assert_contains(text, "\nmodel,F_o_mm2,evaluations,parameter,value,low,high\n");
    assert_contains(text, "\nkane-levinson,");
    assert_contains(text, "\nk11-fig5,");
    free(text);
    rb_scene scene;
    rb_error err = {""};
    if (rb_scene_read_file(fitted, &scene, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    unlink(fitted);
    rb_scene truth = rb_test_scene("k11-fig5", NULL);
    assert_ptr_equal(scene.friction, truth.friction);
    int spin = rb_param_find(scene.body->start, "omega3");
    assert_near(scene.values[RB_SECTION_START][spin], 4, 1e-3); /* of which 1e-5 is left */
}

static void tracks(void **state) {
    (void)state;
    REFUSED(2, "--rate", "track", "k11-fig5", "--rate", "1e9");
    REFUSED(2, "--rate", "track", "k11-fig5", "--rate", "-1");
    REFUSED(2, "--noise", "track", "k11-fig5", "--noise", "-1");
    REFUSED(2, "--seed", "track", "k11-fig5", "--seed", "-1");
    REFUSED(2, "--seed", "track", "k11-fig5", "--seed", "1.5");
    REFUSED(2, "--seed", "track", "k11-fig5", "--seed", "1e300"); /* no integer holds it */
    REFUSED(2, "--markers", "track", "k11-fig5", "--markers", "a");
    REFUSED(2, "--markers", "track", "k11-fig5", "--markers", "");
    REFUSED(2, "--markers", "track", "k11-fig5", "--markers", "1 2 nan");
    REFUSED(2, "--nonsense", "track", "k11-fig5", "--nonsense");
    REFUSED(2, "mu", "track", "k11-fig5", "--set", "mu=-1");
    REFUSED(1, "no scene", "track", "no-such-scene");
    REFUSED(1, NO_FOLDER, "track", "k11-fig5", "--csv", NO_FOLDER);
}

/* Neighbouring orbits of the disk: a table with a row for each, the list of bifurcations, a chart. */
static void orbits_along_a_parameter(void **state) {
    (void)state;
#define ALONG                                                                                                \
    "orbit", "disk-k12", "--along", "mu0=24.9:24.89999", "--transient", "80", "--points", "2", "--period", "1"
    char *text = OUTPUT(ALONG, "--csv", "-");
    assert_contains(text, "branch,mu0,x,phi,period,period_time,stable,kind,event,multiplier_re_1");
    assert_contains(text, "\n0,24.9,");
    assert_contains(text, "\n0,24.89999,");
    free(text);
    text = OUTPUT(ALONG, "--summary", "-");
    assert_contains(text, "\"bifurcations\": []");
    assert_contains(text, "\"complete\": true");
    free(text);
    text = OUTPUT(ALONG, "--svg", "-");
    assert_contains(text, "<svg");
    free(text);
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps),
        cmocka_unit_test(too_many_values_are_rejected),
        cmocka_unit_test(grids),
        cmocka_unit_test(lost_results_are_in_the_journal),
        cmocka_unit_test(methods),
        cmocka_unit_test(failed_runs_are_reported),
        cmocka_unit_test(maps_either_way_round),
        cmocka_unit_test(maps_of_one_column),
        cmocka_unit_test(ensembles),
        cmocka_unit_test(bands_to_the_end),
        cmocka_unit_test(invalid_combinations_are_counted),
        cmocka_unit_test(diagrams),
        cmocka_unit_test(branches_of_a_diagram),
        cmocka_unit_test(basins),
        cmocka_unit_test(orbits_along_a_parameter),
        cmocka_unit_test(laws_as_an_axis),
        cmocka_unit_test(fits),
        cmocka_unit_test(the_better_model),
        cmocka_unit_test(tracks),
    };
    return cmocka_run_group_tests_name("studies by rbsim", tests, NULL, NULL);
}
