/* A fit in words: how well the model explains the data, which law does it best, what the data do not
   determine, and what to film next to learn it. */
#include <math.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "analysis/fit_study.h"

/* Parameters whose 95 % interval is narrower than this share of their value on either side are known. */
#define KNOWN 0.1
/* A residual above this is larger than the error of tracked dots, m. */
#define TRACKING_ERROR 2e-4

/* ---------------------------------------------------------------- results */

static void write_residual(FILE *out, const rb_fit_models *t, int best) {
    const rb_fit *fit = &t->fits[best];
    int frames = 0;
    for (int k = 0; k < fit->series_count; k++) {
        frames += fit->series[k].frames;
    }
    double size = sqrt(t->best[best].F);
    fprintf(out, "%s: residual of a coordinate ", fit->scene.id);
    if (rb_fit_has_points(fit)) {
        fprintf(out, "%.3g mm (root mean square of %d frames)\n", 1e3 * size, frames);
    } else {
        fprintf(out, "%.3g (root mean square of %d instants)\n", size, frames);
    }
}

static void write_parameters(FILE *out, const rb_fit_models *t, int best) {
    const rb_fit_result *r = &t->best[best];
    fprintf(out, "\n%-28s %14s   95 %% interval\n", "parameter", "value");
    for (int i = 0; i < rb_fit_count(&t->fits[best]); i++) {
        char name[200];
        rb_fit_name(&t->fits[best], i, name, sizeof name);
        fprintf(out, "%-28s %14.6g   ", name, r->values[i]);
        if (isfinite(r->low[i]) && isfinite(r->high[i])) {
            fprintf(out, "%.6g to %.6g\n", r->low[i], r->high[i]);
        } else {
            fputs("not determined\n", out);
        }
    }
}

/* Models by their residual, the best first, with the evidence against each. BIC takes errors as independent;
   the residuals' correlation time reduces the number of values to those that are. */
static void write_models(FILE *out, const rb_fit_models *t, int best) {
    bool written[RB_FIT_MODELS] = {false};
    double unit = rb_fit_has_points(&t->fits[0]) ? 1e3 : 1;
    fprintf(out, "\n%-28s %14s   parameters\n", "model, the best first",
            unit > 1 ? "residual, mm" : "residual");
    for (int rank = 0; rank < t->count; rank++) {
        int next = -1;
        for (int i = 0; i < t->count; i++) {
            bool better = next < 0 || t->best[i].F < t->best[next].F || !isfinite(t->best[next].F);
            next = !written[i] && better ? i : next;
        }
        written[next] = true;
        if (isfinite(t->best[next].F)) {
            fprintf(out, "%-28s %14.4g   %d\n", t->fits[next].scene.id, unit * sqrt(t->best[next].F),
                    rb_fit_count(&t->fits[next]));
        } else {
            fprintf(out, "%-28s %14s\n", t->fits[next].scene.id, "no fit");
        }
    }
    double second = INFINITY;
    for (int i = 0; i < t->count; i++) {
        second = i != best ? fmin(second, t->best[i].F) : second;
    }
    if (second < 1.1 * t->best[best].F) {
        fputs("The first two explain the data about equally well: these data do not distinguish them.\n",
              out);
    }
}

/* ---------------------------------------------------------------- what is not known, and what to do */

/* Half the width of the interval over the value; INFINITY: not determined, -1: there is no such parameter. */
static double share_of(const rb_fit_models *t, int best, const char *name) {
    const rb_fit *fit = &t->fits[best];
    const rb_fit_result *r = &t->best[best];
    for (int i = 0; i < fit->free_count; i++) {
        if (fit->free[i].row != NULL && strcmp(fit->free[i].row->name, name) == 0) {
            double share = (r->high[i] - r->low[i]) / 2 / fabs(r->values[i]);
            return isfinite(share) ? share : INFINITY;
        }
    }
    return -1;
}

typedef struct advice {
    const char *parameters; /* names separated by blanks */
    const char *text;
} advice;

/* A fast spin in the preferred direction, beside the reversal of toy-plastic, changed the correlation of k_r
   and E* from 0.990 to 0.995 only. */
