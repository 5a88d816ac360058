/* Lessons without a window: conditions, lines that change runs, invalid files and their messages, texts,
   the glossary, and every shipped lesson compared with the simulation. */
#include <dirent.h>
#include <math.h>

#include "app/lesson/glossary.h"
#include "app/lesson/lesson.h"
#include "app/lesson/markup.h"
#include "support.h"

static rb_library *library;

static int load_library(void **state) {
    (void)state;
    library = malloc(sizeof *library);
    return library != NULL && rb_library_load(library, NULL, NULL) == RB_OK ? 0 : -1;
}

static int free_library(void **state) {
    (void)state;
    free(library);
    return 0;
}

/* ---- conditions ---------------------------------------------------------------------------------- */

static rb_status letters(const void *context, const char *name, double *value, rb_error *err) {
    (void)context;
    *value = strcmp(name, "two") == 0 ? 2 : strcmp(name, "never") == 0 ? NAN : 1;
    return strcmp(name, "unknown") == 0 ? rb_fail(err, RB_ERR_INPUT, "unknown name") : RB_OK;
}

static void conditions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool holds;
    } cases[] = {
        {"1 < 2", true},
        {"two = 2 and one = 1", true},
        {"two == 2 or nobodys < 0", true},
        {"two != 2", false},
        {"not two = 2", false},
        {"not not two = 2", true},
        {"1 > 2 or 1 < 2 and 2 < 1", false}, /* and has precedence */
        {"(1 > 2 or 1 < 2) and 1 < 2", true},
        {"2 + 3 * 4 = 14", true},
        {"(2 + 3) * 4 = 20", true},
        {"1 - 2 - 3 = -4", true},
        {"12 / 2 / 3 = 2", true},
        {"abs(two - 5) = 3", true},
        {"-two < -1.5e0", true},
        {"run2.two=1", true},
        /* a value that does not exist is neither more, less, equal nor unequal */
        {"never < 1", false},
        {"never >= 1", false},
        {"never = never", false},
        {"never != 1", false},
        {"not never < 1", true},
        {"1 > never or never = never", false},
        {"nothing = 1", true}, /* begins with not, is none */
        {"-----two = -2", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool holds = !cases[i].holds;
        rb_error err = {""};
        if (rb_condition_holds(cases[i].text, letters, NULL, &holds, &err) != RB_OK ||
            holds != cases[i].holds) {
            fail_msg("%s: %d %s", cases[i].text, holds, err.text);
        }
    }
}

static void broken_conditions(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "expected a number or a name, got the end"},
        {"two", "expected a comparison (NAME < 1), got \"two\""},
        {"two <", "expected a number or a name, got the end"},
        {"two < 1 and", "expected a number or a name, got the end"},
        {"two and 1 < 2", "expected a comparison (NAME < 1), got \"two and 1 < 2\""},
        {"1 < 2 < 3", "expected and, or, a comparison or the end, got \"< 3\""},
        {"(1 < 2) + 1 > 0", "expected a number"},
        {"(1 < 2", "expected a closing ), got the end"},
        {"abs 2 < 1", "expected ( after abs"},
        {"unknown < 1", "unknown name"},
        {"1 < 2 %", "expected and, or, a comparison or the end, got \"%\""},
        {"1 < 2x", "expected a number, got \"2x\""},
        {"1 < 1e999", "expected a number, got \"1e999\""},
        {"unknown < unknown", "unknown name"},
        {"1 < "
         "x0123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
         "56789012345",
         "expected a name of at most 95 characters, got \"x0123"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool holds = true;
        rb_error err = {""};
        assert_true(rb_condition_holds(cases[i][0], letters, NULL, &holds, &err) != RB_OK);
        assert_false(holds);
        assert_contains(err.text, cases[i][1]);
    }
    char deep[200] = "";
    memset(deep, '(', sizeof deep - 1);
    bool holds;
    rb_error err;
    assert_true(rb_condition_holds(deep, letters, NULL, &holds, &err) != RB_OK);
    assert_contains(err.text, "fewer brackets");
}

