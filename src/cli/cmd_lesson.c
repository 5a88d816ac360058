/* rbsim lesson: what lessons there are, and whether one is sound. */
#include <stdlib.h>
#include <string.h>

#include "app/lesson/lesson.h"
#include "cli/cli.h"
#include "cli/json.h"

static int out_of_memory(void) {
    rb_error err;
    rb_fail(&err, RB_ERR_MEMORY, "lesson: out of memory");
    return rb_complain(&err, RB_EXIT_FAILED);
}

/* ---------------------------------------------------------------- list */

static void list_lesson(const rb_lesson *lesson, rb_json *list, bool json) {
    if (!json) {
        printf("%-22s %s (%g min): %s\n", lesson->id, lesson->name, lesson->minutes,
               lesson->summary);
        return;
    }
    rb_json_begin_object(list, NULL);
    rb_json_text(list, "id", lesson->id);
    rb_json_text(list, "name", lesson->name);
    rb_json_number(list, "minutes", lesson->minutes);
    rb_json_number(list, "steps", lesson->step_count);
    rb_json_text(list, "summary", lesson->summary);
    rb_json_end(list);
}

static int list_lessons(rb_args *args) {
    rb_error err;
    bool json = false;
    while (args->next < args->count) {
        if (rb_args_option(args, "--json", NULL, &err) <= 0) {
            rb_args_unknown(args, &err);
            return rb_complain(&err, RB_EXIT_USAGE);
        }
        json = true;
    }
    rb_lessons *lessons = calloc(1, sizeof *lessons);
    if (lessons == NULL) {
        return out_of_memory();
    }
    rb_status status = rb_lessons_load(lessons, NULL, &err);
    rb_json list = {0};
    rb_json_begin_list(&list, NULL);
    for (int i = 0; i < lessons->count; i++) {
        list_lesson(&lessons->items[i], &list, json);
    }
    rb_json_end(&list);
    int code = RB_EXIT_OK;
    if (json) {
        code = rb_print_json(&list);
    } else {
        free(rb_json_finish(&list));
    }
    rb_lessons_free(lessons);
    free(lessons);
    return status == RB_OK ? code : rb_complain(&err, RB_EXIT_FAILED);
}

/* ---------------------------------------------------------------- check */

static rb_status check_file(const char *path, const rb_library *library, bool run, rb_error *err) {
    rb_lesson lesson;
    rb_lesson_report report;
    rb_status status = rb_lesson_read_file(path, &lesson, err);
    if (status == RB_OK) {
        status = rb_lesson_check(&lesson, library, path, run, &report, err);
    }
    if (status == RB_OK) {
        printf("%s: sound: %d steps, %d actions, %d conditions", path, lesson.step_count,
               report.lines, report.conditions);
        if (run) {
            printf("; %d claims hold, %d questions have one right answer", report.claims,
                   report.questions);
        }
        printf("\n");
    }
    rb_lesson_free(&lesson);
    return status;
}

/* Every file is looked at, whatever is wrong with the one before. */
static int check_lessons(rb_args *args) {
    rb_error err;
    bool quick = rb_args_option(args, "--quick", NULL, &err) > 0;
    if (args->next >= args->count) {
        rb_fail(&err, RB_ERR_INPUT, "lesson check: expected files, got none");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_library *library = malloc(sizeof *library);
    if (library == NULL) {
        return out_of_memory();
    }
    if (rb_library_load(library, NULL, &err) != RB_OK) {
        free(library);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = RB_EXIT_OK;
    for (; args->next < args->count; args->next++) {
        if (check_file(args->items[args->next], library, !quick, &err) != RB_OK) {
            code = rb_complain(&err, RB_EXIT_FAILED);
        }
    }
    free(library);
    return code;
}

int rb_command_lesson(rb_args *args) {
    const char *what = args->next < args->count ? args->items[args->next++] : "";
    if (strcmp(what, "list") == 0) {
        return list_lessons(args);
    }
    if (strcmp(what, "check") == 0) {
        return check_lessons(args);
    }
    rb_error err;
    rb_fail(&err, RB_ERR_INPUT, "lesson: expected list or check after it, got %s%.60s%s",
            what[0] != '\0' ? "\"" : "", what[0] != '\0' ? what : "nothing",
            what[0] != '\0' ? "\"" : "");
    return rb_complain(&err, RB_EXIT_USAGE);
}
