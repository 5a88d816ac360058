#include "app/lesson/running_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "app/actions/grammar.h"
#include "app/lesson/lesson_json.h"
#include "base/file.h"
#include "base/json.h"
#include "base/system.h"

/* ---------------------------------------------------------------- lines */

/* The path as seen from the working folder. */
static void resolve(const rb_order *order, const char *path, char *out, size_t size) {
    bool relative = !rb_path_is_absolute(path) && order->folder[0] != '\0';
    snprintf(out, size, "%s%s%s", relative ? order->folder : "", relative ? "/" : "", path);
}

static bool is_action(const rb_args *args, const char *id) {
    return strcmp(rb_action_at(args->action)->id, id) == 0;
}

/* "lesson ID" or "lesson ID NUMBER"; other words after "lesson" are no items. */
static rb_status check_lesson(const rb_args *args, const rb_lessons *lessons, rb_error *err) {
    int lesson = rb_lessons_find(lessons, rb_arg(args, 0)), step = 1;
    if (lesson < 0) {
        return rb_arg_refuse(args, 0, "the id of a lesson (\"rbsim lesson list\" shows them)", err);
    }
    return args->count > 1 ? rb_arg_whole(args, 1, 1, lessons->items[lesson].step_count, &step, err) : RB_OK;
}

static rb_status check_file(const rb_order *order, const rb_args *args, rb_lesson_runs *runs, rb_error *err) {
    char path[2048];
    rb_scene scene;
    if (args->count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "open: expected the path of a scene file");
    }
    resolve(order, rb_arg(args, 0), path, sizeof path);
    rb_status status = rb_scene_read_file(path, &scene, err);
    return status == RB_OK ? rb_lesson_runs_open(runs, &scene, err) : status;
}

static rb_status check_line(const rb_order *order, const char *line, rb_lesson_runs *runs,
                            const rb_lessons *lessons, rb_error *err) {
    rb_args args;
    rb_status status = rb_action_parse(line, &args, err);
    if (status != RB_OK) {
        return status;
    }
    if (is_action(&args, "lesson")) {
        return check_lesson(&args, lessons, err);
    }
    if (is_action(&args, "open")) {
        return check_file(order, &args, runs, err);
    }
    if (is_action(&args, "open-link") && args.count == 1) {
        return RB_OK; /* parts that cannot be used are skipped with a message */
    }
    return rb_lesson_runs_do(runs, line, err);
}

static rb_status check_items(const rb_order *order, const char *where, const rb_library *library,
                             const rb_lessons *lessons, rb_error *err) {
    rb_status status = RB_OK;
    for (int i = 0; status == RB_OK && i < order->count; i++) {
        rb_lesson_runs runs = {.library = library};
        const char *rest = order->items[i].lines;
        char line[RB_LINE_MAX];
        while (status == RB_OK && rb_action_next(&rest, line)) {
            rb_error why;
            if (check_line(order, line, &runs, lessons, &why) != RB_OK) {
                status = rb_fail(err, RB_ERR_INPUT, "%s: items[%d]: do: \"%.80s\": %s", where, i + 1, line,
                                 why.text);
            }
        }
        rb_lesson_runs_clear(&runs);
    }
    return status;
}

void rb_order_lines(const rb_order *order, int index, char lines[RB_ORDER_LINES_MAX + 2048], bool *steps) {
    const size_t size = RB_ORDER_LINES_MAX + 2048;
    const char *rest = order->items[index].lines;
    char line[RB_LINE_MAX];
    size_t used = 0;
    *steps = false;
    lines[0] = '\0';
    while (used < size && rb_action_next(&rest, line)) {
        rb_args args;
        if (rb_action_parse(line, &args, NULL) == RB_OK && is_action(&args, "open")) {
            char path[2048], word[2100];
            resolve(order, rb_arg(&args, 0), path, sizeof path);
            rb_action_quote(path, word, sizeof word);
            used += (size_t)snprintf(lines + used, size - used, "open %s\n", word);
            continue;
        }
        bool whole =
            rb_action_parse(line, &args, NULL) == RB_OK && is_action(&args, "lesson") && args.count == 1;
        *steps = *steps || whole;
        used += (size_t)snprintf(lines + used, size - used, "%s%s\n", line, whole ? " 1" : "");
    }
}

/* ---------------------------------------------------------------- files */

