/* Reads lesson files: one lesson from JSON, and all lessons of a folder. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "app/lesson/lesson.h"
#include "app/lesson/lesson_json.h"
#include "app/lesson/markup.h"
#include "base/json.h"
#include "base/system.h"

#define PLACE_MAX 256
#define NO_TABLE ((rb_param_table){NULL, 0})

/* Texts have no control characters except new lines. */
static rb_status check_shown(const char *text, const char *name, const char *where, rb_error *err) {
    for (const char *at = text; *at != '\0';) {
        size_t length = *at == '\n' ? 1 : rb_printable(at);
        if (length == 0) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected UTF-8 text without control characters", where,
                           name);
        }
        at += length;
    }
    return RB_OK;
}

rb_status rb_lesson_get_shown(const cJSON *object, const char *name, const char *where, char *out,
                              size_t size, rb_error *err) {
    rb_status status = rb_json_get_text(object, name, where, out, size, err);
    if (status == RB_OK && out[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected text, got nothing", where, name);
    }
    return status == RB_OK ? check_shown(out, name, where, err) : status;
}

/* Reads a text with *emphasis* and {words}. */
static rb_status get_marked(const cJSON *object, const char *name, const char *where, char *out, size_t size,
                            rb_error *err) {
    rb_error why;
    rb_status status = rb_lesson_get_shown(object, name, where, out, size, err);
    if (status == RB_OK && rb_markup_check(out, NULL, &why) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s: %s", where, name, why.text);
    }
    return status;
}

/* Reads a list of lines, joined by new lines. */
rb_status rb_lesson_get_lines(const cJSON *object, const char *name, const char *where, char *out,
                              size_t size, rb_error *err) {
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(object, name, where, RB_LESSON_LINES_MAX, &list, err);
    if (status != RB_OK) {
        return status;
    }
    size_t used = 0;
    int number = 0;
    out[0] = '\0';
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        number++;
        if (!cJSON_IsString(item) || strpbrk(item->valuestring, "\n;") != NULL) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s[%d]: expected one action as text, got %s", where, name,
                           number, cJSON_IsString(item) ? "several" : rb_json_type(item));
        }
        used += (size_t)snprintf(out + used, size - used, "%s\n", item->valuestring);
        if (used >= size) {
            return rb_fail(err, RB_ERR_INPUT, "%s: %s: expected at most %zu bytes in all", where, name,
                           size - 1);
        }
    }
    return check_shown(out, name, where, err);
}

/* ---------------------------------------------------------------- parts of a step */

