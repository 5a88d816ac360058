/* The bytes are a lesson file. A rejected file has a message with its name and leaves nothing allocated;
   an accepted one can be checked against the scenes, its texts can be parsed, and nothing of it is run. */
#include <rattleback/rattleback.h>

#include "app/lesson/lesson.h"
#include "app/lesson/markup.h"
#include "fuzz.h"

static const rb_library *scenes(void) {
    static rb_library *library;
    if (library == NULL) {
        library = calloc(1, sizeof *library);
        fuzz_require(library != NULL && rb_library_load(library, NULL, NULL) == RB_OK,
                     "no scenes to check against");
    }
    return library;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    rb_lesson lesson;
    rb_error err = {""};
    rb_status status = rb_lesson_read_text(text, "fuzz", &lesson, &err);
    free(text);
    if (status != RB_OK) {
        fuzz_require(strstr(err.text, "fuzz") != NULL, "\"%s\" names no file", err.text);
        fuzz_require(lesson.steps == NULL, "a refused file left something");
        return 0;
    }
    fuzz_require(lesson.step_count > 0 && lesson.steps[0].opens, "nothing to begin with");
    rb_lesson_report report;
    err.text[0] = '\0';
    if (rb_lesson_check(&lesson, scenes(), "fuzz", false, &report, &err) != RB_OK) {
        fuzz_require(strncmp(err.text, "fuzz", 4) == 0, "\"%s\" names no file", err.text);
    }
    for (int i = 0; i < lesson.step_count; i++) {
        char plain[sizeof lesson.steps[i].text];
        rb_markup_plain(lesson.steps[i].text, plain, sizeof plain);
        fuzz_require(strpbrk(plain, "*{}") == NULL, "signs are left in \"%s\"", plain);
        fuzz_require(rb_lesson_first_step(&lesson, i) <= i, "it begins later than it stands");
    }
    rb_lesson_free(&lesson);
    return 0;
}