static void names_stand_for_outcomes_signals_and_parameters(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("k11-fig5", "mu=0.3", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_snapshot first, latest;
    rb_summary summary;
    rb_simulation_snapshot(sim, &first);
    rb_test_run_until(sim, 3);
    rb_simulation_snapshot(sim, &latest);
    rb_simulation_summary(sim, &summary);
    rb_simulation_destroy(sim);
    rb_condition_runs world = {2, 0, {{&scene, &summary, &first, &latest}, {&scene, &summary, NULL, NULL}}};
    static const struct {
        const char *text;
        bool holds;
    } cases[] = {
        {"reversal_count > 0 and mu = 0.3 and contact.mu = 0.3", true},
        {"first.omega3 = 4 and start.omega3 = 4 and omega3 < 0", true},
        {"run2.mu = 0.3 and not run2.omega3 < 1000", true}, /* not known there */
        {"abs(t - 3) < 0.01", true},
    };
    rb_error err = {""};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool holds = !cases[i].holds;
        if (rb_condition_holds_for(&world, cases[i].text, &holds, &err) != RB_OK || holds != cases[i].holds) {
            fail_msg("%s: %d %s", cases[i].text, holds, err.text);
        }
    }
    static const char *const wrong[] = {"run3.mu > 0",  "run0.mu > 0",      "inverted = 1", "frist.E > 0",
                                        "first.mu > 0", "wall_seconds > 0", "colour = 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        bool holds;
        assert_true(rb_condition_holds_for(&world, wrong[i], &holds, &err) != RB_OK);
        assert_contains(err.text, "expected");
    }
}

/* ---- runs --------------------------------------------------------------------------------------- */

