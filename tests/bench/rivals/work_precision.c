/* Work and precision: our methods against those of GSL and SUNDIALS, LSODA and RADAU5 on our own equations of
   motion.

   usage: work_precision [--repeats N] [--scene ID] [--csv FILE] [--near]     (--near: only the rivals
   that come near us anywhere)

   Every contestant runs at a row of tolerances (dp5: steps), one after the other in each round, so
   that a busy machine troubles all alike. Of the rounds' times the smallest and the median are reported.
   The cost at an error is read off between two tolerances, both logarithmic, where the error falls
   below it for good. Fails when an error is wrong, never by time. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rivals.h"

enum { CONTESTANTS_MAX = 32, KNOBS = 30, REPEATS_MAX = 99, TARGETS = 4 };

static const double targets[TARGETS] = {1e-3, 1e-4, 1e-5, 1e-6};
#define ERROR_MOST 0.1           /* beyond, it is another motion */
#define EVALUATIONS_MOST 2000000 /* a run that needs more is aborted */
#define LONG 0.25                /* s; slower runs are timed once */

static const struct {
    const char *scene;
    double t_end;
} problems[] = {
    {"kane-levinson", 5}, {"tippetop-ka09", 2.5}, {"ak18-a", 3},    {"k11-fig5", 5},
    {"toy-plastic", 2},   {"k15-ah", 2.5},        {"long-wood", 2},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

typedef struct point {
    double knob, error;
    uint64_t evaluations, jacobians;
    bool slow;
    int runs;
    double times[REPEATS_MAX]; /* s */
    double least, median;
} point;

typedef struct curve {
    contestant who;
    int count;
    point points[KNOBS];
    double least[TARGETS], median[TARGETS]; /* s at each error; INFINITY: never reached */
} curve;

typedef struct options {
    int repeats;
    const char *scene; /* NULL: all */
    FILE *csv;         /* NULL: none */
    bool near;
} options;

/* ---- one problem ------------------------------------------------------------------------------- */

/* Tolerances by half decades from 1e-2 on; steps by factors of 1.5 from 20 ms on. */
static double knob_at(const contestant *who, int i) {
    return who->fixed_step ? 0.02 * pow(1.5, -i) : 1e-2 * pow(10, -0.5 * i);
}

/* Which tolerances matter, and their errors. */
static void explore(problem *p, curve *c) {
    int fine = 0;
    for (int i = 0; i < KNOBS && fine < 2; i++) {
        point *at = &c->points[c->count];
        *at = (point){.knob = knob_at(&c->who, i)};
        rb_snapshot end;
        if (!c->who.fixed_step && at->knob < 1e-13) {
            return;
        }
        p->jacobians = 0;
        double begun = cpu_seconds();
        if (!c->who.run(p, c->who.variant, at->knob, &end)) {
            if (!problem_within_budget(p)) {
                return; /* finer ones need more */
            }
            continue;
        }
        at->times[0] = cpu_seconds() - begun;
        at->slow = at->times[0] > LONG;
        at->runs = at->slow ? 1 : 0; /* the first of a short one only warms up */
        at->error = problem_error(p, &end);
        at->evaluations = p->evaluations;
        at->jacobians = p->jacobians;
        fine = at->error < targets[TARGETS - 1] ? fine + 1 : 0;
        if (at->error < ERROR_MOST) {
            c->count++;
        }
    }
}

static void time_all(problem *p, curve *curves, int count, int repeats) {
    for (int repeat = 0; repeat < repeats; repeat++) {
        for (int i = 0; i < KNOBS; i++) {
            for (int j = 0; j < count; j++) {
                curve *c = &curves[j];
                point *at = &c->points[i];
                if (i < c->count && !at->slow) {
                    rb_snapshot end;
                    double begun = cpu_seconds();
                    c->who.run(p, c->who.variant, at->knob, &end);
                    at->times[at->runs++] = cpu_seconds() - begun;
                }
            }
        }
    }
}

static double between(double error, const point *a, const point *b, double from, double to) {
    double share = log(error / a->error) / log(b->error / a->error);
    return from * pow(to / from, share);
}

static void evaluate(curve *c) {
    for (int i = 0; i < c->count; i++) {
        point *at = &c->points[i];
        spread s = spread_of(at->times, at->runs);
        at->least = s.least, at->median = s.median;
    }
    for (int t = 0; t < TARGETS; t++) {
        c->least[t] = c->median[t] = INFINITY;
        int i = c->count - 1;
        if (i < 0 || c->points[i].error > targets[t]) {
            continue;
        }
        while (i > 0 && c->points[i - 1].error <= targets[t]) {
            i--;
        }
        const point *b = &c->points[i], *a = i > 0 ? b - 1 : b;
        c->least[t] = i > 0 ? between(targets[t], a, b, a->least, b->least) : b->least;
        c->median[t] = i > 0 ? between(targets[t], a, b, a->median, b->median) : b->median;
    }
}

/* ---- what is reported ------------------------------------------------------------------------------ */

typedef struct verdict {
    double ratio[TARGETS], median[TARGETS];
    const char *ours[TARGETS], *rival[TARGETS];
} verdict;

static const curve *best_of(const curve *curves, int count, bool ours, int target) {
    const curve *best = NULL;
    for (int i = 0; i < count; i++) {
        const curve *c = &curves[i];
        if (c->who.ours == ours && c->least[target] < INFINITY &&
            (best == NULL || c->least[target] < best->least[target])) {
            best = c;
        }
    }
    return best;
}

static void print_times(const curve *curves, int count) {
    printf("  CPU time, ms: least (median)\n  %-16s", "error");
    for (int t = 0; t < TARGETS; t++) {
        printf(" %18.0e", targets[t]);
    }
    printf("\n");
    for (int i = 0; i < count; i++) {
        printf("  %-16s", curves[i].who.name);
        for (int t = 0; t < TARGETS; t++) {
            if (curves[i].least[t] < INFINITY) {
                printf(" %8.2f (%7.2f)", 1e3 * curves[i].least[t], 1e3 * curves[i].median[t]);
            } else {
                printf(" %18s", "-");
            }
        }
        printf("\n");
    }
}

static void write_points(FILE *csv, const char *scene, const curve *curves, int count) {
    for (int i = 0; csv != NULL && i < count; i++) {
        for (int j = 0; j < curves[i].count; j++) {
            const point *at = &curves[i].points[j];
            fprintf(csv, "%s,%s,%.4g,%.4g,%.6g,%.6g,%llu,%llu\n", scene, curves[i].who.name, at->knob,
                    at->error, at->least, at->median, (unsigned long long)at->evaluations,
                    (unsigned long long)at->jacobians);
        }
    }
}

static verdict judge(const curve *curves, int count) {
    verdict v;
    for (int t = 0; t < TARGETS; t++) {
        const curve *ours = best_of(curves, count, true, t);
        const curve *rival = best_of(curves, count, false, t);
        v.ours[t] = ours != NULL ? ours->who.name : "-";
        v.rival[t] = rival != NULL ? rival->who.name : "-";
        v.ratio[t] = v.median[t] = NAN;
        if (ours != NULL && rival != NULL) {
            v.ratio[t] = ours->least[t] / rival->least[t];
            v.median[t] = ours->median[t] / rival->median[t];
        }
    }
    return v;
}

/* False if an error is wrong. */
static bool compete(int number, curve *curves, int count, const options *o, verdict *out) {
    static problem p;
    rb_error err = {""};
    const char *scene = problems[number].scene;
    if (!problem_open(&p, scene, problems[number].t_end, &err)) {
        fprintf(stderr, "work_precision: %s\n", err.text);
        return false;
    }
    double differ;
    bool right = problem_converge(&p, &differ);
    printf("%s, %g s; two references are %.1e apart%s\n", scene, p.t_end, differ,
           right ? "" : ": WRONG, nothing can be measured against them");
    if (!right) {
        return false;
    }
    p.budget = EVALUATIONS_MOST;
    for (int i = 0; i < count; i++) {
        explore(&p, &curves[i]);
    }
    time_all(&p, curves, count, o->repeats);
    for (int i = 0; i < count; i++) {
        evaluate(&curves[i]);
    }
    print_times(curves, count);
    write_points(o->csv, scene, curves, count);
    *out = judge(curves, count);
    for (int t = 0; t < TARGETS; t++) {
        if (best_of(curves, count, true, t) == NULL) {
            printf("  WRONG: none of our methods comes to %.0e\n", targets[t]);
            right = false;
        }
    }
    printf("\n");
    fflush(stdout);
    return right;
}

static void print_verdicts(const verdict *verdicts, const bool *done) {
    printf("ours / best rival, least CPU time (median); below 1 we win\n%-15s", "error");
    for (int t = 0; t < TARGETS; t++) {
        printf("  %-36.0e", targets[t]);
    }
    printf("\n");
    int lost = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        if (!done[i]) {
            continue;
        }
        const verdict *v = &verdicts[i];
        printf("%-15s", problems[i].scene);
        for (int t = 0; t < TARGETS; t++) {
            char names[80];
            snprintf(names, sizeof names, "%s/%s", v->ours[t], v->rival[t]);
            printf("  %4.2f (%4.2f) %-24s", v->ratio[t], v->median[t], names);
            lost += v->ratio[t] >= 1;
        }
        printf("\n");
    }
    if (lost == 0) {
        return;
    }
    printf("We lose:\n");
    for (int i = 0; i < PROBLEMS; i++) {
        for (int t = 0; done[i] && t < TARGETS; t++) {
            if (verdicts[i].ratio[t] >= 1) {
                printf("  %s at %.0e: %s takes %.2f times as long as %s\n", problems[i].scene, targets[t],
                       verdicts[i].ours[t], verdicts[i].ratio[t], verdicts[i].rival[t]);
            }
        }
    }
}