static rb_status read_item(const cJSON *item, const char *where, rb_order_item *out, rb_error *err) {
    static const char *const known[] = {"title", "do", "notes", NULL};
    const rb_param_table none = {NULL, 0};
    if (!cJSON_IsObject(item)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected an object, got %s", where, rb_json_type(item));
    }
    rb_status status = rb_json_check_names(item, none, known, where, err);
    if (status == RB_OK) {
        status = rb_lesson_get_shown(item, "title", where, out->title, sizeof out->title, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_lines(item, "do", where, out->lines, sizeof out->lines, err);
    }
    if (status == RB_OK && out->lines[0] == '\0') {
        return rb_fail(err, RB_ERR_INPUT, "%s: do: expected at least one action", where);
    }
    if (status == RB_OK && cJSON_GetObjectItemCaseSensitive(item, "notes") != NULL) {
        status = rb_lesson_get_shown(item, "notes", where, out->notes, sizeof out->notes, err);
    }
    return status;
}

static rb_status read_root(const cJSON *root, const char *where, rb_order *order, rb_error *err) {
    static const char *const known[] = {"format", "version", "name", "items", NULL};
    const cJSON *list = NULL;
    rb_status status = rb_json_check_format(root, where, RB_ORDER_FORMAT, RB_ORDER_VERSION, err);
    if (status == RB_OK) {
        status = rb_json_check_names(root, (rb_param_table){NULL, 0}, known, where, err);
    }
    if (status == RB_OK) {
        status = rb_lesson_get_shown(root, "name", where, order->name, sizeof order->name, err);
    }
    if (status == RB_OK) {
        status = rb_json_get_list(root, "items", where, RB_ORDER_ITEMS_MAX, &list, err);
    }
    const cJSON *item = status == RB_OK ? list->child : NULL;
    for (; status == RB_OK && item != NULL; item = item->next) {
        char place[200];
        snprintf(place, sizeof place, "%s: items[%d]", where, order->count + 1);
        status = read_item(item, place, &order->items[order->count++], err);
    }
    return status;
}

rb_status rb_order_read_file(const char *path, const rb_library *library, const rb_lessons *lessons,
                             rb_order *order, rb_error *err) {
    char *text = NULL, where[RB_JSON_WHERE_MAX];
    cJSON *root = NULL;
    rb_order *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = rb_json_load(path, "a running order", &text, err);
    if (status == RB_OK) {
        status = rb_json_parse(text, path, where, &root, err);
    }
    free(text);
    if (status == RB_OK) {
        size_t head = (size_t)(rb_path_name(path) - path);
        if (head > 0) {
            snprintf(made->folder, sizeof made->folder, "%.*s", head > 1 ? (int)head - 1 : 1, path);
        }
        status = read_root(root, where, made, err);
        cJSON_Delete(root);
    }
    if (status == RB_OK) {
        status = check_items(made, where, library, lessons, err);
    }
    if (status == RB_OK) {
        *order = *made;
    }
    free(made);
    return status;
}

static void write_item(rb_json *json, const rb_order_item *item) {
    const char *rest = item->lines;
    char line[RB_LINE_MAX];
    rb_json_begin_object(json, NULL);
    rb_json_text(json, "title", item->title);
    rb_json_begin_list(json, "do");
    while (rb_action_next(&rest, line)) {
        rb_json_text(json, NULL, line);
    }
    rb_json_end(json);
    if (item->notes[0] != '\0') {
        rb_json_text(json, "notes", item->notes);
    }
    rb_json_end(json);
}

rb_status rb_order_write_file(const rb_order *order, const char *path, rb_error *err) {
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_text(&json, "format", RB_ORDER_FORMAT);
    rb_json_number(&json, "version", RB_ORDER_VERSION);
    rb_json_text(&json, "name", order->name);
    rb_json_begin_list(&json, "items");
    for (int i = 0; i < order->count; i++) {
        write_item(&json, &order->items[i]);
    }
    rb_json_end(&json);
    rb_json_end(&json);
    char *text = rb_json_finish(&json);
    if (text == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = rb_file_write(path, text, strlen(text), err);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- edits */

bool rb_order_insert(rb_order *order, int place, const char *title, const char *line) {
    if (order->count == RB_ORDER_ITEMS_MAX || strlen(line) + 2 > RB_ORDER_LINES_MAX) {
        return false;
    }
    rb_order_item *item = &order->items[place];
    memmove(item + 1, item, (size_t)(order->count - place) * sizeof *item);
    *item = (rb_order_item){.notes = ""};
    snprintf(item->title, sizeof item->title, "%s", title);
    snprintf(item->lines, sizeof item->lines, "%s\n", line);
    order->count++;
    return true;
}

void rb_order_remove(rb_order *order, int index) {
    order->count--;
    memmove(&order->items[index], &order->items[index + 1],
            (size_t)(order->count - index) * sizeof order->items[0]);
}

bool rb_order_move(rb_order *order, int index, int direction) {
    int other = index + direction;
    if (other < 0 || other >= order->count) {
        return false;
    }
    rb_order_item kept = order->items[index];
    order->items[index] = order->items[other];
    order->items[other] = kept;
    return true;
}
