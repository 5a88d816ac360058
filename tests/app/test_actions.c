/* The grammar of actions: lines, words, quotes, usage, messages; random input does not crash it. */
#include "app/actions/grammar.h"
#include "base/system.h"
#include "support.h"

static void accept(const char *line, const char *id, int count) {
    rb_args args;
    rb_error err = {""};
    if (rb_action_parse(line, &args, &err) != RB_OK) {
        fail_msg("%s: %s", line, err.text);
    }
    assert_string_equal(rb_action_at(args.action)->id, id);
    assert_int_equal(args.count, count);
}

static void refuse(const char *line, const char *message) {
    rb_args args;
    rb_error err = {""};
    assert_int_equal(rb_action_parse(line, &args, &err), RB_ERR_INPUT);
    if (strstr(err.text, message) == NULL) {
        fail_msg("%s: expected \"%s\", got \"%s\"", line, message, err.text);
    }
}

static void lines_and_words(void **state) {
    (void)state;
    accept("undo", "undo", 0);
    accept("  set  mu=0.3\tomega3=-4 ", "set", 2);
    accept("law k11-p2", "law", 1);
    accept("plot omega3,N", "plot", 1);
    accept("picture 'a b.png'", "picture", 1);
    accept("picture \"\"", "picture", 1);
    accept("top", "camera", 1); /* a shortcut */
    rb_args args;
    assert_int_equal(rb_action_parse("set a='b c'\"d;'e\" f", &args, NULL), RB_OK);
    assert_int_equal(args.count, 2);
    assert_string_equal(rb_arg(&args, 0), "a=b cd;'e");
    assert_string_equal(rb_arg(&args, 1), "f");
    assert_string_equal(rb_arg(&args, 2), "");
    char rest[16];
    assert_int_equal(rb_action_parse("start Only  a 'tap, ha'", &args, NULL), RB_OK);
    rb_arg_rest(&args, 1, rest, sizeof rest);
    assert_string_equal(rest, "a tap, ha");
    rb_arg_rest(&args, 0, rest, 6);
    assert_string_equal(rest, "Only ");
}

static void choices(void **state) {
    (void)state;
    rb_args args;
    assert_int_equal(rb_action_parse("law previous", &args, NULL), RB_OK);
    assert_int_equal(args.choice[0], 1);
    assert_int_equal(rb_action_parse("law exact-circle", &args, NULL), RB_OK);
    assert_int_equal(args.choice[0], 2);
    assert_int_equal(rb_action_parse("theme dark", &args, NULL), RB_OK);
    assert_int_equal(args.choice[0], 1);
    assert_int_equal(rb_action_parse("show weight off", &args, NULL), RB_OK);
    assert_false(rb_arg_switch(&args, 1, true));
    assert_int_equal(rb_action_parse("show weight on", &args, NULL), RB_OK);
    assert_true(rb_arg_switch(&args, 1, true));
    assert_int_equal(rb_action_parse("show weight", &args, NULL), RB_OK);
    assert_true(rb_arg_switch(&args, 1, false) && !rb_arg_switch(&args, 1, true));
}

static void numbers(void **state) {
    (void)state;
    rb_args args;
    rb_error err;
    double x = 7;
    int n = 7;
    assert_int_equal(rb_action_parse("until 2.5e-1", &args, NULL), RB_OK);
    assert_int_equal(rb_arg_number(&args, 0, 0, 1, &x, &err), RB_OK);
    assert_true(x == 0.25);
    assert_int_equal(rb_arg_number(&args, 0, 0.5, 1, &x, &err), RB_ERR_INPUT);
    assert_string_equal(err.text, "until: expected a number from 0.5 to 1, got \"2.5e-1\"");
    assert_int_equal(rb_arg_whole(&args, 0, 0, 9, &n, &err), RB_ERR_INPUT);
    static const char *const bad[] = {"until x", "until 1s", "until nan", "until ''", "until -inf"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(rb_action_parse(bad[i], &args, NULL), RB_OK);
        assert_int_equal(rb_arg_number(&args, 0, -1e9, 1e9, &x, &err), RB_ERR_INPUT);
        assert_int_equal(rb_arg_whole(&args, 0, -9, 9, &n, &err), RB_ERR_INPUT);
        assert_contains(err.text, "expected a whole number from -9 to 9");
    }
    assert_true(x == 0.25 && n == 7);
}

