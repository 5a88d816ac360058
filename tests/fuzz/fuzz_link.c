/* The bytes are a link. For any bytes the resulting scenes are valid, every line is an action that links
   may contain, each problem has a message, and the runs survive writing and reading as a link. */
#include "app/actions/grammar.h"
#include "app/link/link.h"
#include "app/session/session.h"
#include "fuzz.h"

static const char *const allowed[] = {
    "presenter", "layout",  "run",      "reference", "link",       "camera",     "look",     "follow",
    "speed",     "at-rest", "show",     "arrows",    "log-arrows", "trails",     "plot-set", "plot-time",
    "theory",    "page",    "left",     "right",     "hide",       "microscope", "enlarge",  "explain",
    "theme",     "style",   "material", "text-size", "lesson",     "until",      "flick"};

static void check_line(const char *line) {
    rb_args args;
    const char *rest = line;
    char one[RB_LINE_MAX];
    rb_error err = {""};
    fuzz_require(rb_action_next(&rest, one) && strcmp(one, line) == 0, "more than a line: %s", line);
    fuzz_require(rb_action_parse(line, &args, &err) == RB_OK, "%s: %s", line, err.text);
    bool known = false;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        known = known || strcmp(rb_action_at(args.action)->id, allowed[i]) == 0;
    }
    fuzz_require(known, "a link sets off %s", line);
}

static void check_round_trip(const rb_library *library, const rb_link *link, rb_link *again) {
    rb_link_runs runs = {.count = link->run_count, .preset = link->preset.id};
    for (int i = 0; i < link->run_count; i++) {
        fuzz_require(rb_scene_check(&link->scenes[i], "run", NULL) == RB_OK, "run %d", i);
        runs.scenes[i] = &link->scenes[i];
        runs.own_start[i] = link->own_start[i];
    }
    rb_link_pen pen;
    rb_link_begin(&pen);
    fuzz_require(rb_link_add_runs(&pen, library, &runs) != NULL, "no scene");
    if (pen.full) {
        return;
    }
    rb_link_read(again, pen.text, library, &library->scenes[0]);
    fuzz_require(again->problem_count == 0, "%s: %s", pen.text, again->problems[0].text);
    fuzz_require(again->run_count == link->run_count, "%s", pen.text);
    for (int i = 0; i < link->run_count; i++) {
        fuzz_require(rb_scene_same(&again->scenes[i], &link->scenes[i]), "%s: run %d", pen.text, i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rb_library library;
    static rb_link link, again;
    if (library.count == 0) {
        rb_error err = {""};
        fuzz_require(rb_library_load(&library, NULL, &err) == RB_OK, "%s", err.text);
    }
    char *text = fuzz_text(data, size);
    rb_link_read(&link, text, &library, &library.scenes[0]);
    free(text);
    for (int i = 0; i < link.line_count; i++) {
        check_line(link.lines[i].line);
    }
    for (int i = 0; i < link.problem_count && i < RB_LINK_PROBLEMS; i++) {
        fuzz_require(link.problems[i].text[0] != '\0', "a problem without a message");
    }
    if (link.run_count > 0) {
        check_round_trip(&library, &link, &again);
    }
    return 0;
}
