#include "cli/json.h"

#include <stdlib.h>

#include "cli/cli.h"

int rb_print_json(rb_json *json) {
    char *text = rb_json_finish(json);
    if (text == NULL) {
        rb_error err;
        rb_fail(&err, RB_ERR_MEMORY, "out of memory");
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    fputs(text, stdout);
    free(text);
    return RB_EXIT_OK;
}