static void messages(void **state) {
    (void)state;
    refuse("", "expected the name of an action, got nothing");
    refuse("cmpare law", "no action is called \"cmpare\" (did you mean compare?)");
    refuse("micro", "did you mean microscope?");
    refuse("Play", "did you mean play?");
    refuse("qqqqqqqq", "rattleback --actions lists them");
    refuse("law", "law: expected next|previous|LAW after it, got nothing");
    refuse("look 30", "look: expected YAW PITCH [DISTANCE] [X] [Y] [Z] after it, got \"30\"");
    refuse("undo 3", "undo: expected nothing after it, got \"3\"");
    refuse("show weight on off", "show: expected ITEM [on|off] after it, got \"weight on off\"");
    refuse("theme pink", "theme: expected light or dark, got \"pink\"");
    refuse("camera ''", "camera: expected default, top, side or front, got \"\"");
    refuse("show weight maybe", "show: expected on or off, got \"maybe\"");
    refuse("top 3", "top: expected nothing after it, got \"3\" (short for \"camera top\")");
    refuse("picture 'a", "picture: expected a closing ', got the end of the line");
    refuse("set 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "set: expected at most 16 words");
    char *long_line = calloc(1, 4000);
    assert_non_null(long_line);
    memset(long_line, 'a', 3999);
    refuse(long_line, "at most");
    snprintf(long_line, 4000, "open %03000d", 0);
    refuse(long_line, "at most");
    free(long_line);
}

static void check_list(const char *lines, const char *const *expected, int count) {
    char line[RB_LINE_MAX];
    for (int i = 0; i < count; i++) {
        assert_true(rb_action_next(&lines, line));
        assert_string_equal(line, expected[i]);
    }
    assert_false(rb_action_next(&lines, line));
}

static void lists(void **state) {
    (void)state;
    check_list("csv; plot-csv ;;\n theory\r\n;", (const char *[]){"csv", "plot-csv", "theory"}, 3);
    check_list("csv,plot-csv", (const char *[]){"csv", "plot-csv"}, 2);
    check_list("csv,plot omega3,N;theory", (const char *[]){"csv", "plot omega3,N", "theory"}, 3);
    check_list("open 'a;b\nc' ; set x=\";\"", (const char *[]){"open 'a;b\nc'", "set x=\";\""}, 2);
    check_list(" \n;,; ", NULL, 0);
    check_list("", NULL, 0);
    check_list("open 'never closed; undo", (const char *[]){"open 'never closed; undo"}, 1);
    rb_error err = {""};
    assert_int_equal(rb_actions_check("undo; redo, layout grid", &err), RB_OK);
    assert_int_equal(rb_actions_check("undo; law", &err), RB_ERR_INPUT);
    assert_contains(err.text, "law: expected");
    assert_int_equal(rb_actions_check("  ", &err), RB_OK);
}

/* Ids are valid names and unique; usages can be parsed; every shortcut is a valid line. */
static void the_tables_are_sound(void **state) {
    (void)state;
    for (int i = 0; i < rb_action_count(); i++) {
        const rb_action *action = rb_action_at(i);
        assert_int_equal(rb_action_find(action->id), i);
        assert_int_equal(strspn(action->id, "abcdefghijklmnopqrstuvwxyz-"), strlen(action->id));
        assert_true(action->help[0] != '\0' && action->group[0] != '\0');
    }
    const char *group = "";
    for (int i = 0; i < rb_shortcut_count(); i++) {
        const rb_shortcut *shortcut = rb_shortcut_at(i);
        assert_int_equal(rb_shortcut_find(shortcut->id), i);
        rb_args args;
        rb_error err = {""};
        if (rb_action_parse(shortcut->line, &args, &err) != RB_OK) {
            fail_msg("%s: %s", shortcut->id, err.text);
        }
        /* A shortcut with the name of an action must mean the same. */
        if (rb_action_find(shortcut->id) >= 0) {
            assert_string_equal(shortcut->id, shortcut->line);
        }
        for (int k = 0; k < i; k++) { /* a key has one meaning; in presenter mode, another one */
            const rb_shortcut *other = rb_shortcut_at(k);
            bool presenter = strcmp(rb_shortcut_group(i), "Presenter") == 0;
            bool same_mode = presenter == (strcmp(rb_shortcut_group(k), "Presenter") == 0);
            assert_true(!same_mode || strcmp(other->key, shortcut->key) != 0 ||
                        other->mods != shortcut->mods);
        }
        const char *own = rb_shortcut_group(i);
        assert_string_equal(own, rb_action_at(args.action)->group);
        if (strcmp(own, group) != 0) { /* one heading for each group */
            for (int k = 0; k < i; k++) {
                assert_string_not_equal(rb_shortcut_group(k), own);
            }
            group = own;
        }
    }
}

/* A second key is not a first key, nor another second key; where browsers reserve first keys it is the one
   shown. */
static void spare_keys_are_free(void **state) {
    (void)state;
    assert_true(rb_spare_key_count() >= 5);
    for (int i = 0; i < rb_spare_key_count(); i++) {
        const rb_spare_key *spare = rb_spare_key_at(i);
        assert_true(rb_shortcut_find(spare->id) >= 0);
        for (int k = 0; k < rb_shortcut_count(); k++) {
            const rb_shortcut *other = rb_shortcut_at(k);
            assert_true(strcmp(other->key, spare->key) != 0 || other->mods != spare->mods);
        }
        for (int k = 0; k < i; k++) {
            const rb_spare_key *other = rb_spare_key_at(k);
            assert_true(strcmp(other->key, spare->key) != 0 || other->mods != spare->mods);
        }
    }
    char key[48];
    rb_shortcut_key(rb_shortcut_find("lesson-next"), key, sizeof key);
    assert_string_equal(key, "Ctrl+Page ↓");
    rb_spare_keys_show(true);
    rb_shortcut_key(rb_shortcut_find("lesson-next"), key, sizeof key);
    assert_string_equal(key, "Shift+Page ↓");
    rb_shortcut_key(rb_shortcut_find("play"), key, sizeof key);
    assert_string_equal(key, "Space");
    rb_spare_keys_show(false);
}

/* ---- random input -------------------------------------------------------------------------------- */

static void random_word(rb_test_rng *rng, char *text, size_t size) {
    static const char *const words[] = {
        "on",   "off", "omega3,N", "mu=0.3", "exact-circle", "k11-p2", "1",     "-1",  "0.5",
        "next", "'",   "\"",       "'a b'",  "\"x;y\"",      ";",      "\n",    ",",   "=",
        "",     "1e9", "nan",      "weight", "energy",       "law",    "copy",  "all", "\xc3\xa9",
        "\xff", "…",   "[on|off]", "grid",   "default",      "light",  "begin", "|",   "\\",
    };
    switch (rb_test_int(rng, 5)) {
    case 0: snprintf(text, size, "%s", rb_action_at(rb_test_int(rng, rb_action_count()))->id); break;
    case 1: snprintf(text, size, "%s", rb_shortcut_at(rb_test_int(rng, rb_shortcut_count()))->id); break;
    case 2: {
        int length = rb_test_int(rng, (int)(size < 40 ? size : 40));
        for (int i = 0; i < length; i++) {
            text[i] = (char)(1 + rb_test_int(rng, 255));
        }
        text[length] = '\0';
        break;
    }
    default: snprintf(text, size, "%s", words[rb_test_int(rng, (int)(sizeof words / sizeof words[0]))]);
    }
}

static void random_lines(rb_test_rng *rng, char *text, size_t size) {
    size_t used = 0;
    int words = rb_test_int(rng, rb_test_int(rng, 8) == 0 ? 400 : 6);
    text[0] = '\0';
    for (int i = 0; i < words && used < size; i++) {
        char word[64];
        random_word(rng, word, sizeof word);
        used += (size_t)snprintf(text + used, size - used, "%s%s", word, rb_test_int(rng, 4) == 0 ? "" : " ");
    }
}

static void random_lines_do_not_crash(void **state) {
    (void)state;
    rb_test_rng rng = {20261116};
    char *text = malloc(8192);
    assert_non_null(text);
    int good = 0, bad = 0;
    for (int i = 0; i < (RB_SHORT ? 2000 : 20000); i++) {
        random_lines(&rng, text, 8192);
        const char *rest = text;
        char line[RB_LINE_MAX];
        while (rb_action_next(&rest, line)) {
            assert_true(line[0] != '\0' && strlen(line) < RB_LINE_MAX);
            rb_args args;
            rb_error err = {""};
            rb_status status = rb_action_parse(line, &args, &err);
            good += status == RB_OK;
            bad += status != RB_OK;
            assert_true((status == RB_OK) == (err.text[0] == '\0'));
            assert_in_range(args.count, 0, RB_ARGS_MAX);
            for (int k = 0; status == RB_OK && k < args.count; k++) {
                assert_true(args.choice[k] >= 0 && args.choice[k] < 16);
                assert_true(strlen(rb_arg(&args, k)) < RB_LINE_MAX);
            }
        }
        assert_true(*rest == '\0');
    }
    print_message("%d lines were understood, %d refused\n", good, bad);
    assert_true(good > 100 && bad > 100);
    free(text);
}

/* ---- the documentation --------------------------------------------------------------------------- */

static char *text_of_docs(void) {
    FILE *file = fopen(RB_TEST_DOCS "/viewer.md", "r");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void the_documentation_matches_the_tables(void **state) {
    (void)state;
    char *docs = text_of_docs();
    rb_text_stream table;
    assert_true(rb_text_open(&table));
    rb_actions_list(table.stream, true);
    assert_true(rb_text_close(&table));
    if (strstr(docs, table.text) == NULL) {
        fail_msg("docs/viewer.md: expected the present table of actions; "
                 "tools/make_actions_table.sh writes it");
    }
    free(table.text);
    free(docs);
}

/* Any text can be passed as one word. */
static void every_text_can_be_quoted(void **state) {
    (void)state;
    static const char *const texts[] = {"",       "plain",        "a b; c, d",   "it's",
                                        "\"so\"", "'\"'\"''\"\"", "back\\slash", " "};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char word[64];
        char line[80];
        rb_args args;
        rb_error err = {""};
        rb_action_quote(texts[i], word, sizeof word);
        snprintf(line, sizeof line, "open %s", word);
        if (rb_action_parse(line, &args, &err) != RB_OK) {
            fail_msg("%s: %s", line, err.text);
        }
        assert_int_equal(args.count, 1);
        assert_string_equal(rb_arg(&args, 0), texts[i]);
        const char *rest = line; /* nothing in it ends the line */
        char first[RB_LINE_MAX];
        assert_true(rb_action_next(&rest, first));
        assert_string_equal(first, line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_words),
        cmocka_unit_test(choices),
        cmocka_unit_test(numbers),
        cmocka_unit_test(messages),
        cmocka_unit_test(lists),
        cmocka_unit_test(the_tables_are_sound),
        cmocka_unit_test(spare_keys_are_free),
        cmocka_unit_test(random_lines_do_not_crash),
        cmocka_unit_test(the_documentation_matches_the_tables),
        cmocka_unit_test(every_text_can_be_quoted),
    };
    return cmocka_run_group_tests_name("actions", tests, NULL, NULL);
}
