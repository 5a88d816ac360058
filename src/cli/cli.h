/* rbsim: its command line, its commands, help, and how they report errors. A command is a row
   (rb_cli_command), an option is a row (rb_option). The rows drive parsing, `rbsim help`, `rbsim COMMAND
   --help`, the manual page and shell completion, so that an option is described in one place. */
#ifndef RB_CLI_CLI_H
#define RB_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <rattleback/rattleback.h>

typedef struct rb_option rb_option;

/* Reads the text of an option into its field. Fills err and returns another status if it cannot. */
typedef rb_status rb_option_reader(const rb_option *option, const char *text, void *field, rb_error *err);

enum {
    RB_OPTION_REPEATS = 1,        /* may be given several times, each counts; else the last one counts */
    RB_OPTION_NO_RESULT = 2,      /* decides where results go or how fast, but changes no result */
    RB_OPTION_ABOVE_MIN = 4,      /* of a number: min itself is not allowed */
    RB_OPTION_OPTIONAL_VALUE = 8, /* the value may be left out: then its text is empty */
};

struct rb_option {
    const char *name;  /* "--csv"; NULL: end of the table */
    const char *value; /* what follows, as help shows it ("FILE", "dp5|rodas"); NULL: nothing */
    const char *help;  /* what it does, without a full stop */
    rb_option_reader *read;
    size_t offset;   /* of the field, in the struct that the table fills */
    double min, max; /* of numbers; both 0: any finite number */
    unsigned flags;
};

/* A row of a table: name, value, help, reader, offset; then .min, .max and .flags where they are needed. */
#define RB_OPTION(name_, value_, help_, read_, ...)                                                          \
    { .name = name_, .value = value_, .help = help_, .read = read_, .offset = __VA_ARGS__ }

/* Readers for the usual fields. Texts point into the command line. */
rb_option_reader rb_option_text;   /* const char * */
rb_option_reader rb_option_texts;  /* rb_text_list; at most option->max */
rb_option_reader rb_option_flag;   /* bool; set to true */
rb_option_reader rb_option_number; /* double */
rb_option_reader rb_option_whole;  /* int64_t; min and max are required, at most 2^53 */

/* The texts of an option that may be given several times. */
enum { RB_TEXT_LIST_MAX = 64 };
typedef struct rb_text_list {
    const char *items[RB_TEXT_LIST_MAX];
    int count;
} rb_text_list;

/* Limits of --seed: every double up to 2^53 is a whole number. */
#define RB_SEED_MAX 9007199254740992.0

/* Options that several commands share. */
typedef struct rb_option_group {
    const char *title; /* heading of the group in help; NULL: end of the list */
    const rb_option *options;
    size_t offset; /* of the struct that the options fill, in the command's request */
} rb_option_group;

typedef struct rb_command_line rb_command_line;

enum { RB_COMMAND_GROUPS = 5 };

typedef struct rb_cli_command {
    const char *name;
    const char *operands; /* "SCENE", "[NUMBER]"; NULL: none */
    int operands_min, operands_max;
    const char *summary; /* one line for the list of commands */
    const char *details; /* more, for its own help; NULL: nothing more */
    const rb_option *options;
    rb_option_group groups[RB_COMMAND_GROUPS];
    /* The request: a struct of this size, a copy of `defaults` (NULL: zeros). `init` (may be NULL) opens what
       the operands name, the options fill it, `check` (may be NULL) tests the whole. */
    size_t request_size;
    const void *defaults;
    rb_status (*init)(const rb_command_line *line, void *request, rb_error *err);
    rb_status (*check)(void *request, rb_error *err);
    bool opens_scene; /* the first operand names a scene */
    size_t scene;     /* offset of the rb_scene in the request */
    /* Fills the request, with the scene, from the first operand; NULL: that is the id or path of a scene. */
    rb_status (*open)(const char *operand, void *request, rb_error *err);
    int (*run)(const rb_command_line *line, void *request); /* returns the exit code */
} rb_cli_command;

/* The request of a command: its type, and the field for the scene that the first operand names. */
#define RB_REQUEST(type) .request_size = sizeof(type)
#define RB_SCENE_REQUEST(type, field)                                                                        \
    .request_size = sizeof(type), .opens_scene = true, .scene = offsetof(type, field)

