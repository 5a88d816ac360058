/* Files of lessons: a missing or wrong field is named with its place; a folder with invalid files gives
   the valid ones. */
#include <unistd.h>

#include "app/lesson/lesson.h"
#include "support.h"

#define STEP "{\"title\":\"T\",\"text\":\"t\",\"do\":[\"scene k11-fig5\"],\"claims\":[],\"ends\":\"next\"}"

/* A lesson with one field of its head replaced; "" removes the field. */
static void write_head(char *text, size_t size, const char *name, const char *instead) {
    static const char *const fields[][2] = {{"format", "\"rattleback-lesson\""},
                                            {"version", "1"},
                                            {"id", "\"x\""},
                                            {"place", "1"},
                                            {"name", "\"X\""},
                                            {"minutes", "3"},
                                            {"summary", "\"S\""},
                                            {"steps", "[" STEP "]"}};
    size_t used = (size_t)snprintf(text, size, "{");
    for (int i = 0; i < 8; i++) {
        const char *value = strcmp(fields[i][0], name) == 0 ? instead : fields[i][1];
        if (value[0] != '\0') {
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\":%s", used > 1 ? "," : "",
                                     fields[i][0], value);
        }
    }
    snprintf(text + used, size - used, "}");
}

static void expect_refused(const char *text, const char *part) {
    rb_lesson lesson;
    rb_error err = {""};
    if (rb_lesson_read_text(text, "x.json", &lesson, &err) == RB_OK) {
        fail_msg("accepted: %s", text);
    }
    assert_null(lesson.steps);
    assert_contains(err.text, "x.json: ");
    assert_contains(err.text, part);
}

static void heads(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"format", "", "format"},
        {"version", "7", "version"},
        {"id", "", "id: missing"},
        {"id", "7", "id: expected text, got a number"},
        {"id", "\"../x\"", "id"},
        {"place", "", "place: missing"},
        {"place", "0", "place: expected a number from 1 to 1000, got 0"},
        {"place", "1e9", "place: expected a number from 1 to 1000, got 1e+09"},
        {"place", "\"one\"", "place: expected a number, got text"},
        {"name", "", "name: missing"},
        {"name", "\"\"", "name"},
        {"minutes", "", "minutes: missing"},
        {"minutes", "61", "minutes: expected a number from 1 to 60, got 61"},
        {"summary", "", "summary: missing"},
        {"summary", "[]", "summary: expected text, got a list"},
        {"steps", "", "steps: missing"},
        {"steps", "{}", "steps: expected a list, got an object"},
        {"steps", "[]", "steps: expected at least one"},
        {"steps", "[7]", "step 1: expected an object, got a number"},
    };
    char text[2000];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_head(text, sizeof text, cases[i][0], cases[i][1]);
        expect_refused(text, cases[i][2]);
    }
    rb_lesson lesson;
    write_head(text, sizeof text, "", "");
    assert_int_equal(rb_lesson_read_text(text, "x.json", &lesson, NULL), RB_OK);
    assert_int_equal(lesson.step_count, 1);
    rb_lesson_free(&lesson);
}

#define QUESTION(text) "\"question\":{" text "},\"claims\":[],\"ends\":\"next\""
#define TASK(text) "\"task\":{" text "},\"claims\":[],\"ends\":\"next\""
#define GOOD "{\"text\":\"c\",\"when\":\"t > 0\",\"why\":\"w\"}"

