#include "print/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/pi.h"
#include "math/random.h"
#include "plot/plot.h"

enum { SIZES = 4 };
static const double size_step = 0.88; /* from one size to the next smaller one */
static const double places[RB_CANDIDATE_PLACES] = {0.7, 0.85, 1};
const char *const rb_stone_goal_ids[RB_GOALS + 1] = {"within", "most", "both", NULL};

rb_stone_ask rb_stone_default_ask(void) {
    return (rb_stone_ask){.within = 2, .spread = 0.3, .until = 15, .tolerance = 2e-4, .ensemble = 24};
}

/* ---------------------------------------------------------------- candidates */

static double length_of(const rb_stone_design *d) {
    double longest = 0;
    for (int i = 0; i < 96; i++) {
        double x = 0, y = 0, area;
        rb_stone_top(d, 1, 2 * RB_PI * i / 96, &x, &y, &area);
        longest = fmax(longest, hypot(x, y));
    }
    return 2 * longest;
}

/* The same shape in another size; weights keep theirs. */
static void scale_design(rb_stone_design *d, double s) {
    static const int lengths[] = {RB_STONE_A1,     RB_STONE_A2,    RB_STONE_A3,  RB_STONE_A1_BACK,
                                  RB_STONE_LENGTH, RB_STONE_WIDTH, RB_STONE_BEND};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        d->v[lengths[i]] *= s;
    }
    for (int i = 0; i < d->weight_count; i++) {
        d->weights[i].v[RB_WEIGHT_X] *= s;
        d->weights[i].v[RB_WEIGHT_Y] *= s;
    }
}

static bool has_movable_weights(const rb_stone_design *d) {
    for (int i = 0; i < d->weight_count; i++) {
        if (d->weights[i].v[RB_WEIGHT_X] != 0) {
            return true;
        }
    }
    return false;
}

/* A candidate: its size, the place of its weights along it, and its skew, from a step up to the largest.
   Without weights the bend of a bar is varied up to twice that of the design. */
static bool make_candidate(const rb_stone_study *s, int64_t job, rb_stone_design *d) {
    int step = (int)(job % RB_CANDIDATE_SKEWS) + 1, rest = (int)(job / RB_CANDIDATE_SKEWS);
    double share = step / (double)RB_CANDIDATE_SKEWS;
    *d = s->design;
    int size = rest / RB_CANDIDATE_PLACES;
    scale_design(d, s->scale * pow(size_step, size));
    if (!has_movable_weights(d)) {
        d->v[RB_STONE_BEND] *= 2 * share;
        return rest % RB_CANDIDATE_PLACES == RB_CANDIDATE_PLACES - 1 && rb_stone_check(d, NULL) == RB_OK;
    }
    for (int i = 0; i < d->weight_count; i++) {
        d->weights[i].v[RB_WEIGHT_X] *= places[rest % RB_CANDIDATE_PLACES];
    }
    double low, high;
    if (!rb_stone_skew_range(d, &low, &high)) {
        return false;
    }
    double largest = s->sign < 0 ? low : high;
    return largest * s->sign > 0 && rb_stone_find_place(d, share * (1 - 1e-9) * largest, NULL) == RB_OK;
}

/* Evenly distributed within the amount about the middle. */
static double random_about(uint64_t *random, double middle, double amount) {
    *random += RB_MIX_STEP;
    return middle + amount * (2 * ((double)(rb_mix(*random) >> 11) / 9007199254740992.0) - 1); /* 2^53 */
}

