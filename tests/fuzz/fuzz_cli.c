/* The bytes are the arguments of rbsim, one a line. Outputs go to devices, and what computes long is
   kept short, whatever is asked for. */
#include "cli/cli.h"
#include "fuzz.h"

enum { ARGS_MAX = 32 };

static bool is_output(const char *option) {
    return strcmp(option, "--csv") == 0 || strcmp(option, "--svg") == 0 ||
           strcmp(option, "--summary") == 0;
}

/* No file of this machine is written: the value behind such an option becomes a device. */
static void redirect(int count, char **args) {
    static char null[] = "/dev/null", dash[] = "-", full[] = "/dev/full";
    char *const devices[] = {null, dash, full};
    for (int i = 0; i + 1 < count; i++) {
        if (is_output(args[i]) && strncmp(args[i + 1], "--", 2) != 0) {
            args[i + 1] = devices[strlen(args[i + 1]) % 3];
        }
    }
}

/* A few steps instead of seconds of simulated time; whatever may compute for long is given an argument
   too many, which it notices once it has read the others. */
static int shorten(int count, char **args) {
    static char until[] = "--until", short_time[] = "0.0002", step[] = "--step", length[] = "2e-5";
    static char too_many[] = "--too-many";
    static const char *const quick[] = {"scenes", "laws", "params", "outcomes", "law", "theory"};
    const char *command = count > 1 ? args[1] : "";
    if (strcmp(command, "run") == 0 || strcmp(command, "compare") == 0) {
        char *const tail[] = {until, short_time, step, length};
        for (int i = 0; i < 4; i++) {
            args[count++] = tail[i];
        }
        return count;
    }
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        if (strcmp(command, quick[i]) == 0) {
            return count;
        }
    }
    args[count++] = too_many;
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