static rb_status read_choice(const cJSON *item, const char *where, rb_lesson_choice *choice, rb_error *err) {
    static const char *const known[] = {"text", "when", "why", NULL};
    if (!cJSON_IsObject(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(item));
    }
    rb_status status = rb_json_check_names(item, NO_TABLE, known, where, err);
    if (status == RB_OK) {
        status = get_marked(item, "text", where, choice->text, sizeof choice->text, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_shown(item, "when", where, choice->when, sizeof choice->when, err);
    }
    return status == RB_OK ? get_marked(item, "why", where, choice->why, sizeof choice->why, err) : status;
}

static rb_status read_choices(const cJSON *object, const char *where, rb_lesson_question *question,
                              rb_error *err) {
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(object, "choices", where, RB_LESSON_CHOICES_MAX, &list, err);
    if (status == RB_OK && cJSON_GetArraySize(list) < 2) {
        return rb_fail(err, RB_ERR_INPUT, "%s: choices: expected at least 2, got %d", where,
                       cJSON_GetArraySize(list));
    }
    const cJSON *item = status == RB_OK ? list->child : NULL;
    for (; status == RB_OK && item != NULL; item = item->next) {
        char place[PLACE_MAX];
        snprintf(place, sizeof place, "%.200s: choices[%d]", where, question->choice_count + 1);
        status = read_choice(item, place, &question->choices[question->choice_count++], err);
    }
    return status;
}

static rb_status read_question(const cJSON *step, const char *where, rb_lesson_question *question,
                               rb_error *err) {
    static const char *const known[] = {"text", "then", "at", "choices", NULL};
    const cJSON *object = NULL;
    char place[PLACE_MAX];
    if (cJSON_GetObjectItemCaseSensitive(step, "question") == NULL) {
        return RB_OK;
    }
    snprintf(place, sizeof place, "%.180s: question", where);
    rb_status status = rb_json_get_object(step, "question", where, &object, err);
    if (status == RB_OK) {
        status = rb_json_check_names(object, NO_TABLE, known, place, err);
    }
    if (status == RB_OK) {
        status = get_marked(object, "text", place, question->text, sizeof question->text, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_lines(object, "then", place, question->then, sizeof question->then, err);
    }
    if (status == RB_OK) {
        status = rb_json_get_number(object, "at", place, 0, 3600, &question->at, err);
    }
    return status == RB_OK ? read_choices(object, place, question, err) : status;
}

static rb_status read_task(const cJSON *step, const char *where, rb_lesson_task *task, rb_error *err) {
    static const char *const known[] = {"text", "done", "solution", "at", NULL};
    const cJSON *object = NULL;
    char place[PLACE_MAX];
    if (cJSON_GetObjectItemCaseSensitive(step, "task") == NULL) {
        return RB_OK;
    }
    snprintf(place, sizeof place, "%.180s: task", where);
    rb_status status = rb_json_get_object(step, "task", where, &object, err);
    if (status == RB_OK) {
        status = rb_json_check_names(object, NO_TABLE, known, place, err);
    }
    if (status == RB_OK) {
        status = get_marked(object, "text", place, task->text, sizeof task->text, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_shown(object, "done", place, task->done, sizeof task->done, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_lines(object, "solution", place, task->solution, sizeof task->solution, err);
    }
    return status == RB_OK ? rb_json_get_number(object, "at", place, 0, 3600, &task->at, err) : status;
}

static rb_status read_claims(const cJSON *object, const char *where, rb_lesson_step *step, rb_error *err) {
    static const char *const known[] = {"at", "holds", NULL};
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(object, "claims", where, RB_LESSON_CLAIMS_MAX, &list, err);
    const cJSON *item = status == RB_OK ? list->child : NULL;
    for (; status == RB_OK && item != NULL; item = item->next) {
        rb_lesson_claim *claim = &step->claims[step->claim_count++];
        char place[PLACE_MAX];
        snprintf(place, sizeof place, "%.180s: claims[%d]", where, step->claim_count);
        if (!cJSON_IsObject(item)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", place, rb_json_type(item));
        }
        status = rb_json_check_names(item, NO_TABLE, known, place, err);
        if (status == RB_OK) {
            status = rb_json_get_number(item, "at", place, 0, 3600, &claim->at, err);
        }
        if (status == RB_OK) {
            status = rb_lesson_get_shown(item, "holds", place, claim->holds, sizeof claim->holds, err);
        }
    }
    return status;
}

/* "ends": "next", "answer", "task", or a simulated time in s. */
static rb_status read_end(const cJSON *object, const char *where, rb_lesson_step *step, rb_error *err) {
    static const char *const names[] = {"next", "answer", "task"};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "ends");
    if (cJSON_IsNumber(item)) {
        step->ends = RB_LESSON_TIME;
        return rb_json_get_number(object, "ends", where, 0, 3600, &step->ends_at, err);
    }
    for (int i = 0; cJSON_IsString(item) && i < 3; i++) {
        if (strcmp(item->valuestring, names[i]) == 0) {
            step->ends = (rb_lesson_end)i;
            bool lacks = (i == RB_LESSON_ANSWER && step->question.choice_count == 0) ||
                         (i == RB_LESSON_TASK && step->task.text[0] == '\0');
            return lacks ? rb_fail(err, RB_ERR_INPUT, "%s: ends: expected a %s to end with \"%s\"", where,
                                   i == RB_LESSON_TASK ? "task" : "question", names[i])
                         : RB_OK;
        }
    }
    const char *found = item == NULL ? "nothing" : rb_json_type(item);
    return rb_fail(err, RB_ERR_INPUT,
                   "%s: ends: expected \"next\", \"answer\", \"task\" or a time in s, got %.40s", where,
                   item != NULL && cJSON_IsString(item) ? item->valuestring : found);
}

/* ---------------------------------------------------------------- steps and lessons */

/* A question is decided before the run stops. */
static rb_status read_stop(const cJSON *item, const char *where, rb_lesson_step *step, rb_error *err) {
    if (cJSON_GetObjectItemCaseSensitive(item, "stop") == NULL) {
        return RB_OK;
    }
    rb_status status = rb_json_get_number(item, "stop", where, 1e-3, 3600, &step->stop, err);
    if (status == RB_OK && step->stop < step->question.at) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: stop: expected at least %g s, when the question is decided, got %g", where,
                       step->question.at, step->stop);
    }
    return status;
}

/* True if the lines start by opening a scene: the step then does not depend on the steps before it. */
static bool opens_scene(const char *lines) {
    return strncmp(lines, "scene ", 6) == 0;
}

static rb_status read_step(const cJSON *item, const char *where, rb_lesson_step *step, rb_error *err) {
    static const char *const known[] = {"title",    "text", "do",     "notes", "stop",
                                        "question", "task", "claims", "ends",  NULL};
    if (!cJSON_IsObject(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(item));
    }
    rb_status status = rb_json_check_names(item, NO_TABLE, known, where, err);
    if (status == RB_OK) {
        status = rb_lesson_get_shown(item, "title", where, step->title, sizeof step->title, err);
    }
    if (status == RB_OK) {
        status = get_marked(item, "text", where, step->text, sizeof step->text, err);
    }
    if (status == RB_OK && cJSON_GetObjectItemCaseSensitive(item, "notes") != NULL) {
        status = rb_lesson_get_shown(item, "notes", where, step->notes, sizeof step->notes, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_lines(item, "do", where, step->lines, sizeof step->lines, err);
        step->opens = opens_scene(step->lines);
    }
    if (status == RB_OK) {
        status = read_question(item, where, &step->question, err);
    }
    if (status == RB_OK) {
        status = read_task(item, where, &step->task, err);
    }
    if (status == RB_OK) {
        status = read_claims(item, where, step, err);
    }
    if (status == RB_OK) {
        status = read_stop(item, where, step, err);
    }
    return status == RB_OK ? read_end(item, where, step, err) : status;
}

static rb_status read_steps(const cJSON *root, const char *where, rb_lesson *lesson, rb_error *err) {
    const cJSON *list = NULL;
    rb_status status = rb_json_get_list(root, "steps", where, RB_LESSON_STEPS_MAX, &list, err);
    if (status != RB_OK) {
        return status;
    }
    int count = cJSON_GetArraySize(list);
    if (count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: steps: expected at least one", where);
    }
    lesson->steps = calloc((size_t)count, sizeof lesson->steps[0]);
    if (lesson->steps == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", where);
    }
    for (const cJSON *item = list->child; status == RB_OK && item != NULL; item = item->next) {
        char place[PLACE_MAX];
        snprintf(place, sizeof place, "%s: step %d", where, lesson->step_count + 1);
        status = read_step(item, place, &lesson->steps[lesson->step_count++], err);
    }
    if (status == RB_OK && !lesson->steps[0].opens) {
        return rb_fail(err, RB_ERR_INPUT, "%s: step 1: do: expected \"scene ID\" first", where);
    }
    return status;
}

static rb_status read_root(const cJSON *root, const char *where, rb_lesson *lesson, rb_error *err) {
    static const char *const known[] = {"format",  "version", "id",    "place", "name",
                                        "minutes", "summary", "steps", NULL};
    rb_status status = rb_json_check_format(root, where, RB_LESSON_FORMAT, RB_LESSON_VERSION, err);
    if (status == RB_OK) {
        status = rb_json_check_names(root, NO_TABLE, known, where, err);
    }
    if (status == RB_OK) {
        status = rb_json_get_text(root, "id", where, lesson->id, sizeof lesson->id, err);
    }
    if (status == RB_OK) {
        status = rb_scene_check_id(lesson->id, where, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_shown(root, "name", where, lesson->name, sizeof lesson->name, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_shown(root, "summary", where, lesson->summary, sizeof lesson->summary, err);
    }
    if (status == RB_OK) {
        status = rb_json_get_number(root, "minutes", where, 1, 60, &lesson->minutes, err);
    }
    if (status == RB_OK) {
        status = rb_json_get_number(root, "place", where, 1, 1000, &lesson->place, err);
    }
    return status == RB_OK ? read_steps(root, where, lesson, err) : status;
}

rb_status rb_lesson_read_text(const char *text, const char *path, rb_lesson *lesson, rb_error *err) {
    char where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    memset(lesson, 0, sizeof *lesson);
    rb_status status = rb_json_parse(text, path, where, &root, err);
    if (status != RB_OK) {
        return status;
    }
    status = read_root(root, where, lesson, err);
    cJSON_Delete(root);
    if (status != RB_OK) {
        rb_lesson_free(lesson);
    }
    return status;
}

rb_status rb_lesson_read_file(const char *path, rb_lesson *lesson, rb_error *err) {
    char *text = NULL;
    memset(lesson, 0, sizeof *lesson);
    rb_status status = rb_json_load(path, "a lesson", &text, err);
    if (status == RB_OK) {
        status = rb_lesson_read_text(text, path, lesson, err);
    }
    free(text);
    return status;
}

void rb_lesson_free(rb_lesson *lesson) {
    free(lesson->steps);
    memset(lesson, 0, sizeof *lesson);
}

/* ---------------------------------------------------------------- folders */

/* The folder beside the scenes. */
static rb_status find_folder(char *folder, size_t size, rb_error *err) {
    static const char name[] = "/lessons"; /* a byte longer than "/scenes" */
    rb_status status = rb_library_find_folder(folder, size - 1, err);
    if (status == RB_OK) {
        memcpy(strrchr(folder, '/'), name, sizeof name);
    }
    return status;
}

static int by_place(const void *a, const void *b) {
    const rb_lesson *x = a;
    const rb_lesson *y = b;
    int order = (x->place > y->place) - (x->place < y->place);
    return order != 0 ? order : strcmp(x->id, y->id);
}

static bool is_lesson_name(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static rb_status load_file(rb_lessons *lessons, const char *name, rb_error *err) {
    char path[2048];
    rb_lesson *lesson = &lessons->items[lessons->count];
    if (lessons->count == RB_LESSONS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d lessons", lessons->folder, RB_LESSONS_MAX);
    }
    snprintf(path, sizeof path, "%s/%s", lessons->folder, name);
    rb_status status = rb_lesson_read_file(path, lesson, err);
    if (status == RB_OK && rb_lessons_find(lessons, lesson->id) >= 0) {
        rb_fail(err, RB_ERR_INPUT, "%s: id: duplicate lesson \"%s\"", path, lesson->id);
        rb_lesson_free(lesson);
        return RB_ERR_INPUT;
    }
    lessons->count += status == RB_OK;
    return status;
}

rb_status rb_lessons_load(rb_lessons *lessons, const char *folder, rb_error *err) {
    memset(lessons, 0, sizeof *lessons);
    rb_status status = RB_OK;
    if (folder != NULL && folder[0] != '\0') {
        snprintf(lessons->folder, sizeof lessons->folder, "%s", folder);
    } else {
        status = find_folder(lessons->folder, sizeof lessons->folder, err);
    }
    rb_folder_list *list = status == RB_OK ? rb_folder_open(lessons->folder) : NULL;
    if (list == NULL && status == RB_OK && errno != ENOENT) {
        return rb_fail(err, errno == ENOMEM ? RB_ERR_MEMORY : RB_ERR_IO, "%s: cannot be read: %s",
                       lessons->folder, strerror(errno));
    }
    if (list == NULL) {
        return status; /* a folder with scenes only: no lessons */
    }
    rb_error why;
    for (const char *name; (name = rb_folder_next(list)) != NULL;) {
        rb_status read = is_lesson_name(name) ? load_file(lessons, name, &why) : RB_OK;
        if (read != RB_OK && status == RB_OK) { /* the other lessons can still be used */
            status = rb_fail(err, read, "%s", why.text);
        }
    }
    rb_folder_close(list);
    qsort(lessons->items, (size_t)lessons->count, sizeof lessons->items[0], by_place);
    return status;
}

void rb_lessons_free(rb_lessons *lessons) {
    for (int i = 0; i < lessons->count; i++) {
        rb_lesson_free(&lessons->items[i]);
    }
    lessons->count = 0;
}

int rb_lessons_find(const rb_lessons *lessons, const char *id) {
    for (int i = 0; i < lessons->count; i++) {
        if (strcmp(lessons->items[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

int rb_lesson_first_step(const rb_lesson *lesson, int step) {
    while (step > 0 && !lesson->steps[step].opens) {
        step--;
    }
    return step;
}