static const advice advices[] = {
    {"alpha B12",
     "a spin against the preferred direction, from before the rattling until after the reversal"},
    {"mu", "the whole motion until the stone rests: its end depends on friction most"},
    {"E_star a b k_r d_a b_r",
     "nothing helps much: the contact patch and rolling resistance brake alike in every film of one stone; "
     "fix E* or the patch at a measured or book value"},
};

static bool has_name(const char *list, const char *name) {
    size_t length = strlen(name);
    const char *found = strstr(list, name);
    return found != NULL && (found == list || found[-1] == ' ') &&
           (found[length] == ' ' || found[length] == '\0');
}

static void write_missing(FILE *out, const rb_fit_models *t, int best) {
    const rb_fit *fit = &t->fits[best];
    const rb_fit_analysis *a = t->analyses != NULL ? &t->analyses[best] : NULL;
    int count = 0;
    fputs("\nNot known from these data:\n", out);
    for (int i = 0; a != NULL && i < a->undetermined_count; i++, count++) {
        char text[640];
        rb_fit_describe(fit, a, i, text, sizeof text);
        fprintf(out, "- %s\n", text);
    }
    for (int i = 0; i < fit->free_count; i++) {
        double share = fit->free[i].row != NULL ? share_of(t, best, fit->free[i].row->name) : 0;
        if (isfinite(share) && share > KNOWN) {
            fprintf(out, "- %s: only to %.0f %%\n", fit->free[i].name, 100 * share);
            count++;
        }
    }
    for (int i = 0; a != NULL && i < fit->free_count; i++) {
        for (int k = 0; k < i; k++) {
            bool both = fit->free[i].row != NULL && fit->free[k].row != NULL;
            if (both && fabs(a->correlation[i][k]) >= 0.97) {
                fprintf(out, "- %s and %s apart: errors of both go together (correlation %.3f)\n",
                        fit->free[k].name, fit->free[i].name, a->correlation[i][k]);
                count++;
            }
        }
    }
    if (count == 0) {
        fputs("- nothing: every free parameter of the stone is known to 10 %\n", out);
    }
}

/* Parameters that are part of an entry of the list above. */
static bool is_missing(const rb_fit_models *t, int best, const char *names) {
    const rb_fit *fit = &t->fits[best];
    const rb_fit_analysis *a = t->analyses != NULL ? &t->analyses[best] : NULL;
    for (int i = 0; i < fit->free_count; i++) {
        bool named = fit->free[i].row != NULL && has_name(names, fit->free[i].row->name);
        bool missing = named && share_of(t, best, fit->free[i].row->name) > KNOWN;
        for (int k = 0; a != NULL && named && k < fit->free_count; k++) {
            missing = missing || (k != i && fit->free[k].row != NULL && fabs(a->correlation[i][k]) >= 0.97);
        }
        if (missing) {
            return true;
        }
    }
    return false;
}

static void write_next(FILE *out, const rb_fit_models *t, int best) {
    bool any = false;
    fputs("\nWhat to film next:\n", out);
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++) {
        if (is_missing(t, best, advices[i].parameters)) {
            fprintf(out, "- %s\n", advices[i].text);
            any = true;
        }
    }
    if (rb_fit_has_points(&t->fits[best]) && sqrt(t->best[best].F) > TRACKING_ERROR) {
        fputs("- the residual is larger than the error of tracking: measure shape, mass and the places of "
              "the dots again, free "
              "B1, B2, B3 as well, or compare laws; the intervals above do not cover a wrong model\n",
              out);
        any = true;
    }
    if (!any) {
        fputs("- the same again, to see how much the values scatter\n", out);
    }
}

bool rb_fit_report_write(FILE *out, const rb_fit_models *t) {
    int best = rb_fit_models_best(t);
    if (!isfinite(t->best[best].F)) {
        fputs("No fit: the model cannot be run with the start values.\n", out);
        return true;
    }
    write_residual(out, t, best);
    write_parameters(out, t, best);
    if (t->count > 1) {
        write_models(out, t, best);
    }
    write_missing(out, t, best);
    write_next(out, t, best);
    return true;
}
