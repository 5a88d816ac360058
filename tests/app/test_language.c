/* Catalogues of texts: the reader, plurals, placeholders, and what is shipped. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"
#include "app/lesson/markup.h"

static const char header[] = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n";

static int read_ok(const char *code, const char *entries) {
    char text[2000];
    rb_error err;
    int problems = -1;
    snprintf(text, sizeof text, "%s%s", header, entries);
    assert_int_equal(rb_language_read(code, text, "test.po", &problems, &err), RB_OK);
    assert_int_equal(rb_language_use(code, &err), RB_OK);
    return problems;
}

static void test_reads_entries(void **state) {
    (void)state;
    int problems =
        read_ok("de", "# a comment\nmsgid \"Play \"\n\"or \\\"pause\\\"\"\nmsgstr \"a\\n\"\n\"b\"\n\n"
                      "#, c-format\nmsgid \"empty\"\nmsgstr \"\"\n\n"
                      "#, fuzzy\nmsgid \"old\"\nmsgstr \"alt\"\n\nmsgid \"new\"\nmsgstr \"neu\"\n");
    assert_int_equal(problems, 0);
    assert_string_equal(rb_tr("Play or \"pause\""), "a\nb");
    assert_string_equal(rb_tr("empty"), "empty");
    assert_string_equal(rb_tr("old"), "old"); /* the translator is not sure */
    assert_string_equal(rb_tr("new"), "neu");
    assert_string_equal(rb_tr("not there"), "not there");
    assert_string_equal(rb_tr(""), "");
    rb_languages_free();
    assert_string_equal(rb_tr("new"), "new");
}

static void test_refuses_broken_files(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
    } broken[] = {
        {"msgid \"a\nmsgstr \"b\"\n", "test.po:1: expected closing quotes"},
        {"\"text\"\n", "test.po:1: expected a text in quotes after msgid"},
        {"msgid \"a\"\nmsgstr b\n", "test.po:2: expected a text in quotes"},
        {"msgid \"a\"\nmsgstr \"b\\", "test.po:2: expected closing quotes"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        rb_error err;
        int problems;
        assert_int_equal(rb_language_read("de", broken[i].text, "test.po", &problems, &err), RB_ERR_INPUT);
        assert_non_null(strstr(err.text, broken[i].expected));
    }
    rb_error err;
    assert_int_equal(rb_language_use("xx", &err), RB_ERR_INPUT);
    assert_string_equal(rb_language_now()->code, "en");
}

/* A wrong translation must not reach printf. */
static void test_skips_other_placeholders(void **state) {
    (void)state;
    assert_int_equal(read_ok("de", "msgid \"%d runs\"\nmsgstr \"%s Läufe\"\n\n"
                                   "msgid \"%s: %d\"\nmsgstr \"%d: %s\"\n\n"
                                   "msgid \"plain\"\nmsgstr \"%n\"\n\n"
                                   "msgid \"%.2f s\"\nmsgstr \"%.3f Sek.\"\n"),
                     3);
    assert_string_equal(rb_tr("%d runs"), "%d runs");
    assert_string_equal(rb_tr("plain"), "plain");
    assert_string_equal(rb_tr("%.2f s"), "%.3f Sek.");
    rb_languages_free();
    assert_true(rb_same_placeholders("50 % of %s", "%s: 50 %"));
    assert_true(rb_same_placeholders("50 %% of %-8s", "%s"));
    assert_true(rb_same_placeholders("at most 1 %. Then", "1 %, dann"));
    assert_false(rb_same_placeholders("%ld", "%d"));
    assert_false(rb_same_placeholders("%*d", "%d"));
    assert_false(rb_same_placeholders("%s", "%s %s"));
    assert_false(rb_same_placeholders("text", "text %"
                                              "5"));
}

static char *arrives(const char *code) {
    return strcmp(code, "es") == 0 ? strdup("msgid \"=28999611\"\nmsgstr \"nuevo\"\n") : NULL;
}

/* Keys that are hashes; what arrives at once, and what comes later. 0x28999611: FNV-1a of "new", by Python.
 */
static void test_shortened_and_fetched(void **state) {
    (void)state;
    rb_error err;
    int problems;
    rb_language_fetch_with(arrives);
    unsigned version = rb_language_version();
    assert_int_equal(rb_language_use("es", &err), RB_OK);
    assert_string_equal(rb_tr("new"), "nuevo");
    assert_string_equal(rb_tr("old"), "old");
    assert_int_equal(rb_language_use("de", &err), RB_OK);
    assert_string_equal(rb_tr("new"), "new");
    assert_int_not_equal(rb_language_version(), version);
    version = rb_language_version();
    const char *later = "msgid \"=28999611\"\nmsgstr \"neu\"\nmsgid \"=e61aa361\"\n"
                        "msgid_plural \"=\"\nmsgstr[0] \"%d Lauf\"\nmsgstr[1] \"%s Läufe\"\n";
    assert_int_equal(rb_language_read("de", later, "de.po", &problems, &err), RB_OK);
    assert_int_not_equal(rb_language_version(), version);
    assert_string_equal(rb_tr("new"), "neu");
    assert_string_equal(rb_trn("%d run", "%d runs", 2), "%d runs"); /* other placeholders */
    rb_language_fetch_with(NULL);
    rb_languages_free();
}

