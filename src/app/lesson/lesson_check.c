/* Checks a lesson against the simulation: carries out its lines, runs the scenes, evaluates its
   conditions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"
#include "app/lesson/markup.h"

/* The check of one step. */
typedef struct rb_lesson_checker {
    rb_lesson_runs runs;
    rb_simulation *sims[RB_RUNS_MAX];
    rb_snapshot first[RB_RUNS_MAX];
    rb_run_result now[RB_RUNS_MAX];
    rb_condition_runs values; /* what conditions refer to */
    const char *where;        /* "file.json: step 2" */
    bool run;
    int step;
    double t;
    rb_lesson_report *report;
} rb_lesson_checker;

static rb_status fail_at(const rb_lesson_checker *r, const char *field, const rb_error *why, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: %s: %s", r->where, field, why->text);
}

/* ---------------------------------------------------------------- runs */

static void end_runs(rb_lesson_checker *r) {
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        rb_simulation_destroy(r->sims[i]);
        r->sims[i] = NULL;
    }
}

static rb_status begin_runs(rb_lesson_checker *r, rb_error *err) {
    end_runs(r);
    r->t = 0;
    r->values = (rb_condition_runs){.count = rb_lesson_runs_count(&r->runs)};
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < r->values.count; i++) {
        const rb_scene *scene = &r->runs.session->runs[i].scene;
        r->values.selected = r->runs.session->selected;
        r->values.runs[i].scene = scene;
        if (r->run) {
            status = rb_simulation_create(scene, &r->sims[i], err);
        }
        if (r->run && status == RB_OK) {
            rb_simulation_snapshot(r->sims[i], &r->first[i]);
            r->now[i].last = r->first[i];
            rb_simulation_summary(r->sims[i], &r->now[i].summary);
            r->values.runs[i] = (rb_condition_run){scene, &r->now[i].summary, &r->first[i], &r->now[i].last};
        }
    }
    return status;
}

/* Advances the runs to this time; restarts them if it is earlier. */
static rb_status run_to(rb_lesson_checker *r, double t, rb_error *err) {
    if (!r->run) {
        return RB_OK;
    }
    rb_status status = t < r->t ? begin_runs(r, err) : RB_OK;
    for (int i = 0; status == RB_OK && t > 0 && i < r->values.count; i++) {
        rb_run_simulation(r->sims[i], t, NULL, &r->now[i]);
        r->report->simulated += t - r->t;
    }
    r->t = t;
    return status;
}

/* Writes the outcomes that the condition uses, for a message. */
static void write_numbers(const rb_lesson_checker *r, const char *condition, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < r->values.count && used < size; i++) {
        for (int k = 0; k < rb_outcome_count() && used < size; k++) {
            const rb_outcome *outcome = rb_outcome_at(k);
            if (strstr(condition, outcome->name) != NULL &&
                rb_outcome_fits(outcome, r->values.runs[i].scene->body)) {
                used += (size_t)snprintf(text + used, size - used, "%srun%d.%s = %.6g", used > 0 ? ", " : "",
                                         i + 1, outcome->name,
                                         rb_outcome_value(outcome, r->values.runs[i].summary));
            }
        }
    }
}

/* ---------------------------------------------------------------- parts of a step */

static rb_status check_lines(rb_lesson_checker *r, const char *field, const char *lines, rb_error *err) {
    rb_error why;
    if (rb_lesson_runs_do_all(&r->runs, lines, &r->report->lines, &why) != RB_OK) {
        return fail_at(r, field, &why, err);
    }
    if (r->runs.edited) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: %s: expected \"restart\" after the edits, so that the run starts "
                       "with them",
                       r->where, field);
    }
    return RB_OK;
}

static rb_status holds_at(rb_lesson_checker *r, const char *field, double t, const char *condition,
                          bool *holds, rb_error *err) {
    rb_error why;
    r->report->conditions++;
    if (run_to(r, t, &why) != RB_OK || rb_condition_holds_for(&r->values, condition, holds, &why) != RB_OK) {
        return fail_at(r, field, &why, err);
    }
    return RB_OK;
}

static rb_status check_claims(rb_lesson_checker *r, const rb_lesson_step *step, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < step->claim_count; i++) {
        const rb_lesson_claim *claim = &step->claims[i];
        char field[48], numbers[200];
        bool holds = false;
        snprintf(field, sizeof field, "claims[%d]: holds", i + 1);
        status = holds_at(r, field, claim->at, claim->holds, &holds, err);
        if (status == RB_OK && r->run && !holds) {
            write_numbers(r, claim->holds, numbers, sizeof numbers);
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected \"%s\" at %g s, got %s", r->where, field,
                           claim->holds, claim->at, numbers[0] != '\0' ? numbers : "other numbers");
        }
        r->report->claims += r->run;
    }
    return status;
}

