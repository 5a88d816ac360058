#ifndef RB_CLI_JSON_H
#define RB_CLI_JSON_H

#include "base/json.h"

/* Prints the finished text on standard output; the exit code. */
int rb_print_json(rb_json *json);

#endif