static void lines_lead_to_runs(void **state) {
    (void)state;
    rb_lesson_runs *runs = calloc(1, sizeof *runs);
    assert_non_null(runs);
    runs->library = library;
    int done = 0;
    rb_error err = {""};
    if (rb_lesson_runs_do_all(runs,
                              "scene k11-fig5\nset mu=0.3\nrestart\ncompare opposite-spin\n"
                              "compare law exact-circle\nset omega3=5\nrestart\nlayout grid",
                              &done, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(done, 8);
    assert_int_equal(rb_lesson_runs_count(runs), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(rb_scene_value(&runs->session->runs[i].scene, RB_SECTION_CONTACT, RB_CONTACT_MU) == 0.3);
    }
    int spin = rb_param_find(runs->session->runs[0].scene.body->start, "omega3");
    assert_true(runs->session->runs[0].scene.values[RB_SECTION_START][spin] == 5);
    assert_true(runs->session->runs[1].scene.values[RB_SECTION_START][spin] == -4); /* its own */
    assert_true(runs->session->runs[2].scene.values[RB_SECTION_START][spin] == 5);
    assert_string_equal(runs->session->runs[2].scene.friction->id, "exact-circle");
    static const char *const wrong[][2] = {
        {"law glue", "expected the id of a friction law"},
        {"law next", "expected the id of a law"},
        {"scene k11", "expected the id of a scene"},
        {"scene next", "expected the id of a scene"},
        {"quit", "expected an action that a lesson may use"},
        {"picture x.png", "expected an action that a lesson may use"},
        {"flubber", "no action is called"},
        {"set mu=-1", "mu"},
        {"compare law glue", "expected the id of a friction law"},
        {"compare nothing", "expected law, opposite-spin"},
        {"start 17", "start"},
        {"run 9", "expected a whole number from 1 to 3"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_true(rb_lesson_runs_do(runs, wrong[i][0], &err) != RB_OK);
        assert_contains(err.text, wrong[i][1]);
    }
    rb_lesson_runs_clear(runs);
    runs->library = library;
    assert_true(rb_lesson_runs_do(runs, "law coulomb", &err) != RB_OK);
    assert_contains(err.text, "expected a scene before it");
    rb_lesson_runs_clear(runs);
    free(runs);
}

/* Every law that fits, each once, as far as there is room; then back to the selected run. */
static void all_laws_and_one(void **state) {
    (void)state;
    rb_lesson_runs *runs = calloc(1, sizeof *runs);
    assert_non_null(runs);
    runs->library = library;
    rb_error err = {""};
    assert_int_equal(rb_lesson_runs_do(runs, "scene k11-fig5", &err), RB_OK);
    assert_int_equal(rb_lesson_runs_do(runs, "all-laws", &err), RB_OK);
    assert_int_equal(rb_lesson_runs_count(runs), RB_RUNS_MAX);
    for (int i = 0; i < RB_RUNS_MAX; i++) {
        for (int k = 0; k < i; k++) {
            assert_true(runs->session->runs[i].scene.friction != runs->session->runs[k].scene.friction);
        }
    }
    assert_true(rb_lesson_runs_do(runs, "compare law exact-circle", &err) != RB_OK);
    assert_contains(err.text, "At most 8 runs can be compared");
    assert_true(rb_lesson_runs_do(runs, "compare opposite-spin", &err) != RB_OK);
    assert_contains(err.text, "At most 8 runs can be compared");
    const rb_friction_law *second = runs->session->runs[1].scene.friction;
    assert_int_equal(rb_lesson_runs_do(runs, "run 2", &err), RB_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rb_lesson_runs_do(runs, "single", &err), RB_OK);
        assert_int_equal(rb_lesson_runs_count(runs), 1);
        assert_true(runs->session->runs[0].scene.friction == second);
    }
    rb_lesson_runs_clear(runs);
    free(runs);
}

/* ---- texts --------------------------------------------------------------------------------------- */

static void texts_have_emphasis_and_words(void **state) {
    (void)state;
    char plain[80];
    rb_markup_plain("The *spin* of {the stone|rattleback} and its {N}.", plain, sizeof plain);
    assert_string_equal(plain, "The spin of the stone and its N.");
    const char *rest = "a *b {c|d}* e";
    bool strong = false;
    rb_piece piece;
    assert_true(rb_markup_next(&rest, &strong, &piece) && piece.length == 2 && !piece.strong);
    assert_true(rb_markup_next(&rest, &strong, &piece) && piece.strong && piece.term == NULL);
    assert_true(rb_markup_next(&rest, &strong, &piece) && piece.strong);
    assert_true(piece.text[0] == 'c' && piece.term[0] == 'd' && piece.term_length == 1);
    assert_true(rb_markup_next(&rest, &strong, &piece) && !piece.strong && piece.length == 2);
    assert_false(rb_markup_next(&rest, &strong, &piece));
    static const char *const wrong[][2] = {{"a *b", "a second *"},
                                           {"a {b", "{a word} of the glossary"},
                                           {"a {} b", "{a word} of the glossary"},
                                           {"a {|spin} b", "{a word} of the glossary, got \"{|spin} b\""},
                                           {"a b}", "a { before it"},
                                           {"a {b{c}}", "{a word} of the glossary"}};
    rb_error err;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_true(rb_markup_check(wrong[i][0], NULL, &err) != RB_OK);
        assert_contains(err.text, wrong[i][1]);
    }
    assert_int_equal(rb_markup_check("a {spin}", rb_glossary_knows, &err), RB_OK);
    assert_true(rb_markup_check("a {flubber}", rb_glossary_knows, &err) != RB_OK);
    assert_contains(err.text, "got \"{flubber}\"");
    char longer[140] = "{";
    memset(longer + 1, 'x', 100); /* longer than any word: not cut to one that is known */
    strcat(longer, "}");
    assert_true(rb_markup_check(longer, rb_glossary_knows, &err) != RB_OK);
    char small[6];
    rb_markup_plain("The *spin* of", small, sizeof small);
    assert_string_equal(small, "The s");
}

/* ---- files --------------------------------------------------------------------------------------- */

static const char head[] = "{\"format\":\"rattleback-lesson\",\"version\":1,\"id\":\"x\",\"place\":1,"
                           "\"name\":\"X\",\"minutes\":3,\"summary\":\"S\",";

/* A lesson of one step with these fields after its title; "" for a valid one. */
static void read_step_with(const char *fields, rb_status *status, rb_lesson *lesson, rb_error *err) {
    char text[2000];
    snprintf(text, sizeof text, "%s\"steps\":[{\"title\":\"T\",%s}]}", head, fields);
    *status = rb_lesson_read_text(text, "x.json", lesson, err);
}

#define DO "\"text\":\"t\",\"do\":[\"scene toy-plastic\"]"
#define END "\"claims\":[],\"ends\":\"next\""
#define CHOICE(when) "{\"text\":\"c\",\"when\":\"" when "\",\"why\":\"w\"}"
#define ASK(choices) "\"question\":{\"text\":\"q\",\"then\":[],\"at\":1,\"choices\":[" choices "]}"

static void broken_files_say_where(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "x.json:1: not JSON"},
        {DO "," END ",\"colour\":1", "x.json: step 1: colour: unknown field"},
        {DO, "x.json: step 1: claims: missing, expected a list"},
        {"\"do\":[]," END, "x.json: step 1: text: missing, expected text"},
        {"\"text\":3,\"do\":[]," END, "x.json: step 1: text: expected text, got a number"},
        {"\"text\":\"a *b\",\"do\":[]," END, "x.json: step 1: text: expected a second *"},
        {"\"text\":\"t\",\"do\":[]," END, "x.json: step 1: do: expected \"scene ID\" first"},
        {"\"text\":\"t\",\"do\":[1]," END, "step 1: do[1]: expected one action as text, got a number"},
        {"\"text\":\"t\",\"do\":[\"a;b\"]," END, "step 1: do[1]: expected one action as text, got several"},
        {DO ",\"claims\":[],\"ends\":\"soon\"",
         "step 1: ends: expected \"next\", \"answer\", \"task\" or a time in s, got soon"},
        {DO ",\"claims\":[],\"ends\":\"answer\"", "step 1: ends: expected a question"},
        {DO ",\"claims\":[],\"ends\":\"task\"", "step 1: ends: expected a task"},
        {DO ",\"claims\":[],\"ends\":-1", "step 1: ends: expected a number from 0"},
        {DO ",\"claims\":[{\"at\":1}],\"ends\":\"next\"", "step 1: claims[1]: holds: missing"},
        {DO ",\"claims\":[{\"at\":\"1\",\"holds\":\"t>0\"}],\"ends\":\"next\"",
         "claims[1]: at: expected a number, got text"},
        {DO "," ASK(CHOICE("t > 0")) "," END, "step 1: question: choices: expected at least 2, got 1"},
        {DO ",\"question\":[]," END, "step 1: question: expected an object, got a list"},
        {DO ",\"task\":{\"text\":\"t\",\"done\":\"t>1\"}," END, "step 1: task: solution: missing"},
        {DO ",\"stop\":0," END, "step 1: stop: expected a number from 0.001"},
        {DO ",\"stop\":0.5," ASK(CHOICE("t > 0") "," CHOICE("t < 0")) "," END,
         "step 1: stop: expected at least 1 s, when the question is decided, got 0.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_lesson lesson;
        rb_error err = {""};
        rb_status status;
        read_step_with(cases[i][0], &status, &lesson, &err);
        assert_true(status != RB_OK && lesson.steps == NULL);
        assert_contains(err.text, cases[i][1]);
    }
}

