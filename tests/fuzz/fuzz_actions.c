/* The bytes are lines of actions, as after --press. Rejected lines have a message; every word of accepted
   ones can be quoted and read again. */
#include "app/actions/grammar.h"
#include "fuzz.h"

static void check_quoting(const rb_args *args) {
    char word[RB_LINE_MAX], line[RB_LINE_MAX + 8];
    for (int i = 0; i < args->count; i++) {
        const char *text = rb_arg(args, i);
        if (strlen(text) > RB_LINE_MAX / 8) {
            continue; /* quoted it may be longer than a line */
        }
        rb_args again;
        rb_error err = {""};
        rb_action_quote(text, word, sizeof word);
        snprintf(line, sizeof line, "open %s", word);
        fuzz_require(rb_action_parse(line, &again, &err) == RB_OK, "%s: %s", line, err.text);
        fuzz_require(again.count == 1 && strcmp(rb_arg(&again, 0), text) == 0, "\"%s\" came back as \"%s\"",
                     text, rb_arg(&again, 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    const char *rest = text;
    char line[RB_LINE_MAX];
    bool all = true;
    while (rb_action_next(&rest, line)) {
        rb_args args;
        rb_error err = {""};
        if (rb_action_parse(line, &args, &err) == RB_OK) {
            check_quoting(&args);
        } else {
            fuzz_require(err.text[0] != '\0', "refused without a message");
            all = false;
        }
    }
    rb_error err = {""};
    fuzz_require((rb_actions_check(text, &err) == RB_OK) == all, "%s", err.text);
    free(text);
    return 0;
}
