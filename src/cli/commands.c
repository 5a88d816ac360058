#include <string.h>

#include "cli/cli.h"

static const struct {
    const char *name;
    rb_command_function run;
    const char *usage;
} commands[] = {
    {"scenes", rb_command_scenes, "scenes [--json]\n      the scenes, one line each"},
    {"laws", rb_command_laws, "laws [--json]\n      the friction laws, one line each"},
    {"params", rb_command_params,
     "params SCENE [--json]\n      every parameter of a scene: value, unit, range, meaning"},
    {"outcomes", rb_command_outcomes,
     "outcomes [--json]\n      the numbers a summary tells of a run: unit, meaning"},
    {"run", rb_command_run,
     "run SCENE [--start NUMBER|NAME] [--law ID] [--omega \"w1 w2 w3\"] [--set NAME=VALUE]... "
     "[--solver auto|scene|dp5|rodas|dop853|lobatto|radau]\n"
     "          [--rolling ID] [--normal ID] [--step H] [--rtol R] [--until T] [--every DT] [--csv "
     "FILE|-] [--summary FILE|-]\n"
     "          [--signals a,b,c:d] [--svg FILE|-] [--png FILE|-] [--pdf FILE|-] [--permanent-slip "
     "T]\n"
     "      simulate; pictures show the signals over time, or one against another (c:d);\n"
     "      SCENE is an id or a path. The solver is auto (adaptive) unless --solver, --step or "
     "--set\n"
     "      step= says otherwise; --solver scene takes the scene's own, as the viewer does.\n"
     "      --permanent-slip ends the run where a disk has slipped for T"},
    {"law", rb_command_law,
     "law ID --u \"ux uy\" --omega W [--a A] [--b B] [--dc X] [--ds Y] [--set NAME=VALUE]...\n"
     "      T_x T_y M of one friction law; parameters that soften it near rest are 0 unless set"},
    {"law-error", rb_command_law_error,
     "law-error [--b B] [--dc X] [--ds Y] [--a A] [--csv FILE|-] [--svg|--png|--pdf FILE|-]\n"
     "      error of every friction law against the exact one, and its time per evaluation"},
    {"poincare", rb_command_poincare,
     "poincare SCENE [--section SIGNAL=VALUE[+|-]] [--transient N] [--points N] [--csv FILE|-] "
     "[--svg FILE|-]\n"
     "          [--summary FILE|-] [options of run]\n"
     "      the points in which the run meets a section (of a disk: where it begins to stick), "
     "their\n"
     "      period, and the time it takes; ends where none comes for the scene's t_end (--until)"},
    {"eps-error", rb_command_eps_error,
     "eps-error SCENE [--from E] [--to E] [--count N] [--csv FILE|-] [--svg|--png|--pdf FILE|-] "
     "[options of run]\n"
     "      what the speed at which a disk is said to stick does to one period of its motion"},
    {"lesson", rb_command_lesson,
     "lesson list [--json] | lesson check [--quick] FILE...\n"
     "      the lessons of the viewer; check: is a lesson file sound, do its actions exist, and "
     "does "
     "the\n"
     "      simulation do what it says (--quick leaves that out)"},
    {"theory", rb_command_theory,
     "theory SCENE [--omega ...] [--set ...] [--json]\n"
     "      growth rates, eigenvalues and predicted reversal time of the scene's stone"},
    {"compare", rb_command_compare,
     "compare SCENE [--laws a,b,c] [--table] [--csv FILE|-] [--svg|--png|--pdf FILE|-] [--signals "
     "a,b,c:d] [options of run]\n"
     "      the scene under several friction laws (all that fit, unless named): a table of\n"
     "      reversal, extreme, rest, energy shares, and the difference to the first law"},
    {"bearing", rb_command_bearing,
     "bearing [--g G] [--csv FILE|-] [--svg|--png|--pdf FILE|-]\n"
     "      the contact of KA09's ball bearing: Hertz against Vil'ke, friction of each law"},
    {"claims", rb_command_claims,
     "claims [NUMBER]\n"
     "      what KA09 claims of the tippe-top, measured again: all, or one of them"},
    {"sweep", rb_command_sweep,
     "sweep SCENE --param NAME=[log:]FROM:TO:COUNT|NAME=VALUE,...|law=ID,... --value "
     "NAME[,NAME...]\n"
     "          [options of run] [--random N|--sobol N] [--seed S] [--csv FILE|-] [--netcdf FILE] "
     "[--svg FILE] "
     "[--png "
     "FILE]\n"
     "          [--threads N] [--journal FILE] [--resume] [--quiet]\n"
     "      outcomes of many runs over a grid of parameters, or at random or evenly spread points\n"
     "      (NAME=FROM:TO)"},
    {"map", rb_command_map,
     "map SCENE --x NAME=[log:]FROM:TO:COUNT --y NAME=[log:]FROM:TO:COUNT --value NAME [options of "
     "sweep]\n"
     "      an outcome over two parameters, as a picture: --png FILE, --svg FILE"},
    {"bifurcation", rb_command_bifurcation,
     "bifurcation SCENE --param NAME=FROM:TO:COUNT [--start NAME=VALUE,...]... [--follow "
     "[up|down|both]]\n"
     "          [--section EVENT|SIGNAL=VALUE[+|-]] [--transient N] [--points N] [--csv FILE|-] "
     "[--periods FILE]\n"
     "          [--svg FILE] [--png FILE] [--threads N] [--resume] [options of run]\n"
     "      Poincaré maps over a parameter: points, and the period of each column. Columns start "
     "at "
     "the\n"
     "      scene's start, at each of several start values, or where the neighbouring column "
     "ended"},
    {"ensemble", rb_command_ensemble,
     "ensemble SCENE --vary NAME=AMOUNT|SHARE%... [--runs N] [--signals NAMES] [--samples N] "
     "[--seed "
     "S]\n"
     "          [--csv FILE|-] [--svg FILE] [--png FILE] [--threads N] [--resume] [options of "
     "run]\n"
     "      the band (median, 5 to 95 %) of many runs with parameters a little more or less"},
    {"track", rb_command_track,
     "track SCENE [--rate HZ] [--noise M] [--seed S] [--camera HEIGHT] [--markers \"x y z, ...\"] "
     "[--csv FILE|-]\n"
     "      points on the body as a camera above sees them, for fit"},
    {"fit", rb_command_fit,
     "fit SCENE --data FILE[@START]... [--free NAMES|contact] [--free-start NAMES] [--models "
     "ID,...]\n"
     "          [--restarts N] [--seed S] [--camera HEIGHT] [--markers ...] [--csv FILE|-] "
     "[--fitted "
     "FILE]\n"
     "          [--svg FILE] [--png FILE] [--threads N] [--resume] [options of run]\n"
     "      parameters and starts from measured points or signals: values, 95 % intervals, F_o"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_usage(FILE *out) {
    fprintf(out, "usage: rbsim COMMAND ...\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %s\n", commands[i].usage);
    }
    fprintf(out, "  help\n      this text\n\n");
    fprintf(out, "FILE is written whole or not at all (the CSV of run and of poincare grow); - is "
                 "standard output.\n"
                 "Exit status: 0 done, 1 it could not be done, 2 it was asked for wrongly, 128 + N "
                 "ended by\nsignal N (130: Ctrl-C; results up to then are written, end_reason is "
                 "\"interrupted\").\n");
}

static bool is_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

int rb_run_command(int argc, char **argv) {
    if (argc < 2) {
        print_usage(stderr);
        return RB_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || is_help(name)) {
        print_usage(stdout);
        return RB_EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("rbsim %s\n", rb_version());
        return RB_EXIT_OK;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            if (argc == 3 && is_help(argv[2])) {
                printf("usage: rbsim %s\n", commands[i].usage);
                return RB_EXIT_OK;
            }
            rb_args args = {.count = argc - 2, .items = argv + 2};
            return commands[i].run(&args);
        }
    }
    fprintf(stderr, "rbsim: %s: unknown command\n\n", name);
    print_usage(stderr);
    return RB_EXIT_USAGE;
}