/* Errors that only the scenes and the runs show. */
static void broken_lessons_say_where(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"\"text\":\"{flubber}\",\"do\":[\"scene toy-plastic\"]," END, "x: step 1: text: expected {a word}"},
        {"\"text\":\"t\",\"do\":[\"scene nowhere\"]," END,
         "x: step 1: do: \"scene nowhere\": scene: expected the id"},
        {"\"text\":\"t\",\"do\":[\"scene toy-plastic\",\"quit\"]," END,
         "x: step 1: do: \"quit\": quit: expected an action"},
        {"\"text\":\"t\",\"do\":[\"scene toy-plastic\",\"set mu=1\"]," END,
         "x: step 1: do: expected \"restart\" after"},
        {DO ",\"claims\":[{\"at\":1,\"holds\":\"mood > 1\"}],\"ends\":\"next\"",
         "x: step 1: claims[1]: holds: expected an outcome, a signal or a parameter of a celt, got "
         "\"mood\""},
        {DO ",\"claims\":[{\"at\":3,\"holds\":\"reversal_count = 7\"}],\"ends\":\"next\"",
         "x: step 1: claims[1]: holds: expected \"reversal_count = 7\" at 3 s, got "
         "run1.reversal_count = "},
        {DO "," ASK(CHOICE("t > 0") "," CHOICE("t > 0")) "," END,
         "x: step 1: question: choices: expected one that is right at 1 s, got 2"},
        {DO "," ASK(CHOICE("t < 0") "," CHOICE("t < 0")) "," END, "expected one that is right at 1 s, got 0"},
        {DO ",\"task\":{\"text\":\"t\",\"done\":\"mu > 0\",\"solution\":[],\"at\":1}," END,
         "x: step 1: task: done: expected a condition that does not hold at the start"},
        {DO ",\"task\":{\"text\":\"t\",\"done\":\"mu > 5\",\"solution\":[\"set "
            "mu=4\",\"restart\"],\"at\":1}," END,
         "x: step 1: task: solution: expected \"mu > 5\" by 1 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rb_lesson lesson;
        rb_lesson_report report;
        rb_error err = {""};
        rb_status status;
        read_step_with(cases[i][0], &status, &lesson, &err);
        if (status != RB_OK) {
            fail_msg("%s", err.text);
        }
        assert_true(rb_lesson_check(&lesson, library, "x", true, &report, &err) != RB_OK);
        assert_contains(err.text, cases[i][1]);
        rb_lesson_free(&lesson);
    }
}

/* ---- shipped lessons ----------------------------------------------------------------------------- */

/* A run without a task stops at the moment that the text speaks of: not before its question is decided. */
static void expect_stops(const rb_lesson *lesson) {
    for (int i = 0; i < lesson->step_count; i++) {
        const rb_lesson_step *step = &lesson->steps[i];
        if (step->task.text[0] == '\0' && !(step->stop > 0)) {
            fail_msg("%s, step %d: the run does not stop", lesson->id, i + 1);
        }
    }
}

