/* rbsim dataset: checks folders with films of real stones that people share. */
#include <string.h>

#include "cli/cli.h"
#include "film/dataset.h"

typedef struct dataset_request {
    int none; /* no options */
} dataset_request;

static const rb_option dataset_options[] = {{0}};

static int check_folders(const rb_command_line *line, void *request) {
    (void)request;
    rb_error err;
    int code = RB_EXIT_OK;
    if (strcmp(rb_command_line_operand(line, 0), "check") != 0) {
        rb_fail(&err, RB_ERR_INPUT, "dataset: expected check, got \"%.60s\"",
                rb_command_line_operand(line, 0));
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    for (int i = 1; rb_command_line_operand(line, i) != NULL;
         i++) { /* all of them, whatever is wrong with one */
        const char *folder = rb_command_line_operand(line, i);
        rb_dataset_facts facts;
        if (rb_dataset_check(folder, &facts, &err) != RB_OK) {
            code = rb_complain(&err, RB_EXIT_FAILED);
        } else {
            printf("%s: %s: %d film%s, %d frames, %s, %s\n", folder, facts.name, facts.films,
                   facts.films == 1 ? "" : "s", facts.frames, facts.licence,
                   facts.synthetic ? "synthetic" : "filmed");
        }
    }
    return code;
}

const rb_cli_command rb_cli_dataset = {
    .name = "dataset",
    .operands = "check FOLDER...",
    .operands_min = 2,
    .operands_max = 1000000,
    .summary = "Check data sets of filmed stones before they are shared",
    .details = "A data set is a folder with dataset.json, the measured stone as a scene, and the points of "
               "each film; "
               "docs/film.md describes it. \"rbsim track --dataset FOLDER\" writes a synthetic one.",
    .options = dataset_options,
    RB_REQUEST(dataset_request),
    .run = check_folders,
};
