/* rbsim lesson: lists the lessons of the viewer, and checks lesson files. */
#include <stdlib.h>
#include <string.h>

#include "app/language/language.h"
#include "app/lesson/lesson.h"
#include "cli/cli.h"
#include "cli/output.h"

typedef struct lesson_request {
    bool json, quick, key;
    const char *html, *language;
} lesson_request;

/* ---------------------------------------------------------------- list */

static void list_lesson(const rb_lesson *lesson, rb_json *list, bool json) {
    if (!json) {
        printf("%-22s %s (%g min): %s\n", lesson->id, lesson->name, lesson->minutes, lesson->summary);
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

static int list_lessons(bool json) {
    rb_error err;
    rb_lessons *lessons = calloc(1, sizeof *lessons);
    if (lessons == NULL) {
        return rb_complain_memory("lesson");
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
        printf("%s: valid: %d steps, %d actions, %d conditions", path, lesson.step_count, report.lines,
               report.conditions);
        if (run) {
            printf("; %d claims hold, %d questions have one right answer", report.claims, report.questions);
        }
        printf("\n");
    }
    rb_lesson_free(&lesson);
    return status;
}

/* Every file is checked, also after one that is wrong. */
static int check_lessons(const rb_command_line *line, bool quick) {
    rb_error err;
    if (rb_command_line_operand(line, 1) == NULL) {
        rb_fail(&err, RB_ERR_INPUT, "lesson check: requires at least one FILE");
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_library *library = malloc(sizeof *library);
    if (library == NULL) {
        return rb_complain_memory("lesson");
    }
    if (rb_library_load(library, NULL, &err) != RB_OK) {
        free(library);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    int code = RB_EXIT_OK;
    const char *path = NULL;
    for (int i = 1; (path = rb_command_line_operand(line, i)) != NULL; i++) {
        if (check_file(path, library, !quick, &err) != RB_OK) {
            code = rb_complain(&err, RB_EXIT_FAILED);
        }
    }
    free(library);
    return code;
}

/* ---------------------------------------------------------------- worksheet */

/* Opens a lesson by the path of its file, or by its id. */
static rb_status open_lesson(const char *name, rb_lesson *lesson, rb_error *err) {
    rb_status status = rb_lesson_read_file(name, lesson, err);
    if (status == RB_OK || strchr(name, '/') != NULL) {
        return status;
    }
    rb_lessons *lessons = calloc(1, sizeof *lessons);
    if (lessons == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "lesson: out of memory");
    }
    rb_error ignored;
    rb_lessons_load(lessons, NULL, &ignored);
    int index = rb_lessons_find(lessons, name);
    if (index >= 0) {
        char path[1200];
        snprintf(path, sizeof path, "%s/%s.json", lessons->folder, name);
        status = rb_lesson_read_file(path, lesson, err);
    }
    rb_lessons_free(lessons);
    free(lessons);
    return status;
}

/* The answers of the key are those that the simulation gives. */
static rb_status find_answers(const rb_lesson *lesson, const char *name, rb_lesson_report *report,
                              rb_error *err) {
    rb_library *library = malloc(sizeof *library);
    if (library == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "lesson: out of memory");
    }
    rb_status status = rb_library_load(library, NULL, err);
    status = status == RB_OK ? rb_lesson_check(lesson, library, name, true, report, err) : status;
    free(library);
    return status;
}

static int write_worksheet(const char *name, const lesson_request *q) {
    rb_error err;
    rb_lesson lesson = {0};
    rb_lesson_report report;
    rb_output out;
    rb_status status = q->language != NULL ? rb_language_use(q->language, &err) : RB_OK;
    status = status == RB_OK ? open_lesson(name, &lesson, &err) : status;
    if (status == RB_OK && q->key) {
        status = find_answers(&lesson, name, &report, &err);
    }
    bool written = status == RB_OK && rb_output_begin(&out, q->html != NULL ? q->html : "-", &err);
    if (written) {
        rb_lesson_write_worksheet(&lesson, q->key ? report.right : NULL, out.stream);
        written = rb_output_end(&out, &err);
    }
    rb_lesson_free(&lesson);
    rb_languages_free();
    return written ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
}

/* ---------------------------------------------------------------- the command */

static int run_lesson(const rb_command_line *line, void *request) {
    const lesson_request *q = request;
    rb_error err;
    const char *what = rb_command_line_operand(line, 0);
    const char *extra = rb_command_line_operand(line, 1);
    bool sheet = strcmp(what, "worksheet") == 0;
    if (sheet && extra != NULL && rb_command_line_operand(line, 2) == NULL && !q->json && !q->quick) {
        return write_worksheet(extra, q);
    }
    if (strcmp(what, "check") == 0 && !q->json) {
        return check_lessons(line, q->quick);
    }
    if (strcmp(what, "list") == 0 && extra == NULL && !q->quick) {
        return list_lessons(q->json);
    }
    if (sheet || strcmp(what, "list") == 0 || strcmp(what, "check") == 0) {
        rb_fail(&err, RB_ERR_INPUT,
                "lesson: expected \"list [--json]\", \"check [--quick] FILE...\" or \"worksheet [--key] "
                "[--lang CODE] [--html FILE] LESSON\"");
    } else {
        rb_fail(&err, RB_ERR_INPUT, "lesson: expected list, check or worksheet, got \"%.60s\"", what);
    }
    return rb_complain(&err, RB_EXIT_USAGE);
}

static const rb_option lesson_options[] = {
    RB_OPTION("--json", NULL, "list: print a JSON list instead of lines", rb_option_flag,
              offsetof(lesson_request, json)),
    RB_OPTION("--quick", NULL, "check: do not run the simulations that the lesson's claims need",
              rb_option_flag, offsetof(lesson_request, quick)),
    RB_OPTION("--key", NULL, "worksheet: with the right answers and their explanations", rb_option_flag,
              offsetof(lesson_request, key)),
    RB_OPTION("--html", "FILE|-", "worksheet: where the page goes (standard output)", rb_option_text,
              offsetof(lesson_request, html)),
    RB_OPTION("--lang", "CODE", "worksheet: its language: en, de, es or pl (en)", rb_option_text,
              offsetof(lesson_request, language)),
    {0},
};

const rb_cli_command rb_cli_lesson = {
    .name = "lesson",
    .operands = "list|check FILE...|worksheet LESSON",
    .operands_min = 1,
    .operands_max = 1000000,
    .summary = "List the lessons of the viewer, check lesson files, or write a worksheet",
    .details = "check reads each file, looks up its actions and conditions, and runs the simulations "
               "to see whether they do what the lesson says. worksheet writes a page to print, for a lesson "
               "by its id "
               "or file; the answers of its key come from the simulation.",
    .options = lesson_options,
    RB_REQUEST(lesson_request),
    .run = run_lesson,
};