/* The rules of Unicode's CLDR, for whole numbers. */
static void test_plurals(void **state) {
    (void)state;
    static const struct {
        long n;
        const char *expected;
    } polish[] = {{0, "biegów"},   {1, "bieg"},    {2, "biegi"},   {4, "biegi"},   {5, "biegów"},
                  {11, "biegów"},  {12, "biegów"}, {14, "biegów"}, {21, "biegów"}, {22, "biegi"},
                  {112, "biegów"}, {122, "biegi"}, {-2, "biegi"}};
    read_ok("pl", "msgid \"run\"\nmsgid_plural \"runs\"\nmsgstr[0] \"bieg\"\nmsgstr[1] \"biegi\"\n"
                  "msgstr[2] \"biegów\"\n");
    for (size_t i = 0; i < sizeof polish / sizeof polish[0]; i++) {
        assert_string_equal(rb_trn("run", "runs", polish[i].n), polish[i].expected);
    }
    rb_languages_free();
    assert_string_equal(rb_trn("run", "runs", 1), "run");
    assert_string_equal(rb_trn("run", "runs", 0), "runs");
}

static int letters(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return count;
}

static void test_pseudo_texts_are_longer(void **state) {
    (void)state;
    rb_error err;
    assert_int_equal(rb_language_use("pseudo", &err), RB_OK);
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const char *text = rb_shortcut_at(i)->name, *made = rb_tr(text);
        assert_true(10 * letters(made) >= 14 * letters(text));
        assert_ptr_equal(made, rb_tr(text)); /* the same text, not another copy */
    }
    const char *made = rb_tr("100 %% of %-8.3s and %ld\nend");
    assert_true(rb_same_placeholders(made, "%s%ld"));
    assert_non_null(strstr(made, "%%"));
    assert_non_null(strstr(made, "%-8.3s"));
    assert_non_null(strchr(made, '\n'));
    rb_languages_free();
}

static void test_locales(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"de_AT.UTF-8", "de"}, {"pl-PL", "pl"},   {"es", "es"},
                                           {"C", "en"},           {"", "en"},        {"fr_FR", "en"},
                                           {"pseudo", "en"},      {"de@euro", "de"}, {"deutschland", "en"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_string_equal(rb_language_of_locale(pairs[i][0])->code, pairs[i][1]);
    }
    setenv("LANG", "de_DE.UTF-8", 1); /* LC_ALL goes before it */
    setenv("LC_ALL", "pl_PL.UTF-8", 1);
    assert_string_equal(rb_language_of_system()->code, "pl");
    unsetenv("LC_ALL");
    unsetenv("LC_MESSAGES");
    assert_string_equal(rb_language_of_system()->code, "de");
    unsetenv("LANG");
    assert_string_equal(rb_language_of_system()->code, "en");
}

/* What is shipped is read, and every command of the menu is in it. lint_languages checks the other texts. */
static void test_shipped_catalogues(void **state) {
    (void)state;
    for (int i = 1; i + 1 < rb_language_count(); i++) {
        rb_error err;
        const char *code = rb_language_at(i)->code;
        assert_int_equal(rb_language_use(code, &err), RB_OK);
        int same = 0;
        for (int k = 0; k < rb_shortcut_count(); k++) {
            const char *name = rb_shortcut_at(k)->name;
            same += strcmp(rb_tr(name), name) == 0;
        }
        assert_in_range(same, 0, 2); /* words that are the same in both languages */
        assert_string_not_equal(rb_tr("Friction law"), "Friction law");
    }
    rb_error err;
    assert_int_equal(rb_language_use("de", &err), RB_OK);
    assert_string_equal(rb_tr("Rolling resistance"), "Rollwiderstand");
    assert_int_equal(rb_language_use("pl", &err), RB_OK);
    assert_string_equal(rb_tr("Rattlebacks"), "Kamienie celtyckie");
    assert_int_equal(rb_language_use("es", &err), RB_OK);
    assert_string_equal(rb_tr("Friction law"), "Ley de fricción");
    rb_languages_free();
}

static int markup_problems(const char *text) {
    rb_error err;
    bool good = rb_markup_check(rb_tr(text), rb_glossary_knows, &err) == RB_OK;
    if (!good) {
        print_message("%s: %s\n", rb_language_now()->code, err.text);
    }
    return !good;
}

/* Lessons are translated, and their words in braces are still words of the glossary. */
static void test_translated_lessons(void **state) {
    (void)state;
    rb_error err;
    rb_lessons *lessons = calloc(1, sizeof *lessons);
    assert_non_null(lessons);
    assert_int_equal(rb_lessons_load(lessons, NULL, &err), RB_OK);
    for (int i = 1; i + 1 < rb_language_count(); i++) {
        assert_int_equal(rb_language_use(rb_language_at(i)->code, &err), RB_OK);
        int problems = 0;
        for (int k = 0; k < lessons->count; k++) {
            for (int n = 0; n < lessons->items[k].step_count; n++) {
                const rb_lesson_step *step = &lessons->items[k].steps[n];
                if (rb_tr(step->text) == step->text) {
                    print_message("%s: not translated: %.60s\n", rb_language_now()->code, step->text);
                    problems++;
                }
                problems += markup_problems(step->text) + markup_problems(step->notes);
                for (int c = 0; c < step->question.choice_count; c++) {
                    problems += markup_problems(step->question.choices[c].why);
                }
            }
        }
        assert_int_equal(problems, 0);
    }
    rb_languages_free();
    rb_lessons_free(lessons);
    free(lessons);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_entries),
        cmocka_unit_test(test_refuses_broken_files),
        cmocka_unit_test(test_skips_other_placeholders),
        cmocka_unit_test(test_plurals),
        cmocka_unit_test(test_shortened_and_fetched),
        cmocka_unit_test(test_pseudo_texts_are_longer),
        cmocka_unit_test(test_locales),
        cmocka_unit_test(test_shipped_catalogues),
        cmocka_unit_test(test_translated_lessons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
