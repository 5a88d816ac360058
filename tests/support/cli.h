/* Runs rbsim, for the tests of its commands. */
#ifndef RB_TESTS_SUPPORT_CLI_H
#define RB_TESTS_SUPPORT_CLI_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "process.h"

extern const char *rbsim; /* path of the program */

/* Takes the path from the only argument; false, and the usage on stderr, if there is none. */
bool cli_begin(int argc, char **argv);

/* Runs rbsim with these arguments to its end. */
#define RUN(...) cli_run((const char *const[]){__VA_ARGS__, NULL})
test_process cli_run(const char *const *arguments);

/* The same, expects success and silence on stderr, returns stdout. */
#define OUTPUT(...) cli_output((const char *const[]){__VA_ARGS__, NULL})
char *cli_output(const char *const *arguments);

/* Expects this status, a message with `part` on stderr, nothing on stdout. */
#define REFUSED(status, part, ...) cli_refused(status, part, (const char *const[]){__VA_ARGS__, NULL})
void cli_refused(int status, const char *part, const char *const *arguments);

/* Checks that the text is a well-formed SVG. */
void cli_check_svg(const char *text);

/* The rows of a CSV after the lines of its head. */
const char *cli_rows(const char *csv);

/* Parses text and frees it. */
cJSON *cli_parse(char *text);
double cli_number(const cJSON *root, const char *name);
const char *cli_text(const cJSON *root, const char *name);

#endif