/* Exactly one answer must be right. */
static rb_status check_question(rb_lesson_checker *r, const rb_lesson_question *question, rb_error *err) {
    int right = 0, *found = &r->report->right[r->step];
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < question->choice_count; i++) {
        char field[64];
        bool holds = false;
        snprintf(field, sizeof field, "question: choices[%d]: when", i + 1);
        status = holds_at(r, field, question->at, question->choices[i].when, &holds, err);
        right += holds;
        *found = r->run && holds ? i : *found;
    }
    if (status == RB_OK && r->run && question->choice_count > 0) {
        r->report->questions++;
        if (right != 1) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: question: choices: expected one that is right at %g s, got %d", r->where,
                           question->at, right);
        }
    }
    return status;
}

static rb_status check_words(const rb_lesson_checker *r, const rb_lesson_step *step, rb_error *err) {
    const char *texts[4 + 2 * RB_LESSON_CHOICES_MAX][2] = {
        {"text", step->text},
        {"question: text", step->question.text},
        {"task: text", step->task.text},
    };
    int count = 3;
    for (int i = 0; i < step->question.choice_count; i++) {
        texts[count][0] = "question: choices: text";
        texts[count++][1] = step->question.choices[i].text;
        texts[count][0] = "question: choices: why";
        texts[count++][1] = step->question.choices[i].why;
    }
    for (int i = 0; i < count; i++) {
        rb_error why;
        if (rb_markup_check(texts[i][1], rb_glossary_knows, &why) != RB_OK) {
            return fail_at(r, texts[i][0], &why, err);
        }
    }
    return RB_OK;
}

/* The runs before a solution is tried. */
typedef struct kept_runs {
    rb_session_run runs[RB_RUNS_MAX];
    rb_scene scenes[RB_RUNS_MAX];
    int count, selected;
    bool link;
} kept_runs;

static void keep_runs(const rb_session *session, kept_runs *kept) {
    *kept = (kept_runs){.count = session->count, .selected = session->selected, .link = session->link};
    for (int i = 0; i < session->count; i++) {
        kept->runs[i] = session->runs[i];
        kept->scenes[i] = session->runs[i].scene;
    }
}

static rb_status restore_runs(rb_lesson_checker *r, const kept_runs *kept, rb_error *err) {
    rb_session *session = r->runs.session;
    rb_session_replace(session, kept->scenes, kept->count);
    for (int i = 0; i < kept->count; i++) {
        session->runs[i].preset = kept->runs[i].preset;
        session->runs[i].own_start = kept->runs[i].own_start;
    }
    session->selected = kept->selected;
    session->link = kept->link;
    rb_session_update(session, 0);
    return begin_runs(r, err);
}

/* The task is not done at the start, and its solution does it. The runs are the same afterwards. */
static rb_status check_task(rb_lesson_checker *r, const rb_lesson_task *task, rb_error *err) {
    bool before = false, after = false;
    rb_status status = holds_at(r, "task: done", 0, task->done, &before, err);
    if (status == RB_OK && r->run && before) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: task: done: expected a condition that does not hold at the start, \"%s\" does",
                       r->where, task->done);
    }
    kept_runs *kept = malloc(sizeof *kept);
    if (kept == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", r->where);
    }
    keep_runs(r->runs.session, kept);
    if (status == RB_OK) {
        status = check_lines(r, "task: solution", task->solution, err);
    }
    if (status == RB_OK) {
        status = begin_runs(r, err);
    }
    if (status == RB_OK) {
        status = holds_at(r, "task: done", task->at, task->done, &after, err);
    }
    if (status == RB_OK && r->run && !after) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: task: solution: expected \"%s\" by %g s, it does not hold",
                         r->where, task->done, task->at);
    }
    status = status == RB_OK ? restore_runs(r, kept, err) : status;
    free(kept);
    return status;
}

static rb_status check_step(rb_lesson_checker *r, const rb_lesson_step *step, rb_error *err) {
    rb_status status = check_words(r, step, err);
    if (status == RB_OK) {
        status = check_lines(r, "do", step->lines, err);
    }
    if (status == RB_OK && step->question.choice_count > 0) {
        status = check_lines(r, "question: then", step->question.then, err);
    }
    if (status == RB_OK) {
        status = begin_runs(r, err);
    }
    if (status == RB_OK && step->task.text[0] != '\0') {
        status = check_task(r, &step->task, err);
    }
    if (status == RB_OK) {
        status = check_question(r, &step->question, err);
    }
    return status == RB_OK ? check_claims(r, step, err) : status;
}

rb_status rb_lesson_check(const rb_lesson *lesson, const rb_library *library, const char *where, bool run,
                          rb_lesson_report *report, rb_error *err) {
    rb_lesson_checker *r = calloc(1, sizeof *r);
    *report = (rb_lesson_report){0};
    if (r == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    r->runs.library = library;
    r->run = run;
    r->report = report;
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < lesson->step_count; i++) {
        char place[200];
        r->step = i;
        report->right[i] = -1;
        snprintf(place, sizeof place, "%.150s: step %d", where, i + 1);
        r->where = place;
        status = check_step(r, &lesson->steps[i], err);
    }
    end_runs(r);
    rb_lesson_runs_clear(&r->runs);
    free(r);
    return status;
}
