#include "app/session/studies.h"
#include "app/language/language.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/language/language.h"

static const double slice = 0.006; /* s of a frame, without threads */

/* ---------------------------------------------------------------- every frame */

static void update_survey(rb_studies *s, rb_messages *messages, double dt) {
    rb_survey *survey = s->survey;
    if (survey == NULL || !rb_task_runs(&survey->task)) {
        return;
    }
    rb_task_update(&survey->task, dt, slice);
    rb_survey_update_basins(survey);
    if (rb_task_runs(&survey->task)) {
        return;
    }
    survey->version++;
    rb_survey_update_basins(survey);
    const char *what = rb_survey_is_basins(survey)       ? RB_N("Basins")
                       : survey->kind == RB_SURVEY_MAP   ? RB_N("Map")
                       : survey->kind == RB_SURVEY_SWEEP ? RB_N("Sweep")
                                                         : RB_N("Bifurcation diagram");
    if (survey->task.problem.text[0] != '\0') {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s: %s", rb_tr(what), survey->task.problem.text);
    } else if (survey->task.cancelled) {
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("%s cancelled: %lld of %lld runs are kept"),
                        rb_tr(what), (long long)survey->done_count, (long long)survey->count);
    } else {
        rb_messages_add(messages, RB_LEVEL_INFO, rb_tr("%s: all %lld runs are done"), rb_tr(what),
                        (long long)survey->count);
    }
}

static void update_fitting(rb_studies *s, rb_messages *messages, double dt) {
    rb_fitting *f = s->fitting;
    if (f == NULL || !rb_fitting_runs(f)) {
        return;
    }
    rb_fitting_update(f, dt, slice);
    if (rb_fitting_runs(f)) {
        return;
    }
    if (f->task.problem.text[0] != '\0') {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("Fit: %s"), f->task.problem.text);
    } else {
        rb_messages_add(messages, RB_LEVEL_INFO,
                        f->task.cancelled
                            ? rb_tr("Fit cancelled, the best so far is kept, after %d evaluations")
                            : rb_tr("Fit done after %d evaluations"),
                        f->now.evaluations);
    }
}

static void update_band(rb_studies *s, rb_messages *messages, double dt) {
    rb_band_study *band = s->band;
    if (band == NULL) {
        return;
    }
    bool ran = rb_task_runs(&band->task);
    rb_band_update(band, dt, slice);
    if (ran && !rb_task_runs(&band->task) && band->task.problem.text[0] != '\0') {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, rb_tr("Ensemble: %s"), band->task.problem.text);
    }
}

static void update_asking(rb_studies *s, rb_messages *messages, double dt) {
    rb_asking *a = s->asking;
    if (!rb_asking_runs(a)) {
        return;
    }
    rb_asking_update(a, dt, slice);
    if (!rb_asking_runs(a) && a->problem.text[0] != '\0') {
        rb_messages_add(messages, RB_LEVEL_PROBLEM, "%s", a->problem.text);
    } else if (!rb_asking_runs(a)) {
        rb_messages_add(messages, RB_LEVEL_INFO, "%s",
                        a->cancelled ? rb_tr("Search cancelled") : rb_tr("A stone was found"));
    }
}

void rb_studies_update(rb_studies *s, rb_messages *messages, double dt) {
    update_survey(s, messages, dt);
    update_fitting(s, messages, dt);
    update_band(s, messages, dt);
    update_asking(s, messages, dt);
    s->waiting = s->waiting && rb_studies_run(s);
}

bool rb_studies_run(const rb_studies *s) {
    return (s->survey != NULL && rb_task_runs(&s->survey->task)) ||
           (s->fitting != NULL && rb_fitting_runs(s->fitting)) ||
           (s->band != NULL && !rb_band_settled(s->band)) || rb_asking_runs(s->asking);
}

void rb_studies_cancel(rb_studies *s) {
    if (s->survey != NULL) {
        rb_task_cancel(&s->survey->task);
    }
    if (s->fitting != NULL) {
        rb_fitting_cancel(s->fitting);
    }
    if (s->band != NULL) {
        rb_task_cancel(&s->band->task);
    }
    if (s->asking != NULL) {
        rb_asking_cancel(s->asking);
    }
}

void rb_studies_destroy(rb_studies *s) {
    rb_studies_cancel(s); /* all at once, then wait for each */
    rb_survey_free(s->survey);
    rb_fitting_free(s->fitting);
    rb_band_free(s->band);
    rb_asking_free(s->asking);
    s->asking = NULL;
    s->survey = NULL;
    s->fitting = NULL;
    s->band = NULL;
}

/* ---------------------------------------------------------------- surveys */

void rb_studies_show(rb_studies *s, rb_survey *survey) {
    if (s->survey != NULL) {
        rb_task_cancel(&s->survey->task);
        rb_task_end(&s->survey->task);
    }
    survey->before = s->survey;
    s->survey = survey;
    rb_survey *oldest = survey;
    for (int i = 0; i < RB_SURVEYS_KEPT && oldest != NULL; i++) {
        oldest = oldest->before;
    }
    if (oldest != NULL) {
        rb_survey_free(oldest->before);
        oldest->before = NULL;
    }
}

bool rb_studies_back(rb_studies *s) {
    rb_survey *now = s->survey;
    if (now == NULL || now->before == NULL) {
        return false;
    }
    s->survey = now->before;
    now->before = NULL;
    rb_survey_free(now);
    return true;
}

void rb_task_words(const rb_task *task, bool still, char *text, size_t size) {
    if (!rb_task_runs(task)) {
        snprintf(text, size, "%s", task->cancelled ? rb_tr("cancelled") : rb_tr("done"));
    } else if (still || task->done == 0) {
        snprintf(text, size, "%.0f %%", 100.0 * (double)task->done / (double)task->total);
    } else {
        double rate = (double)task->done / fmax(task->seconds, 1e-3);
        snprintf(text, size, rb_tr("%lld of %lld runs, %.3g a second, %.0f s left"), (long long)task->done,
                 (long long)task->total, rate, ceil((double)(task->total - task->done) / rate));
    }
}
