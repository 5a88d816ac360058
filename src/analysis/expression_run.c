/* Evaluation of expressions during a run: a sample at every tick and at the times of at(). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/expression.h"
#include "math/elementary.h"
#include "rattleback/sweep.h"

#define SAMPLES_MAX 1e6

/* What was collected so far. */
typedef struct collected {
    double number, sum; /* the result so far; integral over time */
    int samples;
    double t[3], v[3]; /* the last samples, the newest first */
    bool found;
} collected;

typedef struct watch {
    const rb_scene *scene;
    const rb_expression *list[RB_SWEEP_VALUES];
    int count;
    collected (*parts)[RB_EXPRESSION_PARTS];
    const double *times;
    const rb_expression_request *request;
} watch;

/* ---------------------------------------------------------------- programs */

/* x^y, also of a negative x if y is a whole number. */
static double power(double x, double y) {
    if (x >= 0 || y != round(y)) {
        return rb_pow(x, y);
    }
    return fmod(y, 2) != 0 ? -rb_pow(-x, y) : rb_pow(-x, y);
}

static double operate(rb_operation operation, double a, double b) {
    switch (operation) {
    case RB_OP_ADD: return a + b;
    case RB_OP_SUBTRACT: return a - b;
    case RB_OP_MULTIPLY: return a * b;
    case RB_OP_DIVIDE: return a / b;
    case RB_OP_POWER: return power(a, b);
    case RB_OP_MIN: return a < b || isnan(a) ? a : b;
    case RB_OP_MAX: return a > b || isnan(a) ? a : b;
    default: return NAN;
    }
}

static double parameter(const rb_scene *scene, const rb_instruction *i) {
    rb_param_table table = rb_scene_table(scene, i->section);
    bool has = i->index < table.count && &table.rows[i->index] == i->parameter;
    return has ? scene->values[i->section][i->index] : NAN;
}

/* now: of a program over time; parts, summary: of the others. */
static double evaluate(const rb_program *program, const rb_scene *scene, const rb_snapshot *now,
                       const collected *parts, const rb_summary *summary) {
    double stack[RB_EXPRESSION_CODE] = {0};
    int top = -1;
    for (int k = 0; k < program->count; k++) {
        const rb_instruction *i = &program->code[k];
        switch (i->operation) {
        case RB_OP_NUMBER: stack[++top] = i->number; break;
        case RB_OP_SIGNAL: stack[++top] = now != NULL ? rb_signal_value(i->signal, now) : NAN; break;
        case RB_OP_OUTCOME: stack[++top] = rb_outcome_value(i->outcome, summary); break;
        case RB_OP_PARAMETER: stack[++top] = parameter(scene, i); break;
        case RB_OP_PART: stack[++top] = parts != NULL ? parts[i->index].number : NAN; break;
        case RB_OP_NEGATE: stack[top] = -stack[top]; break;
        case RB_OP_ABS: stack[top] = fabs(stack[top]); break;
        case RB_OP_SQRT: stack[top] = sqrt(stack[top]); break;
        default:
            top--;
            stack[top] = operate(i->operation, stack[top], stack[top + 1]);
            break;
        }
    }
    return stack[0];
}

/* ---------------------------------------------------------------- samples */

/* The zero between samples 1 and 0: of the parabola through three samples, or of the line through two. */
static double crossing(const collected *c) {
    double slope = (c->v[0] - c->v[1]) / (c->t[0] - c->t[1]), bend = 0, x = c->t[0];
    if (c->samples > 2) {
        double before = (c->v[1] - c->v[2]) / (c->t[1] - c->t[2]);
        bend = (slope - before) / (c->t[0] - c->t[2]);
    }
    for (int i = 0; i < 30; i++) { /* a contraction: the bend within a tick is small */
        x = c->t[1] - c->v[1] / (slope + bend * (x - c->t[0]));
    }
    bool within = x >= c->t[1] && x <= c->t[0];
    return within ? x : c->t[1] - c->v[1] / slope;
}

static void collect(const rb_expression_part *part, collected *c, double t, double v, double observed) {
    memmove(&c->t[1], &c->t[0], 2 * sizeof c->t[0]);
    memmove(&c->v[1], &c->v[0], 2 * sizeof c->v[0]);
    c->t[0] = t;
    c->v[0] = v;
    c->samples++;
    switch (part->collection) {
    case RB_COLLECT_MIN: c->number = isnan(c->number) || v < c->number ? v : c->number; break;
    case RB_COLLECT_MAX: c->number = isnan(c->number) || v > c->number ? v : c->number; break;
    case RB_COLLECT_MEAN:
        c->sum += c->samples > 1 ? (t - c->t[1]) * (v + c->v[1]) / 2 : 0;
        c->number = t > 0 ? c->sum / t : v;
        break;
    case RB_COLLECT_AT:
        c->number = observed == part->t ? v : c->number;
        c->found = c->found || observed == part->t;
        break;
    case RB_COLLECT_WHEN:
        if (!c->found && c->samples > 1 && ((c->v[1] < 0 && v >= 0) || (c->v[1] > 0 && v <= 0))) {
            c->number = crossing(c);
            c->found = true;
        }
        break;
    default: break;
    }
}

static void sample(watch *w, const rb_snapshot *now, double observed) {
    for (int k = 0; k < w->count; k++) {
        for (int i = 0; i < w->list[k]->part_count; i++) {
            const rb_expression_part *part = &w->list[k]->parts[i];
            if (part->program.count > 0) {
                collect(part, &w->parts[k][i], now->t, evaluate(&part->program, w->scene, now, NULL, NULL),
                        observed);
            }
        }
    }
}

