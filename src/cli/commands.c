/* The table of commands, and the program from its arguments to its exit code. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const rb_cli_command *const commands[] = {
    &rb_cli_scenes,    &rb_cli_laws,     &rb_cli_params,     &rb_cli_outcomes,   &rb_cli_run,
    &rb_cli_compare,   &rb_cli_theory,   &rb_cli_poincare,   &rb_cli_lyapunov,   &rb_cli_gradient,
    &rb_cli_orbit,     &rb_cli_sweep,    &rb_cli_map,        &rb_cli_stability,  &rb_cli_bifurcation,
    &rb_cli_basins,    &rb_cli_ensemble, &rb_cli_track,      &rb_cli_track_film, &rb_cli_film,
    &rb_cli_dataset,   &rb_cli_fit,      &rb_cli_study,      &rb_cli_law,        &rb_cli_law_error,
    &rb_cli_eps_error, &rb_cli_bearing,  &rb_cli_claims,     &rb_cli_figure,     &rb_cli_lesson,
    &rb_cli_mass,      &rb_cli_print,    &rb_cli_completion,
};

const rb_cli_command *rb_cli_command_at(int index) {
    int count = (int)(sizeof commands / sizeof commands[0]);
    return index >= 0 && index < count ? commands[index] : NULL;
}

static const rb_cli_command *find_command(const char *name) {
    const rb_cli_command *command = NULL;
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

int rb_complain(const rb_error *err, int exit_code) {
    fprintf(stderr, "rbsim: %s\n", err->text);
    return exit_code;
}

int rb_complain_status(const rb_error *err, rb_status status) {
    return rb_complain(err, status == RB_ERR_INPUT ? RB_EXIT_USAGE : RB_EXIT_FAILED);
}

int rb_complain_memory(const char *command) {
    rb_error err;
    rb_fail(&err, RB_ERR_MEMORY, "%s: out of memory", command);
    return rb_complain(&err, RB_EXIT_FAILED);
}

static bool is_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static int fail_unknown_command(const char *name) {
    rb_error err;
    rb_fail(&err, RB_ERR_INPUT, "%.200s: unknown command; \"rbsim help\" lists them", name);
    return rb_complain(&err, RB_EXIT_USAGE);
}

/* rbsim help [COMMAND|all]. */
static int help_command(int count, char **names) {
    const rb_cli_command *command = count > 0 ? find_command(names[0]) : NULL;
    if (count > 0 && strcmp(names[0], "all") == 0) {
        rb_print_reference(stdout);
    } else if (command != NULL) {
        rb_print_command_help(stdout, command);
    } else if (count > 0 && !is_help(names[0])) {
        return fail_unknown_command(names[0]);
    } else {
        rb_print_help(stdout);
    }
    return RB_EXIT_OK;
}

static int run_command(const rb_cli_command *command, int count, char **items) {
    for (int i = 0; i < count; i++) {
        if (is_help(items[i])) {
            rb_print_command_help(stdout, command);
            return RB_EXIT_OK;
        }
    }
    rb_error err;
    rb_command_line line = {.arguments = calloc((size_t)count + 1, sizeof *line.arguments)};
    if (line.arguments == NULL) {
        return rb_complain_memory(command->name);
    }
    int code = rb_command_line_parse(&line, command, count, items, &err) == RB_OK
                   ? rb_command_line_run(&line)
                   : rb_complain(&err, RB_EXIT_USAGE);
    free(line.arguments);
    return code;
}

int rb_run_command(int argc, char **argv) {
    if (argc < 2) {
        rb_print_help(stderr);
        return RB_EXIT_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || is_help(argv[1])) {
        return help_command(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("rbsim %s\n", rb_version());
        return RB_EXIT_OK;
    }
    const rb_cli_command *command = find_command(argv[1]);
    return command != NULL ? run_command(command, argc - 2, argv + 2) : fail_unknown_command(argv[1]);
}