/* A printed copy: lengths within the tolerance, the density within 5 per cent. Job 0 is the design itself. */
static bool make_copy(const rb_stone_study *s, int64_t job, rb_stone_design *d) {
    static const int lengths[] = {RB_STONE_A1, RB_STONE_A2, RB_STONE_A3};
    uint64_t random = rb_mix((uint64_t)job);
    *d = s->design;
    for (int i = 0; job > 0 && i < 3; i++) {
        d->v[lengths[i]] = random_about(&random, d->v[lengths[i]], s->ask.tolerance);
    }
    for (int i = 0; job > 0 && i < d->weight_count; i++) {
        double *v = d->weights[i].v;
        v[RB_WEIGHT_X] = random_about(&random, v[RB_WEIGHT_X], s->ask.tolerance);
        v[RB_WEIGHT_Y] = random_about(&random, v[RB_WEIGHT_Y], s->ask.tolerance);
    }
    d->v[RB_STONE_DENSITY] *= job > 0 ? random_about(&random, 1, 0.05) : 1;
    return true; /* a wall may be a little thinner than planned */
}

bool rb_stone_study_design(const rb_stone_study *s, int64_t job, rb_stone_design *out) {
    return s->ensemble ? make_copy(s, job, out) : make_candidate(s, job, out);
}

/* ---------------------------------------------------------------- jobs */

static void reverse_spin(rb_scene *scene) {
    int spin = rb_param_find(rb_scene_table(scene, RB_SECTION_START), "omega3");
    scene->values[RB_SECTION_START][spin] = 0 - scene->values[RB_SECTION_START][spin];
}

static rb_status simulate(const rb_stone_study *s, const rb_stone_design *d, const rb_study_control *control,
                          rb_stone_candidate *out, rb_error *err) {
    int directions = s->ask.goal == RB_GOAL_BOTH && !s->ensemble ? 2 : 1;
    bool whole = s->ask.goal == RB_GOAL_MOST && !s->ensemble;
    double until = s->ask.goal == RB_GOAL_WITHIN && !s->ensemble ? 1.5 * s->ask.within : s->ask.until;
    rb_scene scene = s->scene;
    rb_status status = RB_OK;
    for (int k = 0; k < directions && status == RB_OK && !rb_study_cancelled(control); k++) {
        rb_stone_prediction p;
        status = rb_stone_predict(d, &scene, until, s->ask.spread, whole, &p, err);
        for (int i = 0; i < RB_STONE_TABLES && status == RB_OK; i++) {
            out->reversal[k][i] = p.reversal[i];
            out->reversals[k][i] = p.reversals[i];
        }
        reverse_spin(&scene);
    }
    return status;
}

/* A candidate that the limits or the scene refuse is impossible, which is no failure of the study. */
static void work_on(const rb_stone_study *s, int64_t job, const rb_study_control *control,
                    rb_stone_candidate *out) {
    rb_stone_design d;
    rb_mass mass;
    rb_error reason;
    *out = (rb_stone_candidate){0};
    if (!rb_stone_study_design(s, job, &d) || rb_stone_mass(&d, &mass, &reason) != RB_OK) {
        return;
    }
    out->skew = mass.skew;
    out->mass = mass.mass;
    out->length = length_of(&d);
    bool small = s->ask.longest == 0 || out->length <= s->ask.longest * (1 + 1e-9);
    bool light = s->ask.heaviest == 0 || mass.mass <= s->ask.heaviest;
    bool wanted = s->ensemble || (small && light);
    out->possible = wanted && simulate(s, &d, control, out, &reason) == RB_OK;
}

static rb_status work(const void *context, int64_t first, int count, const rb_study_control *control,
                      double *rows, rb_error *err) {
    (void)err;
    for (int i = 0; i < count && !rb_study_cancelled(control); i++) {
        rb_stone_candidate candidate;
        work_on(context, first + i, control, &candidate);
        memcpy(rows + (size_t)i * (sizeof candidate / sizeof *rows), &candidate, sizeof candidate);
    }
    return RB_OK;
}