static void parts(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {QUESTION("\"then\":[],\"at\":1,\"choices\":[]"), "question: text: missing"},
        {QUESTION("\"text\":\"q\",\"at\":1,\"choices\":[]"), "question: then: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"choices\":[]"), "question: at: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":-1,\"choices\":[]"),
         "question: at: expected a number from 0 to 3600, got -1"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1"), "question: choices: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD ",1]"),
         "question: choices[2]: expected an object, got a number"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD ",{\"why\":\"w\"}]"),
         "question: choices[2]: text: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD ",{\"text\":\"w\"}]"),
         "question: choices[2]: when: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD
                  ",{\"text\":\"w\",\"when\":\"t > 0\"}]"),
         "question: choices[2]: why: missing"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD ",{\"colour\":1}]"),
         "question: choices[2]: colour: unknown field"},
        {QUESTION("\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" GOOD "," GOOD "," GOOD "," GOOD "," GOOD
                  "," GOOD "," GOOD "," GOOD "," GOOD "]"),
         "question: choices: expected a list of at most"},
        {QUESTION("\"hint\":1"), "question: hint: unknown field"},
        {TASK("\"done\":\"t > 1\",\"solution\":[],\"at\":1"), "task: text: missing"},
        {TASK("\"text\":\"t\",\"solution\":[],\"at\":1"), "task: done: missing"},
        {TASK("\"text\":\"t\",\"done\":\"t > 1\",\"solution\":[]"), "task: at: missing"},
        {TASK("\"hint\":1"), "task: hint: unknown field"},
        {"\"task\":7,\"claims\":[],\"ends\":\"next\"", "task: expected an object, got a number"},
        {"\"claims\":[7],\"ends\":\"next\"", "claims[1]: expected an object, got a number"},
        {"\"claims\":[{\"hint\":1}],\"ends\":\"next\"", "claims[1]: hint: unknown field"},
        {"\"claims\":[{\"holds\":\"t > 0\"}],\"ends\":\"next\"", "claims[1]: at: missing"},
        {"\"claims\":[]", "ends: expected \"next\", \"answer\", \"task\" or a time in s, got nothing"},
        {"\"claims\":[],\"ends\":[]", "or a time in s, got a list"},
    };
    char step[1500], text[2500];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(step, sizeof step, "[{\"title\":\"T\",\"text\":\"t\",\"do\":[\"scene k11-fig5\"],%s}]",
                 cases[i][0]);
        write_head(text, sizeof text, "steps", step);
        expect_refused(text, cases[i][1]);
    }
    expect_refused("[]", "expected");
    write_head(text, sizeof text, "steps", "[{\"text\":\"t\"}]");
    expect_refused(text, "step 1: title: missing");
}

/* ---- folders ----------------------------------------------------------------------------------- */

static char folder[64];

static void put(const char *name, const char *field, const char *instead) {
    char path[128], text[2000];
    write_head(text, sizeof text, field, instead);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* An invalid lesson, or a duplicate, does not affect the others; other files are not read. */
static void folders(void **state) {
    (void)state;
    static const char *const names[] = {"a.json", "b.json", "c.json", "d.json", ".e.json", "f.txt", "json"};
    static rb_lessons lessons;
    rb_error err = {""};
    snprintf(folder, sizeof folder, "/tmp/rattleback-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_OK);
    assert_int_equal(lessons.count, 0);
    put("a.json", "id", "\"zebra\"");
    put("b.json", "id", "\"ape\"");
    put(".e.json", "id", "\"hidden\"");
    put("f.txt", "id", "\"text\"");
    put("json", "id", "\"none\"");
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_OK);
    assert_int_equal(lessons.count, 2); /* of the same place: by their ids */
    assert_int_equal(rb_lessons_find(&lessons, "ape"), 0);
    assert_int_equal(rb_lessons_find(&lessons, "zebra"), 1);
    assert_int_equal(rb_lessons_find(&lessons, "hidden"), -1);
    rb_lessons_free(&lessons);
    put("c.json", "minutes", "99");
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_ERR_INPUT);
    assert_contains(err.text, "/c.json: minutes: expected a number from 1 to 60, got 99");
    assert_int_equal(lessons.count, 2);
    rb_lessons_free(&lessons);
    put("c.json", "id", "\"c\"");
    put("d.json", "id", "\"ape\"");
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_ERR_INPUT);
    assert_contains(err.text, ".json: id: duplicate lesson \"ape\"");
    assert_int_equal(lessons.count, 3);
    rb_lessons_free(&lessons);
    char path[128];
    snprintf(path, sizeof path, "%s/a.json", folder);
    assert_int_equal(rb_lessons_load(&lessons, path, &err), RB_ERR_IO); /* a file is not a folder */
    assert_contains(err.text, "a.json: cannot be read");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(rb_lessons_load(&lessons, folder, &err), RB_OK); /* scenes only, no lessons */
    assert_int_equal(lessons.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads),
        cmocka_unit_test(parts),
        cmocka_unit_test(folders),
    };
    return cmocka_run_group_tests_name("files of lessons", tests, NULL, NULL);
}
