#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#include "base/number.h"

int rb_args_option(rb_args *args, const char *name, const char **value, rb_error *err) {
    if (args->next >= args->count || strcmp(args->items[args->next], name) != 0) {
        return 0;
    }
    if (value == NULL) {
        args->next++;
        return 1;
    }
    if (args->next + 1 >= args->count) {
        rb_fail(err, RB_ERR_INPUT, "%s: expected a value behind it", name);
        return -1;
    }
    *value = args->items[args->next + 1];
    if (strncmp(*value, "--", 2) == 0) {
        rb_fail(err, RB_ERR_INPUT, "%s: expected a value behind it, got the option %s", name,
                *value);
        return -1;
    }
    args->next += 2;
    return 1;
}

rb_status rb_args_numbers(const char *name, const char *text, int count, double *out,
                          rb_error *err) {
    const char *at = text;
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        double number = rb_number_read(at, &end);
        if (end == at || !isfinite(number)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected %d finite number%s, got \"%s\"", name,
                           count, count > 1 ? "s" : "", text);
        }
        out[i] = number;
        at = end + strspn(end, " ,\t");
    }
    if (*at != '\0') {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected %d number%s and no more, got \"%s\"", name,
                       count, count > 1 ? "s" : "", text);
    }
    return RB_OK;
}

int rb_args_number(rb_args *args, const char *name, double *value, rb_error *err) {
    const char *text = NULL;
    int found = rb_args_option(args, name, &text, err);
    return found > 0 && rb_args_numbers(name, text, 1, value, err) != RB_OK ? -1 : found;
}

rb_status rb_args_unknown(const rb_args *args, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%.200s: unknown argument (\"rbsim help\" lists them)",
                   args->items[args->next]);
}

int rb_complain(const rb_error *err, int exit_code) {
    fprintf(stderr, "rbsim: %s\n", err->text);
    return exit_code;
}
