#ifndef RB_CLI_JSON_H
#define RB_CLI_JSON_H

#include <cjson/cJSON.h>

/* Prints the tree on standard output and deletes it; the exit code. */
int rb_print_json(cJSON *root);

/* The number, or null where it is not finite. */
void rb_json_number(cJSON *object, const char *name, double value);

#endif