rb_status rb_stone_study_begin(rb_stone_study *s, const rb_stone_design *design, const rb_scene *scene,
                               const rb_stone_ask *ask, bool ensemble, rb_error *err) {
    rb_mass mass;
    *s = (rb_stone_study){
        .design = *design, .scene = *scene, .ask = *ask, .ensemble = ensemble, .sizes = 1, .scale = 1};
    rb_status status = rb_stone_check(design, err);
    status = status == RB_OK ? rb_stone_mass(design, &mass, err) : status;
    if (status == RB_OK && !ensemble && !has_movable_weights(design) &&
        !(design->v[RB_STONE_BODY] == RB_STONE_BAR && design->v[RB_STONE_BEND] != 0)) {
        status = rb_fail(
            err, RB_ERR_INPUT,
            "stone: weights: expected weights beside the middle, or a bent bar: nothing else can be varied");
    }
    if (status != RB_OK) {
        return status;
    }
    s->sign = mass.skew < 0 ? -1 : 1;
    if (ask->longest > 0 || ask->heaviest > 0) {
        s->sizes = SIZES;
        s->scale = ask->longest > 0 ? fmin(1, ask->longest / length_of(design)) : 1;
    }
    return RB_OK;
}

rb_study rb_stone_study_of(const rb_stone_study *s) {
    return (rb_study){.definition = "rattleback-stone-study",
                      .title = s->ensemble ? "ensemble of a stone" : "search for a stone",
                      .job_count = s->ensemble ? s->ask.ensemble + 1
                                               : (int64_t)s->sizes * RB_CANDIDATE_PLACES * RB_CANDIDATE_SKEWS,
                      .width = sizeof(rb_stone_candidate) / sizeof(double),
                      .chunk = 1,
                      .work = work,
                      .context = s};
}

rb_status rb_stone_study_run(const rb_stone_study *s, rb_stone_candidate **rows, int *count, rb_error *err) {
    const rb_study jobs = rb_stone_study_of(s);
    const rb_study_options options = rb_default_study_options();
    rb_study_result result = {0};
    *count = (int)jobs.job_count;
    *rows = calloc((size_t)*count, sizeof **rows);
    rb_status status = *rows != NULL ? rb_study_run(&jobs, &options, &result, err)
                                     : rb_fail(err, RB_ERR_MEMORY, "stone: out of memory");
    if (status == RB_OK && *rows != NULL && result.rows != NULL) {
        memcpy(*rows, result.rows, (size_t)*count * sizeof **rows);
    }
    rb_study_free(&result);
    return status;
}

rb_status rb_stone_copies(const rb_stone_design *design, const rb_scene *scene, const rb_stone_ask *ask,
                          rb_stone_band *band, rb_error *err) {
    rb_stone_study study;
    rb_stone_candidate *rows = NULL;
    int count = 0;
    rb_status status = rb_stone_study_begin(&study, design, scene, ask, true, err);
    status = status == RB_OK ? rb_stone_study_run(&study, &rows, &count, err) : status;
    if (status == RB_OK) {
        *band = rb_stone_band_of(rows, count);
    }
    free(rows);
    return status;
}

/* ---------------------------------------------------------------- results */

double rb_candidate_latest(const rb_stone_candidate *c, int direction) {
    double latest = 0;
    for (int i = 0; i < RB_STONE_TABLES; i++) {
        latest = fmax(latest, c->reversal[direction][i]);
    }
    return latest;
}

static double fewest(const rb_stone_candidate *c) {
    return fmin(fmin(c->reversals[0][0], c->reversals[0][1]), c->reversals[0][2]);
}

/* How far from the wish: smaller is better; INFINITY: not fulfilled. */
static double badness(const rb_stone_study *s, const rb_stone_candidate *c) {
    double latest = rb_candidate_latest(c, 0);
    if (!(c->possible > 0) || !isfinite(latest)) {
        return INFINITY;
    }
    switch (s->ask.goal) {
    case RB_GOAL_WITHIN: return latest <= s->ask.within ? fabs(c->skew) : INFINITY;
    case RB_GOAL_MOST: return latest / (1e3 * s->ask.until) - fewest(c); /* the earlier of equals */
    default: return fmax(latest, rb_candidate_latest(c, 1));
    }
}