/* Equal, with _ in the name for - in that of the event? */
static bool has_name(const char *event, const char *name) {
    while (*event != '\0' && (*event == *name || (*event == '-' && *name == '_'))) {
        event++;
        name++;
    }
    return *event == *name;
}

static void see_event(watch *w, const rb_event *event) {
    const char *text = rb_event_name(w->scene->body, event);
    for (int k = 0; text != NULL && k < w->count; k++) {
        for (int i = 0; i < w->list[k]->part_count; i++) {
            const rb_expression_part *part = &w->list[k]->parts[i];
            collected *c = &w->parts[k][i];
            if (part->event[0] == '\0' || !has_name(text, part->event)) {
                continue;
            }
            c->number = part->collection == RB_COLLECT_COUNT ? c->number + 1
                        : c->found                           ? c->number
                                                             : event->t;
            c->found = true;
        }
    }
}

static bool see(void *context, const rb_moment *moment) {
    watch *w = context;
    if (moment->event != NULL) {
        see_event(w, moment->event);
    } else if (moment->index >= 0) {
        sample(w, moment->now, w->times[moment->index]);
    }
    return true;
}

static bool is_cancelled(void *context, double t) {
    const watch *w = context;
    return w->request->cancelled != NULL && w->request->cancelled(w->request->context, t);
}

/* ---------------------------------------------------------------- runs */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Ticks, and the times of at(), each once. NULL: out of memory. */
static double *make_times(const watch *w, double until, int *count) {
    double tick = fmax(w->scene->values[RB_SECTION_SOLVER][RB_SOLVER_TICK], until / SAMPLES_MAX);
    int ticks = (int)floor(until / tick + 1e-9) + 1, all = ticks, kept = 0;
    double *times = malloc(((size_t)ticks + (size_t)w->count * RB_EXPRESSION_PARTS) * sizeof *times);
    for (int i = 0; times != NULL && i < ticks; i++) {
        times[i] = i * tick;
    }
    for (int k = 0; times != NULL && k < w->count; k++) {
        for (int i = 0; i < w->list[k]->part_count; i++) {
            const rb_expression_part *part = &w->list[k]->parts[i];
            if (part->collection == RB_COLLECT_AT && part->t <= until) {
                times[all++] = part->t;
            }
        }
    }
    if (times != NULL) {
        qsort(times, (size_t)all, sizeof *times, ascending);
        for (int i = 0; i < all; i++) {
            times[kept] = times[i];
            kept += kept == 0 || times[i] > times[kept - 1];
        }
    }
    *count = kept;
    return times;
}

static void begin(watch *w) {
    for (int k = 0; k < w->count; k++) {
        for (int i = 0; i < w->list[k]->part_count; i++) {
            bool counts = w->list[k]->parts[i].collection == RB_COLLECT_COUNT;
            w->parts[k][i] = (collected){.number = counts ? 0 : NAN};
        }
    }
}

/* The last instant is a sample. A body at rest stays at rest. */
static void end(watch *w, const rb_run_result *result) {
    const rb_snapshot *last = &result->last;
    bool rests = result->summary.end_reason == RB_END_REST;
    for (int k = 0; k < w->count; k++) {
        for (int i = 0; i < w->list[k]->part_count; i++) {
            const rb_expression_part *part = &w->list[k]->parts[i];
            collected *c = &w->parts[k][i];
            if (part->program.count == 0 || (c->samples > 0 && !(last->t > c->t[0]))) {
                continue;
            }
            bool wanted = !c->found && part->collection == RB_COLLECT_AT && part->t >= last->t && rests;
            collect(part, c, last->t, evaluate(&part->program, w->scene, last, NULL, NULL),
                    wanted ? part->t : NAN);
        }
    }
}

static rb_status run(watch *w, rb_run_result *result, rb_error *err) {
    int count = 0;
    double until = w->request->until, *times = make_times(w, until, &count);
    w->parts = calloc((size_t)w->count + 1, sizeof *w->parts);
    w->times = times;
    rb_status status = RB_ERR_MEMORY;
    if (times == NULL || w->parts == NULL) {
        rb_fail(err, status, "expression: out of memory");
    } else {
        begin(w);
        rb_observer observer = {.times = times,
                                .time_count = count,
                                .events = true,
                                .observe = see,
                                .cancelled = is_cancelled,
                                .context = w};
        status = rb_run(w->scene, until, &observer, result, err);
    }
    if (status == RB_OK) {
        end(w, result);
    }
    free(times);
    return status;
}

rb_status rb_expressions_run(const rb_scene *scene, const rb_expression_request *request,
                             rb_run_result *result, double *values, rb_error *err) {
    watch w = {.scene = scene, .request = request};
    int places[RB_SWEEP_VALUES] = {0}; /* of the expressions among the outcomes */
    for (int i = 0; i < request->count && i < RB_SWEEP_VALUES; i++) {
        const rb_expression *e = rb_expression_of(request->outcomes[i]);
        if (e != NULL) {
            places[w.count] = i;
            w.list[w.count++] = e;
        }
    }
    rb_status status = run(&w, result, err);
    for (int k = 0; status == RB_OK && k < w.count; k++) {
        values[places[k]] = evaluate(&w.list[k]->program, scene, NULL, w.parts[k], &result->summary);
    }
    free(w.parts);
    return status;
}
