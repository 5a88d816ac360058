/* rbsim claims: measures what KA09 claims about the tippe-top. */
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "reproduce/ka09.h"

enum { INDENT = 5 };

static bool watch(void *context, double share) {
    rb_progress_show_share(context, share);
    return rb_interrupted();
}

/* The claims to measure, counted from 0: the one that the operand names (from 1), or all. */
static rb_status read_range(const char *text, int *first, int *last, rb_error *err) {
    *first = 0;
    *last = RB_CLAIM_COUNT - 1;
    if (text == NULL) {
        return RB_OK;
    }
    char *end = NULL;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 1 || number > RB_CLAIM_COUNT) {
        return rb_fail(err, RB_ERR_INPUT, "claims: expected a number from 1 to %d, got \"%.60s\"",
                       (int)RB_CLAIM_COUNT, text);
    }
    *first = *last = (int)number - 1;
    return RB_OK;
}

static int measure_claims(const rb_command_line *line, void *request) {
    (void)request;
    rb_error err;
    rb_scene scene;
    int first, last;
    if (read_range(rb_command_line_operand(line, 0), &first, &last, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    if (rb_library_open("tippetop-ka09", &scene, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_catch_interrupts(false);
    int held = 0;
    for (int i = first; i <= last; i++) {
        rb_claim claim;
        rb_progress progress = rb_progress_begin(rb_claim_text(i));
        rb_status status = rb_claim_measure(&scene, i, &claim, watch, &progress, &err);
        rb_progress_end(&progress);
        if (status != RB_OK) {
            return rb_complain(&err, RB_EXIT_FAILED);
        }
        if (rb_interrupted()) {
            rb_fail(&err, RB_ERR_INPUT, "claims: interrupted");
            return rb_exit_interrupted(rb_complain(&err, RB_EXIT_FAILED));
        }
        printf("%d. %-68s %s\n", i + 1, claim.text, claim.holds ? "holds" : "does not hold");
        printf("%*s", INDENT, "");
        rb_print_wrapped(stdout, claim.measured, INDENT, INDENT);
        held += claim.holds;
        if (fflush(stdout) != 0) {
            return RB_EXIT_OK; /* the reader is gone; main reports it */
        }
    }
    printf("\n%d of %d claims of KA09 hold\n", held, last - first + 1);
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_claims = {
    .name = "claims",
    .operands = "[NUMBER]",
    .operands_max = 1,
    .summary = "Measure what KA09 claims about the tippe-top: all claims, or one",
    .run = measure_claims,
};
