/* rbsim: its commands, and how they report errors. */
#ifndef RB_CLI_CLI_H
#define RB_CLI_CLI_H

#include <rattleback/rattleback.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/command_line.h"
#include "cli/shared_options.h"

/* A program ended by signal N returns 128 + N, as a shell reports it (rb_exit_interrupted). */
enum { RB_EXIT_OK = 0, RB_EXIT_FAILED = 1, RB_EXIT_USAGE = 2 };

/* Prints "rbsim: message" on stderr and returns the exit code. */
int rb_complain(const rb_error *err, int exit_code);
/* The same for a lack of memory in the command of this name; returns RB_EXIT_FAILED. */
int rb_complain_memory(const char *command);

/* The whole program except its streams: finds the command that argv[1] names and runs it. */
int rb_run_command(int argc, char **argv);

/* Every command, in the order of help; NULL behind the last. */
const rb_cli_command *rb_cli_command_at(int index);

extern const rb_cli_command rb_cli_scenes, rb_cli_laws, rb_cli_params, rb_cli_outcomes;
extern const rb_cli_command rb_cli_run, rb_cli_compare, rb_cli_poincare, rb_cli_theory;
extern const rb_cli_command rb_cli_sweep, rb_cli_map, rb_cli_bifurcation, rb_cli_ensemble;
extern const rb_cli_command rb_cli_track, rb_cli_fit, rb_cli_law, rb_cli_law_error;
extern const rb_cli_command rb_cli_eps_error, rb_cli_bearing, rb_cli_claims, rb_cli_figure;
extern const rb_cli_command rb_cli_lesson, rb_cli_completion, rb_cli_study;

#endif
