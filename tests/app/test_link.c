/* Links: reading, skipped parts and their messages, and round trips of states. */
#include "app/actions/grammar.h"
#include "app/link/link.h"
#include "app/session/session.h"
#include "support.h"

static rb_library *library;
static rb_link *link_read;

static int load(void **state) {
    (void)state;
    library = calloc(1, sizeof *library);
    link_read = calloc(1, sizeof *link_read);
    return library != NULL && link_read != NULL && rb_library_load(library, NULL, NULL) == RB_OK ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    free(library);
    free(link_read);
    return 0;
}

static const rb_scene *scene_of(const char *id) {
    const rb_scene *scene = rb_library_find(library, id);
    assert_non_null(scene);
    return scene;
}

static const rb_link *read_link(const char *text) {
    rb_link_read(link_read, text, library, scene_of("toy-plastic"));
    return link_read;
}

static const rb_link *read_good(const char *text) {
    const rb_link *link = read_link(text);
    if (link->problem_count > 0) {
        fail_msg("%s: %s", text, link->problems[0].text);
    }
    return link;
}

static double value(const rb_scene *scene, const char *name) {
    rb_section section;
    int index = 0;
    assert_int_equal(rb_scene_find(scene, name, &section, &index, NULL), RB_OK);
    return rb_scene_value(scene, section, index);
}

/* ---------------------------------------------------------------- reading */

static void a_link_names_scene_runs_and_changes(void **state) {
    (void)state;
    const rb_link *link = read_good("?scene=k11-fig5&compare=exact-circle,k11-p1&set=mu:0.3");
    assert_int_equal(link->run_count, 2);
    assert_string_equal(link->scenes[0].friction->id, "exact-circle");
    assert_string_equal(link->scenes[1].friction->id, "k11-p1");
    assert_true(value(&link->scenes[0], "mu") == 0.3 && value(&link->scenes[1], "mu") == 0.3);
    assert_string_equal(link->preset.id, "k11-fig5");
    assert_int_equal(link->line_count, 0);
    assert_false(link->pauses);

    link = read_good("compare=opposite-spin,half-mu&set2=mu:0.01,rolling:none&own=3");
    assert_int_equal(link->run_count, 3);
    assert_string_equal(link->scenes[0].id, "toy-plastic"); /* the one there is */
    assert_true(value(&link->scenes[1], "mu") == 0.01);
    assert_true(value(&link->scenes[1], "start.omega3") == -value(&link->scenes[0], "start.omega3"));
    assert_true(link->own_start[1] && link->own_start[2] && !link->own_start[0]);

    link = read_good("https://somewhere.example/a/b?scene=k11-fig5&law=k11-p2&start=2#part");
    assert_int_equal(link->run_count, 1);
    assert_memory_equal(link->scenes[0].values[RB_SECTION_START], scene_of("k11-fig5")->starts[1].values,
                        8 * sizeof(double));
    assert_string_equal(link->scenes[0].friction->id, "k11-p2");
}

static void expect_lines(const char *text, const char *const *lines, int time_from) {
    const rb_link *link = read_good(text);
    int count = 0;
    for (; lines[count] != NULL; count++) {
        assert_true(count < link->line_count);
        assert_string_equal(link->lines[count].line, lines[count]);
    }
    assert_int_equal(link->line_count, count);
    assert_int_equal(link->time_from, time_from);
}

static void the_rest_becomes_lines_of_actions(void **state) {
    (void)state;
    expect_lines("?look=30,20.5,0.4&speed=0.25&show=weight,omega&hide=labels&plots=omega3,N;energy"
                 "&page=laws&theory&microscope=off",
                 (const char *const[]){"look \"30\" \"20.5\" \"0.4\"", "speed \"0.25\"",
                                       "show \"weight\" \"on\"", "show \"omega\" \"on\"",
                                       "show \"labels\" \"off\"", "plot-set \"omega3,N\" \"energy\"",
                                       "theory \"on\"", "page \"laws\"", "microscope \"off\"", NULL},
                 9);
    expect_lines("?scene=k11-fig5&flick=0.5:0,0.1,-5;0.5:0,0,1;2:1,0,0&t=3&layout=single",
                 (const char *const[]){"layout \"single\"", "until \"0.5\"", "flick \"0\" \"0.1\" \"-5\"",
                                       "flick \"0\" \"0\" \"1\"", "until \"2\"", "flick \"1\" \"0\" \"0\"",
                                       "until \"3\"", NULL},
                 1);
    assert_true(link_read->pauses);
    assert_int_equal(read_good("?t=0")->line_count, 0);
    assert_true(link_read->pauses && link_read->run_count == 1);
    assert_int_equal(read_good("?speed=2")->run_count, 0); /* the runs continue */
    assert_int_equal(read_good("")->line_count, 0);
}