/* The stone changes within the first five lessons: a step that brings another one says so. */
static void expect_announced_stones(const rb_lessons *lessons) {
    static const char *const stones[][2] = {
        {"scene toy-plastic\n", "toy"}, {"scene k11-fig5\n", "laboratory"}, {"scene long-wood\n", "wooden"}};
    const char *before = "";
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < lessons->items[i].step_count; k++) {
            const rb_lesson_step *step = &lessons->items[i].steps[k];
            for (size_t s = 0; s < sizeof stones / sizeof stones[0]; s++) {
                bool shown = strncmp(step->lines, stones[s][0], strlen(stones[s][0])) == 0;
                if (shown && strcmp(before, stones[s][0]) != 0) {
                    assert_contains(step->text, stones[s][1]);
                    before = stones[s][0];
                }
            }
        }
    }
}

static void every_lesson_holds(void **state) {
    (void)state;
    static rb_lessons lessons;
    rb_error err = {""};
    if (rb_lessons_load(&lessons, NULL, &err) != RB_OK) {
        fail_msg("%s", err.text);
    }
    assert_true(lessons.count >= 12);
    for (int i = 0; i < lessons.count; i++) {
        const rb_lesson *lesson = &lessons.items[i];
        rb_lesson_report report;
        if (rb_lesson_check(lesson, library, lesson->id, !RB_SHORT, &report, &err) != RB_OK) {
            fail_msg("%s", err.text);
        }
        assert_true(lesson->minutes >= 3 && lesson->minutes <= 8);
        assert_true(lesson->step_count >= 3);
        assert_int_equal(rb_lessons_find(&lessons, lesson->id), i);
        /* Every lesson must have claims and questions that can be checked. */
        assert_true(RB_SHORT || (report.claims >= 2 && report.questions >= 1));
        expect_stops(lesson);
    }
    expect_announced_stones(&lessons);
    rb_lessons_free(&lessons);
}

/* ---- glossary ------------------------------------------------------------------------------------ */

static void the_glossary_has_every_row_of_every_table(void **state) {
    (void)state;
    for (int i = 0; i < rb_outcome_count(); i++) {
        assert_true(rb_glossary_knows(rb_outcome_at(i)->name));
    }
    for (int i = 0; i < rb_signal_count(); i++) {
        assert_true(rb_glossary_knows(rb_signal_at(i)->name));
        assert_true(rb_glossary_knows(rb_signal_at(i)->symbol));
    }
    for (int i = 0; i < rb_friction_law_count(); i++) {
        assert_true(rb_glossary_knows(rb_friction_law_at(i)->id));
        assert_true(rb_glossary_knows(rb_friction_law_at(i)->name));
    }
    for (int i = 0; i < rb_variant_count(); i++) {
        assert_true(rb_glossary_knows(rb_variant_at(i)->name));
    }
    for (int i = 0; i < library->count; i++) {
        for (int s = 0; s < RB_SECTION_COUNT; s++) {
            rb_param_table table = rb_scene_table(&library->scenes[i], (rb_section)s);
            for (int k = 0; k < table.count; k++) {
                const char *name = table.rows[k].name;
                assert_true(rb_glossary_knows(name));
                /* Panels have a label for it, not its code name. */
                assert_string_not_equal(rb_glossary_label(rb_section_name((rb_section)s), name), name);
            }
        }
    }
    const rb_term *drilling = rb_glossary_at(rb_glossary_find("drilling"));
    assert_string_equal(drilling->word, "drilling torque"); /* not the energy of that name */
    for (int i = 0; i < rb_glossary_count(); i++) {
        const rb_term *term = rb_glossary_at(i);
        assert_true(term->word[0] != '\0' && strlen(term->text) > 3);
        assert_true(rb_glossary_matches(term, term->word) && rb_glossary_matches(term, ""));
        assert_false(rb_glossary_matches(term, "flubber"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions),
        cmocka_unit_test(broken_conditions),
        cmocka_unit_test(names_stand_for_outcomes_signals_and_parameters),
        cmocka_unit_test(lines_lead_to_runs),
        cmocka_unit_test(all_laws_and_one),
        cmocka_unit_test(texts_have_emphasis_and_words),
        cmocka_unit_test(broken_files_say_where),
        cmocka_unit_test(broken_lessons_say_where),
        cmocka_unit_test(every_lesson_holds),
        cmocka_unit_test(the_glossary_has_every_row_of_every_table),
    };
    return cmocka_run_group_tests(tests, load_library, free_library);
}
