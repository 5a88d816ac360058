#include "app/lesson/lesson.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- states of the steps */

void rb_lesson_progress_init(rb_lesson_progress *progress, const rb_lessons *lessons) {
    *progress = (rb_lesson_progress){0};
    for (int i = 0; i < lessons->count; i++) {
        memset(progress->marks[i], RB_STEP_NEW, (size_t)lessons->items[i].step_count);
    }
}

static bool is_started(const rb_lesson_progress *progress, int lesson) {
    const char *marks = progress->marks[lesson];
    return progress->reached[lesson] > 0 || strspn(marks, ".") < strlen(marks);
}

void rb_lesson_progress_write(const rb_lesson_progress *progress, const rb_lessons *lessons, int current,
                              char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < lessons->count; i++) {
        char one[160];
        if (!is_started(progress, i) && i != current) {
            continue;
        }
        int length = snprintf(one, sizeof one, "%s%s:%d:%s", used > 0 ? " " : "", lessons->items[i].id,
                              progress->reached[i] + 1, progress->marks[i]);
        if (length > 0 && used + (size_t)length < size) {
            memcpy(text + used, one, (size_t)length + 1);
            used += (size_t)length;
        }
    }
}

static void read_one(rb_lesson_progress *progress, const rb_lessons *lessons, const char *text) {
    char id[64], marks[32];
    int step = 0;
    if (sscanf(text, "%63[a-z0-9._-]:%d:%31[.a-ex]", id, &step, marks) != 3) {
        return;
    }
    int index = rb_lessons_find(lessons, id);
    if (index < 0 || step < 1 || step > lessons->items[index].step_count ||
        (int)strlen(marks) != lessons->items[index].step_count) {
        return;
    }
    snprintf(progress->marks[index], sizeof progress->marks[index], "%.16s", marks);
    progress->reached[index] = step - 1;
}

void rb_lesson_progress_read(rb_lesson_progress *progress, const rb_lessons *lessons, const char *text) {
    while (*text != '\0') {
        read_one(progress, lessons, text);
        text += strcspn(text, " ");
        text += *text == ' ';
    }
}

int rb_lesson_progress_answer(const rb_lesson_progress *progress, int lesson, int step) {
    char now = progress->marks[lesson][step];
    return now >= 'a' && now < 'a' + RB_LESSON_CHOICES_MAX ? now - 'a' : -1;
}

/* ---------------------------------------------------------------- decisions of the runs */

/* starts: room for the first instants, which the result points to. */
static rb_condition_runs runs_of(const rb_session *session, rb_snapshot starts[RB_RUNS_MAX]) {
    rb_condition_runs runs = {.count = session->shown_count, .selected = session->selected};
    double begin = rb_history_begin(&session->history);
    for (int i = 0; i < runs.count; i++) {
        rb_session_at(session, i, begin, &starts[i]);
        runs.runs[i] = (rb_condition_run){&session->runs[i].applied, rb_session_summary(session, i),
                                          starts[i].t < 0.01 ? &starts[i] : NULL, rb_session_now(session, i)};
    }
    return runs;
}

bool rb_lesson_time_reached(const rb_session *session, double t) {
    bool reached = true;
    for (int i = 0; i < session->shown_count; i++) {
        const rb_snapshot *now = rb_session_now(session, i);
        bool lasts = now->phase != RB_PHASE_AT_REST && !rb_phase_frozen(now->phase);
        reached = reached && (!lasts || now->t >= t - 1e-9);
    }
    return reached;
}

int rb_lesson_right_choice(const rb_session *session, const rb_lesson_question *question) {
    rb_snapshot starts[RB_RUNS_MAX];
    rb_condition_runs runs = runs_of(session, starts);
    for (int i = 0; i < question->choice_count; i++) {
        bool holds = false;
        const char *when = question->choices[i].when;
        if (rb_condition_holds_for(&runs, when, &holds, NULL) == RB_OK && holds) {
            return i;
        }
    }
    return -1;
}

bool rb_lesson_task_done(const rb_session *session, const rb_lesson_task *task) {
    rb_snapshot starts[RB_RUNS_MAX];
    rb_condition_runs runs = runs_of(session, starts);
    bool holds = false;
    return rb_condition_holds_for(&runs, task->done, &holds, NULL) == RB_OK && holds;
}