/* ---------------------------------------------------------------- skipped parts */

static void expect_problem(const char *text, const char *message) {
    const rb_link *link = read_link(text);
    for (int i = 0; i < link->problem_count && i < RB_LINK_PROBLEMS; i++) {
        if (strstr(link->problems[i].text, message) != NULL) {
            return;
        }
    }
    fail_msg("%s: expected \"%s\", got \"%s\"", text, message,
             link->problem_count > 0 ? link->problems[0].text : "nothing");
}

static void bad_parts_are_named_and_left_out(void **state) {
    (void)state;
    expect_problem("?scene=k11-fig6x", "link: scene: expected the id of a scene (perhaps k11-fig6)");
    assert_string_equal(link_read->scenes[0].id, "toy-plastic");
    expect_problem("?sceen=k11-fig6", "link: sceen: unknown part of a link (perhaps scene");
    read_good("?utm_source=mail&scene=k11-fig5&fbclid=x1"); /* what others append to an address */
    expect_problem("?scene=k11-fig5&set=mu:0.2,wide:3,omega3:7", "link: set: wide: no parameter");
    assert_true(value(&link_read->scenes[0], "mu") == 0.2); /* the others hold */
    assert_true(value(&link_read->scenes[0], "omega3") == 7);
    expect_problem("?set=mu:-1", "link: set: contact: mu: expected");
    expect_problem("?set=mu:nan", "expected");
    expect_problem("?set=mu", "link: set: expected NAME:VALUE");
    expect_problem("?law=k12-x", "link: law: friction: expected the id of a friction law");
    expect_problem("?law=next", "link: law: friction: expected the id of a friction law");
    expect_problem("?scene=k11-fig5&compare=k11-p1,k11-pp,k11-p2", "link: compare: expected the id");
    assert_int_equal(link_read->run_count, 2);
    expect_problem("?compare=copy,copy,copy,copy,copy,copy,copy,copy", "at most 8 runs");
    assert_int_equal(link_read->run_count, 8);
    expect_problem("?set3=mu:0.1", "link: set3: there is no run 3");
    expect_problem("?start=99", "link: start: ");
    expect_problem("?own=4", "link: own: expected the number of a run, 1 to 1");
    expect_problem("?page=secrets", "link: page: page: expected");
    expect_problem("?t=soon", "link: t: expected a time from 0 to 3600 s, got \"soon\"");
    expect_problem("?t=1e9", "link: t: expected");
    expect_problem("?flick=1:2,3", "link: flick: expected three numbers");
    expect_problem("?flick=2:0,0,1;1:0,0,1", "link: flick: expected a time from 2");
    expect_problem("?scene=%4", "link: scene=%4: expected letters");
    expect_problem("?scene=%00", "expected letters");
    expect_problem("?scene=a%0Aquit", "expected letters");
    expect_problem("?scene=\xff", "expected letters");
    expect_problem("?mu=1&mu=2", "duplicate");
    expect_problem("?=3", "expected a name");
    expect_problem("http://elsewhere.example/x", "expected a ? and parts");
}

/* Values that are only valid together are applied together; invalid ones are skipped one by one, and the
   scene is always valid. */
static void the_nearest_valid_state_is_used(void **state) {
    (void)state;
    const rb_link *link = read_good("?scene=k11-fig5&set=step:0.0003,tick:0.003");
    assert_true(value(&link->scenes[0], "step") == 0.0003);
    expect_problem("?scene=k11-fig5&set=step:0.0003,mu:0.2", "link: set: ");
    assert_true(value(&link_read->scenes[0], "mu") == 0.2);
    assert_int_equal(rb_scene_check(&link_read->scenes[0], "scene", NULL), RB_OK);
}

/* No link gives a line that opens, writes, records or ends anything. */
static void a_link_triggers_no_other_action(void **state) {
    (void)state;
    static const char *const forbidden[] = {"quit",          "save", "open",   "record", "picture",
                                            "data",          "csv",  "search", "sound",  "sonify",
                                            "report-frames", "copy", "remove", "preset", "plot-csv"};
    char text[200];
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        snprintf(text, sizeof text, "?%s=x", forbidden[i]);
        assert_true(read_link(text)->problem_count > 0 && link_read->line_count == 0);
        snprintf(text, sizeof text, "?page=plots\";%s;\"&layout=grid';%s;'", forbidden[i], forbidden[i]);
        assert_int_equal(read_link(text)->line_count, 0);
        snprintf(text, sizeof text, "?look=1,2%%22%%3B%s&speed=1%%0A%s", forbidden[i], forbidden[i]);
        read_link(text);
        for (int k = 0; k < link_read->line_count; k++) {
            rb_args args;
            assert_int_equal(rb_action_parse(link_read->lines[k].line, &args, NULL), RB_OK);
            assert_string_equal(rb_action_at(args.action)->id, "look");
        }
    }
}

