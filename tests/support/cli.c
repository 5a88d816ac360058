#include "cli.h"

#include <signal.h>

#include "support.h"

const char *rbsim;

bool cli_begin(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s RBSIM\n", argv[0]);
        return false;
    }
    rbsim = argv[1];
    signal(SIGINT, SIG_DFL); /* ignored by what a shell runs in the background */
    return true;
}

test_process cli_run(const char *const *arguments) {
    test_process process = test_process_start(rbsim, arguments);
    test_process_finish(&process);
    return process;
}

char *cli_output(const char *const *arguments) {
    test_process process = cli_run(arguments);
    if (process.status != 0 || process.err[0] != '\0') {
        fail_msg("%s: status %d, \"%s\"", arguments[0], process.status, process.err);
    }
    free(process.err);
    return process.out;
}

void cli_refused(int status, const char *part, const char *const *arguments) {
    test_process process = cli_run(arguments);
    if (process.status != status) {
        fail_msg("%s %s: expected status %d, got %d (%s)", arguments[0],
                 arguments[1] != NULL ? arguments[1] : "", status, process.status, process.err);
    }
    assert_contains(process.err, "rbsim: ");
    assert_contains(process.err, part);
    assert_string_equal(process.out, "");
    test_process_free(&process);
}

/* One tag from its '<'; returns its end and counts the depth. */
static const char *pass_tag(const char *at, int *depth) {
    char quote = '\0';
    const char *c = at + 1;
    for (; *c != '\0' && (quote != '\0' || *c != '>'); c++) {
        if (*c == '<' || (*c == '&' && strcspn(c, ";") > 6)) {
            fail_msg("not escaped: %.40s", at);
        }
        if (quote == '\0' && (*c == '\'' || *c == '"')) {
            quote = *c;
        } else if (*c == quote) {
            quote = '\0';
        }
    }
    assert_true(*c == '>');
    *depth += at[1] == '/' ? -1 : c[-1] == '/' ? 0 : 1;
    return c;
}

void cli_check_svg(const char *text) {
    int depth = 0;
    assert_true(strncmp(text, "<svg xmlns='http://www.w3.org/2000/svg' ", 40) == 0);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '<') {
            at = pass_tag(at, &depth);
            assert_true(depth > 0 || strcmp(at, ">\n") == 0); /* all within the first */
        } else if (*at == '>' || (*at == '&' && strcspn(at, ";") > 6)) {
            fail_msg("not escaped: %.40s", at);
        }
    }
    assert_int_equal(depth, 0);
}

const char *cli_rows(const char *csv) {
    while (*csv == '#') {
        csv = strchr(csv, '\n') + 1;
    }
    return csv;
}

cJSON *cli_parse(char *text) {
    cJSON *root = cJSON_ParseWithOpts(text, NULL, 0);
    if (root == NULL) {
        fail_msg("not JSON: %s", text);
    }
    free(text);
    return root;
}

double cli_number(const cJSON *root, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    if (!cJSON_IsNumber(item)) {
        fail_msg("%s: expected a number", name);
    }
    return item->valuedouble;
}

const char *cli_text(const cJSON *root, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    if (!cJSON_IsString(item)) {
        fail_msg("%s: expected text", name);
    }
    return item->valuestring;
}