int rb_stone_study_best(const rb_stone_study *s, const rb_stone_candidate *rows, int count) {
    double least = INFINITY;
    int best = -1;
    for (int i = 0; i < count; i++) {
        double b = badness(s, &rows[i]);
        if (b < least) {
            least = b, best = i;
        }
    }
    return best;
}

rb_status rb_stone_study_refuse(const rb_stone_study *s, rb_error *err) {
    static const char *const goals[] = {"reverses within the time on every table", "reverses on every table",
                                        "reverses from both directions on every table"};
    return rb_fail(err, RB_ERR_INPUT,
                   "stone: no candidate %s; allow more time, a faster start, heavier weights, or a larger "
                   "stone, and mirror a stone that prefers the direction of the start",
                   goals[s->ask.goal]);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

rb_stone_band rb_stone_band_of(const rb_stone_candidate *rows, int count) {
    double times[3 * 1000];
    int runs = 0, found = 0;
    for (int i = 0; i < 3 * count && i < 3 * 1000; i++) {
        const rb_stone_candidate *c = &rows[i / 3];
        runs += c->possible > 0;
        if (c->possible > 0 && isfinite(c->reversal[0][i % 3])) {
            times[found++] = c->reversal[0][i % 3];
        }
    }
    qsort(times, (size_t)found, sizeof times[0], by_value);
    rb_stone_band band = {NAN, NAN, NAN, runs > 0 ? found / (double)runs : 0, runs};
    if (found > 0) {
        band.low = times[(int)floor(0.05 * (found - 1))];
        band.median = times[(found - 1) / 2];
        band.high = times[(int)ceil(0.95 * (found - 1))];
    }
    return band;
}

int rb_stone_trade_off(const rb_stone_study *s, const rb_stone_candidate *rows, int job,
                       double skew[RB_CANDIDATE_SKEWS], double time[RB_STONE_TABLES][RB_CANDIDATE_SKEWS]) {
    int first = job < 0 ? (RB_CANDIDATE_PLACES - 1) * RB_CANDIDATE_SKEWS
                        : job / RB_CANDIDATE_SKEWS * RB_CANDIDATE_SKEWS;
    int count = 0;
    (void)s;
    for (int i = 0; i < RB_CANDIDATE_SKEWS; i++) {
        const rb_stone_candidate *c = &rows[first + i];
        if (c->possible > 0) {
            skew[count] = fabs(c->skew) * 180 / RB_PI;
            for (int k = 0; k < RB_STONE_TABLES; k++) {
                time[k][count] = isfinite(c->reversal[0][k]) ? c->reversal[0][k] : NAN;
            }
            count++;
        }
    }
    return count;
}

bool rb_stone_draw_trade_off(FILE *out, rb_picture_format format, const rb_stone_study *s,
                             const rb_stone_candidate *rows, int job) {
    double skew[RB_CANDIDATE_SKEWS], time[RB_STONE_TABLES][RB_CANDIDATE_SKEWS];
    char names[RB_STONE_TABLES][40], title[120];
    rb_curve curves[RB_STONE_TABLES];
    int count = rb_stone_trade_off(s, rows, job, skew, time);
    double mu = s->scene.values[RB_SECTION_CONTACT][RB_CONTACT_MU];
    for (int k = 0; k < RB_STONE_TABLES; k++) {
        snprintf(names[k], sizeof names[k], "friction %.3g", mu * (1 + (k - 1) * s->ask.spread));
        curves[k] = (rb_curve){.name = names[k], .y = time[k], .x = skew, .count = count, .solid = true};
    }
    snprintf(title, sizeof title, "%.60s: first reversal over skew", s->design.name);
    const rb_plot plot = {.title = title,
                          .subtitle = "less skew: later, but more spin after it",
                          .x = {.label = "skew, degrees"},
                          .y = {.label = "first reversal, s"},
                          .curves = curves,
                          .curve_count = RB_STONE_TABLES};
    return rb_plot_write(out, format, &plot);
}