static void too_much_is_refused(void **state) {
    (void)state;
    char *text = malloc(100000);
    assert_non_null(text);
    memset(text, 'a', 99999);
    text[99999] = '\0';
    expect_problem(text, "at most 5999 characters");
    for (int i = 0; i + 2 < 5000; i += 2) {
        memcpy(text + i, "x&", 3);
    }
    assert_true(read_link(text)->problem_count > 0);
    size_t used = (size_t)sprintf(text, "?flick=0:0,0,1");
    for (int i = 1; i < 300; i++) {
        used += (size_t)sprintf(text + used, ";%d:0,0,1", i);
    }
    expect_problem(text, "link: flick: too many");
    used = (size_t)sprintf(text, "?set=mu:0.1");
    for (int i = 1; i < 400; i++) {
        used += (size_t)sprintf(text + used, ",mu:0.1");
    }
    expect_problem(text, "at most 96 changes");
    free(text);
}

/* ---------------------------------------------------------------- round trips */

static void write_link(rb_link_pen *pen, const rb_scene *scenes, int count, const bool *own) {
    rb_link_runs runs = {.count = count, .preset = scenes[0].id};
    for (int i = 0; i < count; i++) {
        runs.scenes[i] = &scenes[i];
        runs.own_start[i] = own != NULL && own[i];
    }
    rb_link_begin(pen);
    assert_non_null(rb_link_add_runs(pen, library, &runs));
    assert_false(pen->full);
}

static void comes_back(const rb_scene *scenes, int count, const bool *own, const char *expected) {
    rb_link_pen pen, again;
    write_link(&pen, scenes, count, own);
    if (expected != NULL) {
        assert_string_equal(pen.text, expected);
    }
    const rb_link *link = read_good(pen.text);
    assert_int_equal(link->run_count, count);
    for (int i = 0; i < count; i++) {
        if (!rb_scene_same(&link->scenes[i], &scenes[i])) {
            fail_msg("%s: run %d came back as another", pen.text, i + 1);
        }
        bool other = !rb_scene_same_start(&scenes[i], &scenes[0]);
        assert_true(link->own_start[i] == (other || (own != NULL && own[i])));
    }
    rb_scene read[RB_RUNS_MAX];
    memcpy(read, link->scenes, sizeof read);
    write_link(&again, read, count, own);
    assert_string_equal(again.text, pen.text);
}

static void links_are_short_and_readable(void **state) {
    (void)state;
    rb_scene s[RB_RUNS_MAX];
    s[0] = *scene_of("k11-fig5");
    comes_back(s, 1, NULL, "?scene=k11-fig5");
    rb_test_assign(&s[0], "mu=0.3");
    comes_back(s, 1, NULL, "?scene=k11-fig5&set=mu:0.3");
    s[1] = s[0];
    rb_test_assign(&s[1], "friction=k11-p1");
    comes_back(s, 2, NULL, "?scene=k11-fig5&compare=k11-tanh,k11-p1&set=mu:0.3");
    s[0] = s[1] = s[2] = *scene_of("k11-fig5");
    rb_scene_apply_variant(&s[1], rb_variant_find("opposite-spin"), NULL);
    comes_back(s, 2, NULL, "?scene=k11-fig5&compare=opposite-spin");
    rb_test_assign(&s[2], "mu=0.01");
    comes_back(s, 3, (const bool[]){false, false, true},
               "?scene=k11-fig5&compare=opposite-spin,k11-tanh&set3=mu:0.01&own=3");
    assert_int_equal(rb_scene_use_start(&s[0], "2", NULL), RB_OK);
    rb_test_assign(&s[0], "friction=k11-p2");
    comes_back(s, 1, NULL, "?scene=k11-fig5&law=k11-p2&start=2");
}

/* A scene from a file is written as changes of the most similar library scene. */
static void a_scene_from_a_file_is_reported_by_changes(void **state) {
    (void)state;
    rb_scene scene = *scene_of("k11-fig5");
    snprintf(scene.id, sizeof scene.id, "my-own-stone");
    rb_test_assign(&scene, "mu=0.123");
    rb_link_pen pen;
    write_link(&pen, &scene, 1, NULL);
    assert_non_null(strstr(pen.text, "mu:0.123"));
    assert_true(rb_scene_same(&read_good(pen.text)->scenes[0], &scene));
}

