/* Help and completion of rbsim, which are generated from the tables of commands and options. */
#include <rattleback/library.h>
#include <string.h>

#include "cli.h"
#include "cli/cli.h"
#include "support.h"

/* Options of a command or of a group, as rows of `text`; each must be in it. */
static void check_options(const char *text, const rb_option *options) {
    for (const rb_option *o = options; o != NULL && o->name != NULL; o++) {
        char row[200];
        snprintf(row, sizeof row, "  %s%s%s", o->name, o->value != NULL ? " " : "",
                 o->value != NULL ? o->value : "");
        assert_contains(text, row);
        assert_true(o->help[0] != '\0' && o->help[strlen(o->help) - 1] != '.');
        assert_true(o->read != NULL);
    }
}

/* help, COMMAND --help and "help all" show every command and every option. */
static void help(void **state) {
    (void)state;
    char *text = OUTPUT("help"), *all = OUTPUT("help", "all");
    const rb_cli_command *command = NULL;
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        char *own = OUTPUT(command->name, "--help"), *same = OUTPUT("help", command->name);
        char usage[80];
        snprintf(usage, sizeof usage, "usage: rbsim %s", command->name);
        assert_true(strncmp(own, usage, strlen(usage)) == 0);
        assert_string_equal(own, same);
        assert_contains(text, usage + strlen("usage: rbsim "));
        check_options(own, command->options);
        check_options(all, command->options);
        for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
            check_options(own, command->groups[g].options);
            check_options(all, command->groups[g].options);
        }
        free(own);
        free(same);
    }
    free(text);
    free(all);
}

/* --solver lists the methods of the scene's table. */
static void solvers_are_listed(void **state) {
    (void)state;
    rb_scene scene;
    rb_error err;
    assert_int_equal(rb_library_open("k11-fig5", &scene, &err), RB_OK);
    const rb_param *row = &rb_scene_table(&scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    const rb_option *option = rb_cli_scene_options;
    while (strcmp(option->name, "--solver") != 0) {
        option++;
    }
    int methods = 0, listed = 2;
    for (; row->choices[methods] != NULL; methods++) {
        assert_contains(option->value, row->choices[methods]);
    }
    for (const char *bar = strchr(option->value, '|'); (bar = strchr(bar + 1, '|')) != NULL;) {
        listed++;
    }
    assert_int_equal(listed, methods + 1); /* and "scene" */
}

/* Returns what bash offers for the last of these words. */
static char *completed(const char *words) {
    static const char script[] = "eval \"$($1 completion bash)\" && compopt() { :; } && "
                                 "rbsim() { $program \"$@\"; } && program=$1 && COMP_WORDS=($2) && "
                                 "[[ $2 == *' ' ]] && COMP_WORDS+=('') ; "
                                 "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _rbsim && "
                                 "echo \" ${COMPREPLY[*]} \"";
    test_process process =
        test_process_start("/bin/bash", (const char *const[]){"-c", script, "sh", rbsim, words, NULL});
    test_process_finish(&process);
    assert_string_equal(process.err, "");
    free(process.err);
    return process.out;
}

static void completion(void **state) {
    (void)state;
    static const char *const expected[][2] = {
        {"rbsim comp", " compare completion "},
        {"rbsim run k11-fig5 --cs", " --csv "},
        {"rbsim run k11-fig5 --solver r", " rodas radau "},
        {"rbsim run k11-fig", " k11-fig5 "},
        {"rbsim run k11-fig5 --law exact-c", " exact-circle "},
        {"rbsim map k11-fig5 --value first_", " first_reversal_time "},
        {"rbsim run k11-fig5 --set contact.m", " contact.mu= "},
        {"rbsim lesson ", " list check "},
        {"rbsim run k11-fig5 --until ", "  "},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char *text = completed(expected[i][0]);
        assert_contains(text, expected[i][1]);
        free(text);
    }
}

int main(int argc, char **argv) {
    if (!cli_begin(argc, argv)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help),
        cmocka_unit_test(solvers_are_listed),
        cmocka_unit_test(completion),
    };
    return cmocka_run_group_tests_name("cli help", tests, NULL, NULL);
}
