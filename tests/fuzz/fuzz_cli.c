/* The bytes are the arguments of rbsim, one per line. Outputs go to devices, and long computations are
   shortened. */
#include "cli/cli.h"
#include "fuzz.h"

enum { ARGS_MAX = 32 };

/* Does any command write a file of this name, or read one? */
static bool is_file(const char *name) {
    const rb_cli_command *command = NULL;
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        const rb_option *tables[RB_COMMAND_GROUPS + 1] = {command->options};
        for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
            tables[g + 1] = command->groups[g].options;
        }
        for (int t = 0; t <= RB_COMMAND_GROUPS; t++) {
            for (const rb_option *o = tables[t]; o != NULL && o->name != NULL; o++) {
                if (strcmp(o->name, name) == 0 && o->value != NULL && strncmp(o->value, "FILE", 4) == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* No file of this machine is written: the value of such an option is replaced by a device. */
static void redirect(int count, char **args) {
    static char null[] = "/dev/null", dash[] = "-", full[] = "/dev/full";
    char *const devices[] = {null, dash, full};
    for (int i = 0; i + 1 < count; i++) {
        if (is_file(args[i]) && strncmp(args[i + 1], "--", 2) != 0) {
            args[i + 1] = devices[strlen(args[i + 1]) % 3];
        }
    }
}

/* A few steps instead of seconds of simulated time. Commands that may take long get an invalid last
   argument, which is rejected after the others were read. */
static int shorten(int count, char **args) {
    static char until[] = "--until", short_time[] = "0.0002", step[] = "--step", length[] = "2e-5";
    static char no_time[] = "none", too_many[] = "--too-many";
    static const char *const quick[] = {"scenes", "laws", "params", "outcomes", "law", "theory"};
    static const char *const others[] = {"lesson", "claims", "bearing", "law-error"};
    const char *command = count > 1 ? args[1] : "";
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        if (strcmp(command, quick[i]) == 0) {
            return count;
        }
    }
    bool other = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        other = other || strcmp(command, others[i]) == 0;
    }
    if (strcmp(command, "run") == 0 || strcmp(command, "compare") == 0) {
        char *const tail[] = {until, short_time, step, length};
        for (int i = 0; i < 4; i++) {
            args[count++] = tail[i];
        }
    } else if (other) {
        args[count++] = too_many;
    } else {
        args[count++] = until;
        args[count++] = no_time;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char program[] = "rbsim";
    char *text = fuzz_text(data, size);
    char *args[ARGS_MAX + 8] = {program};
    int count = 1;
    char *rest = NULL;
    for (char *word = strtok_r(text, "\n", &rest); word != NULL && count < ARGS_MAX;
         word = strtok_r(NULL, "\n", &rest)) {
        args[count++] = word;
    }
    redirect(count, args);
    int code = rb_run_command(shorten(count, args), args);
    fuzz_require(code >= RB_EXIT_OK && code <= RB_EXIT_USAGE, "exit status %d", code);
    fflush(stdout);
    free(text);
    return 0;
}