/* ---- arguments --------------------------------------------------------------------------------- */

static int usage(void) {
    fprintf(stderr, "usage: work_precision [--repeats 1..%d] [--scene ID] [--csv FILE] [--near]\n",
            REPEATS_MAX);
    return 2;
}

static int read_options(int argc, char **argv, options *o) {
    *o = (options){.repeats = 7};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--near") == 0) {
            o->near = true;
        } else if (i + 1 == argc) {
            return usage();
        } else if (strcmp(argv[i], "--repeats") == 0) {
            o->repeats = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--scene") == 0) {
            o->scene = argv[++i];
        } else if (strcmp(argv[i], "--csv") == 0) {
            o->csv = fopen(argv[++i], "w");
            if (o->csv == NULL) {
                fprintf(stderr, "work_precision: %s: %s\n", argv[i], strerror(errno));
                return 1;
            }
        } else {
            return usage();
        }
    }
    return o->repeats >= 1 && o->repeats <= REPEATS_MAX ? 0 : usage();
}

static bool is_near(const contestant *who) {
    static const char *const rivals[] = {"GSL rk8pd", "GSL rkck",       "GSL msbdf", "CVODE BDF",
                                         "LSODA",     "LSODA, exact J", "RADAU5"};
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        if (strcmp(who->name, rivals[i]) == 0) {
            return true;
        }
    }
    return who->ours;
}