/* Any values within their ranges, in any section of any scene, under any law. */
static void random_scene(rb_test_rng *rng, rb_scene *scene) {
    const rb_friction_law *law = rb_friction_law_at(rb_test_int(rng, rb_friction_law_count()));
    rb_scene made = *scene;
    rb_scene_set_friction(&made, law);
    *scene = rb_scene_check(&made, "x", NULL) == RB_OK ? made : *scene;
    for (int k = rb_test_int(rng, 6); k > 0; k--) {
        rb_section section = (rb_section)rb_test_int(rng, RB_SECTION_COUNT);
        rb_param_table table = rb_scene_table(scene, section);
        if (table.count == 0) {
            continue;
        }
        int row = rb_test_int(rng, table.count);
        const rb_param *p = &table.rows[row];
        bool whole = (p->flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE | RB_PARAM_INTEGER)) != 0;
        made = *scene;
        double *v = &made.values[section][row];
        *v = whole ? (double)rb_test_int(rng, 3) : *v * rb_test_real(rng, 0.2, 2);
        *scene = rb_scene_check(&made, "x", NULL) == RB_OK ? made : *scene;
    }
}

static void every_state_comes_back(void **state) {
    (void)state;
    rb_test_rng rng = rb_test_seeded(16);
    for (int round = 0; round < (RB_SHORT ? 40 : 250); round++) {
        rb_scene scenes[RB_RUNS_MAX];
        int count = 1 + rb_test_int(&rng, RB_RUNS_MAX);
        scenes[0] = library->scenes[round % library->count];
        random_scene(&rng, &scenes[0]);
        for (int i = 1; i < count; i++) {
            scenes[i] = scenes[0];
            int variant = rb_test_int(&rng, 2 * rb_variant_count());
            if (variant < rb_variant_count()) {
                rb_scene_apply_variant(&scenes[i], rb_variant_at(variant), NULL);
            } else {
                random_scene(&rng, &scenes[i]);
            }
        }
        comes_back(scenes, count, NULL, NULL);
    }
}

static void flicks_keep_their_bits(void **state) {
    (void)state;
    rb_user_events user_events = {.count = 2};
    user_events.items[0] = (rb_user_event){.t = 0.1 + 0.2, .omega = {1.0 / 3, -1e-300, 5}};
    user_events.items[1] = (rb_user_event){.t = 7, .omega = {0, 0, 1e3}};
    rb_link_pen pen;
    rb_link_begin(&pen);
    assert_int_equal(rb_link_add_flicks(&pen, &user_events, 6), 1);
    const rb_link *link = read_good(pen.text);
    assert_int_equal(link->line_count, 2);
    rb_args args;
    double x = 0;
    assert_int_equal(rb_action_parse(link->lines[0].line, &args, NULL), RB_OK);
    assert_int_equal(rb_arg_number(&args, 0, 0, 10, &x, NULL), RB_OK);
    assert_true(x == 0.1 + 0.2);
    assert_int_equal(rb_action_parse(link->lines[1].line, &args, NULL), RB_OK);
    assert_true(strtod(rb_arg(&args, 0), NULL) == 1.0 / 3);
    assert_true(strtod(rb_arg(&args, 1), NULL) == -1e-300);
}

static void letters_are_encoded(void **state) {
    (void)state;
    rb_link_pen pen;
    rb_link_begin(&pen);
    rb_link_add(&pen, "a", "x y&z=1+2%#ω");
    assert_string_equal(pen.text, "?a=x+y%26z%3D1%2B2%25%23%CF%89");
    char *much = malloc(RB_LINK_MAX + 1);
    assert_non_null(much);
    memset(much, 'b', RB_LINK_MAX);
    much[RB_LINK_MAX] = '\0';
    rb_link_add(&pen, "b", much);
    assert_true(pen.full);
    free(much);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_names_scene_runs_and_changes),
        cmocka_unit_test(the_rest_becomes_lines_of_actions),
        cmocka_unit_test(bad_parts_are_named_and_left_out),
        cmocka_unit_test(the_nearest_valid_state_is_used),
        cmocka_unit_test(a_link_triggers_no_other_action),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(links_are_short_and_readable),
        cmocka_unit_test(a_scene_from_a_file_is_reported_by_changes),
        cmocka_unit_test(every_state_comes_back),
        cmocka_unit_test(flicks_keep_their_bits),
        cmocka_unit_test(letters_are_encoded),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
