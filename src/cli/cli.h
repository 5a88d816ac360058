/* rbsim: one table of commands, one way to read arguments. */
#ifndef RB_CLI_CLI_H
#define RB_CLI_CLI_H

#include <rattleback/rattleback.h>
#include <stdbool.h>
#include <stdio.h>

/* Ended by a signal: 128 and the signal's number, as a shell says (rb_exit_interrupted). */
enum { RB_EXIT_OK = 0, RB_EXIT_FAILED = 1, RB_EXIT_USAGE = 2 };

/* The arguments behind the command's name. */
typedef struct rb_args {
    int count;
    char **items;
    int next;
    bool solver_given; /* by --solver, or implied by a step or tick (rb_take_scene_option) */
    rb_solver_method scene_method; /* of the scene that rb_take_scene opened */
} rb_args;

/* If the next argument is `name`, moves past it and its value and returns 1; 0 if it is something
   else; -1 if the value is missing (err says so). value NULL: the option takes none. */
int rb_args_option(rb_args *args, const char *name, const char **value, rb_error *err);

/* Reads exactly `count` numbers separated by blanks or commas. */
rb_status rb_args_numbers(const char *name, const char *text, int count, double *out,
                          rb_error *err);

/* The option `name` with one number: as rb_args_option, and -1 if it is none. */
int rb_args_number(rb_args *args, const char *name, double *value, rb_error *err);

/* Takes the scene's id or path; complains itself and returns the exit code if there is none. The scene
   gets RB_METHOD_AUTO: the scene's own method is meant for live display. */
int rb_take_scene(rb_args *args, const char *command, rb_scene *scene);

/* One option that edits the scene (--law, --set, --start, ...); *taken tells whether there was one.
   "--solver scene" selects the scene's own method, and so does a step or a tick (--step, --set step=)
   unless --solver is given, too. */
rb_status rb_take_scene_option(rb_args *args, rb_scene *scene, bool *taken, rb_error *err);

/* The message for an argument nobody took. */
rb_status rb_args_unknown(const rb_args *args, rb_error *err);

/* Prints "rbsim: message" on stderr and returns the exit code for it. */
int rb_complain(const rb_error *err, int exit_code);

typedef int (*rb_command_function)(rb_args *args);

/* The whole program but for its streams: finds the command that argv[1] names and runs it. */
int rb_run_command(int argc, char **argv);

int rb_command_scenes(rb_args *args);
int rb_command_laws(rb_args *args);
int rb_command_params(rb_args *args);
int rb_command_outcomes(rb_args *args);
int rb_command_run(rb_args *args);
int rb_command_law(rb_args *args);
int rb_command_law_error(rb_args *args);
int rb_command_eps_error(rb_args *args);
int rb_command_poincare(rb_args *args);
int rb_command_theory(rb_args *args);
int rb_command_compare(rb_args *args);
int rb_command_bearing(rb_args *args);
int rb_command_claims(rb_args *args);
int rb_command_sweep(rb_args *args);
int rb_command_map(rb_args *args);
int rb_command_bifurcation(rb_args *args);
int rb_command_ensemble(rb_args *args);
int rb_command_track(rb_args *args);
int rb_command_fit(rb_args *args);
int rb_command_lesson(rb_args *args);

#endif