static int list_contestants(contestant *list, bool near) {
    int count = add_ours(list, CONTESTANTS_MAX);
    count += add_gsl(list + count, CONTESTANTS_MAX - count);
#ifdef RB_WITH_SUNDIALS
    count += add_sundials(list + count, CONTESTANTS_MAX - count);
#else
    printf("SUNDIALS is not installed: skipped\n");
#endif
#ifdef RB_WITH_DESOLVE
    count += add_desolve(list + count, CONTESTANTS_MAX - count);
#else
    printf("r-cran-desolve (LSODA, RADAU5) is not installed: skipped\n");
#endif
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!near || is_near(&list[i])) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

int main(int argc, char **argv) {
    options o;
    int status = read_options(argc, argv, &o);
    curve *curves = calloc(CONTESTANTS_MAX, sizeof *curves);
    if (status != 0 || curves == NULL) {
        free(curves);
        return status != 0 ? status : 1;
    }
    print_machine();
    contestant list[CONTESTANTS_MAX];
    int count = list_contestants(list, o.near);
    verdict verdicts[PROBLEMS];
    bool done[PROBLEMS] = {false}, right = true;
    if (o.csv != NULL) {
        fprintf(o.csv, "scene,method,tolerance,error,least_s,median_s,evaluations,jacobians\n");
    }
    for (int i = 0; i < PROBLEMS; i++) {
        if (o.scene != NULL && strcmp(o.scene, problems[i].scene) != 0) {
            continue;
        }
        memset(curves, 0, CONTESTANTS_MAX * sizeof *curves);
        for (int j = 0; j < count; j++) {
            curves[j].who = list[j];
        }
        done[i] = compete(i, curves, count, &o, &verdicts[i]);
        right = right && done[i];
    }
    print_verdicts(verdicts, done);
    free(curves);
    bool written = o.csv == NULL || fclose(o.csv) == 0;
    return right && written ? 0 : 1;
}