/* One argument after the command's name, or an option together with its value. */
typedef struct rb_argument {
    const rb_option *option; /* NULL: an operand */
    const rb_option_group *group;
    const char *text; /* the operand, or the option's value; NULL: it takes none */
} rb_argument;

/* A parsed command line: known options, each with its value, and the right number of operands. */
struct rb_command_line {
    const rb_cli_command *command;
    int count;
    rb_argument *arguments; /* in the order given */
};

/* Parses the arguments after the command's name. `line->arguments` has room for `count`. */
rb_status rb_command_line_parse(rb_command_line *line, const rb_cli_command *command, int count,
                                char *const *items, rb_error *err);

/* The operand of this number, or NULL. */
const char *rb_command_line_operand(const rb_command_line *line, int index);

/* Makes the request and runs the command with it; returns the exit code. The options are read in the order
   given, after the scene was opened. The scene gets the method auto unless options say otherwise
   (rb_command_line_keeps_method): its own method is meant for live display. */
int rb_command_line_run(const rb_command_line *line);

/* Reads exactly `count` numbers separated by blanks or commas; `name` begins the message. */
rb_status rb_read_numbers(const char *name, const char *text, int count, double *out, rb_error *err);

/* Options that several commands share. */

/* Options that edit a scene: --law, --set, --start and so on. `offset` is that of the rb_scene. */
extern const rb_option rb_cli_scene_options[];
#define RB_SCENE_OPTIONS(offset)                                                                             \
    { "Options that change the scene", rb_cli_scene_options, offset }

/* --camera and --markers. `offset` is that of the rb_tracker. */
extern const rb_option rb_cli_camera_options[];
#define RB_CAMERA_OPTIONS(offset)                                                                            \
    { "Options of the camera", rb_cli_camera_options, offset }

/* rbsim: its commands, and how they report errors. */

/* A program ended by signal N returns 128 + N, as a shell reports it (rb_exit_interrupted). */
enum { RB_EXIT_OK = 0, RB_EXIT_FAILED = 1, RB_EXIT_USAGE = 2 };

/* Prints "rbsim: message" on stderr and returns the exit code. */
int rb_complain(const rb_error *err, int exit_code);
/* The same; the exit code is that of a usage error for RB_ERR_INPUT, else that of a failure. */
int rb_complain_status(const rb_error *err, rb_status status);
/* The same for a lack of memory in the command of this name; returns RB_EXIT_FAILED. */
int rb_complain_memory(const char *command);

/* The whole program except its streams: finds the command that argv[1] names and runs it. */
int rb_run_command(int argc, char **argv);

/* Every command, in the order of help; NULL behind the last. */
const rb_cli_command *rb_cli_command_at(int index);

extern const rb_cli_command rb_cli_scenes, rb_cli_laws, rb_cli_params, rb_cli_outcomes;
extern const rb_cli_command rb_cli_run, rb_cli_compare, rb_cli_poincare, rb_cli_theory;
extern const rb_cli_command rb_cli_stability, rb_cli_sweep, rb_cli_map, rb_cli_basins, rb_cli_bifurcation,
    rb_cli_ensemble;
extern const rb_cli_command rb_cli_track, rb_cli_fit, rb_cli_law, rb_cli_law_error;
extern const rb_cli_command rb_cli_eps_error, rb_cli_bearing, rb_cli_claims, rb_cli_figure;
extern const rb_cli_command rb_cli_lyapunov, rb_cli_orbit, rb_cli_gradient;
extern const rb_cli_command rb_cli_lesson, rb_cli_completion, rb_cli_study, rb_cli_mass;
extern const rb_cli_command rb_cli_track_film, rb_cli_film, rb_cli_dataset, rb_cli_print;

/* Help of rbsim, written from the tables of commands and options. */

/* The list of commands. */
void rb_print_help(FILE *out);
/* One command and its options. */
void rb_print_command_help(FILE *out, const rb_cli_command *command);
/* Every command with its own options, then the shared options once; packaging/man.sh makes the manual
   page of it. */
void rb_print_reference(FILE *out);

/* Prints words so that no line is wider than 100 columns; `column` is where the first one begins,
   `indent` where further lines begin. */
void rb_print_wrapped(FILE *out, const char *text, int column, int indent);

#endif
