#include "cli/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"

int rb_print_json(cJSON *root) {
    char *text = root != NULL ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (text == NULL) {
        fputs("rbsim: out of memory\n", stderr);
        return RB_EXIT_FAILED;
    }
    puts(text);
    free(text);
    return RB_EXIT_OK;
}

void rb_json_number(cJSON *object, const char *name, double value) {
    if (isfinite(value)) {
        cJSON_AddNumberToObject(object, name, value);
    } else {
        cJSON_AddNullToObject(object, name);
    }
}
