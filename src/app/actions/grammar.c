#include "app/actions/grammar.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---------------------------------------------------------------- lines */

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool of_a_name(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* Length of the line that starts here. */
static size_t line_length(const char *text) {
    size_t name = 0;
    while (of_a_name(text[name])) {
        name++;
    }
    if (text[name] == ',') {
        return name;
    }
    char quote = '\0';
    size_t length = 0;
    for (; text[length] != '\0'; length++) {
        char c = text[length];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == ';' || c == '\n') {
            break;
        }
    }
    return length;
}

bool rb_action_next(const char **rest, char line[RB_LINE_MAX]) {
    const char *text = *rest;
    while (blank(*text) || *text == ';' || *text == ',') {
        text++;
    }
    size_t length = line_length(text);
    *rest = text + length;
    while (length > 0 && blank(text[length - 1])) {
        length--;
    }
    snprintf(line, RB_LINE_MAX, "%.*s", (int)(length < RB_LINE_MAX ? length : RB_LINE_MAX), text);
    return length > 0;
}

/* Splits a line into words without quotes. */
static rb_status split(const char *line, rb_args *args, rb_error *err) {
    size_t used = 0;
    args->count = 0;
    for (;;) {
        while (blank(*line)) {
            line++;
        }
        if (*line == '\0') {
            return RB_OK;
        }
        if (args->count == RB_ARGS_MAX) {
            return rb_fail(err, RB_ERR_INPUT, "expected at most %d words, got more: %.60s", RB_ARGS_MAX,
                           line);
        }
        args->at[args->count++] = (int)used;
        char quote = '\0';
        for (; *line != '\0' && (quote != '\0' || !blank(*line)); line++) {
            if (quote == '\0' && (*line == '"' || *line == '\'')) {
                quote = *line;
            } else if (quote != '\0' && *line == quote) {
                quote = '\0';
            } else {
                args->text[used++] = *line;
            }
        }
        args->text[used++] = '\0';
        if (quote != '\0') {
            return rb_fail(err, RB_ERR_INPUT, "expected a closing %c, got the end of the line", quote);
        }
    }
}

/* ---------------------------------------------------------------- usage */

/* One word of a usage: "next|previous|LAW", without its brackets. */
typedef struct rb_slot {
    const char *text;
    size_t length;
    bool optional, repeats;
} rb_slot;

static int slots_of(const char *usage, rb_slot slots[RB_ARGS_MAX]) {
    int count = 0;
    while (*usage != '\0') {
        size_t length = strcspn(usage, " ");
        if (length == 3 && strncmp(usage, "...", 3) == 0) {
            slots[count - 1].repeats = true;
        } else {
            bool optional = usage[0] == '[';
            slots[count++] = (rb_slot){usage + optional, length - 2 * (size_t)optional, optional, false};
        }
        usage += length + (usage[length] == ' ');
    }
    return count;
}

/* Capitals mean a value. */
static bool stands_for_a_value(const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (isupper((unsigned char)word[i])) {
            return true;
        }
    }
    return false;
}

/* Index of the word among those of the slot, or of its value; -1 if it fits none. */
static int choice_of(const rb_slot *slot, const char *word) {
    int value = -1;
    int index = 0;
    const char *end = slot->text + slot->length;
    for (const char *at = slot->text; at < end; index++) {
        size_t length = strcspn(at, "|]");
        length = at + length > end ? (size_t)(end - at) : length;
        if (stands_for_a_value(at, length)) {
            value = value < 0 ? index : value;
        } else if (strlen(word) == length && strncmp(word, at, length) == 0) {
            return index;
        }
        at += length + 1;
    }
    return value;
}

/* "next, previous or LAW" */
static void words_of(const rb_slot *slot, char *text, size_t size) {
    size_t used = 0;
    size_t last = 0;
    for (size_t i = 0; i < slot->length; i++) {
        last = slot->text[i] == '|' ? i : last;
    }
    for (size_t i = 0; i < slot->length && used + 5 < size; i++) {
        if (slot->text[i] == '|') {
            used += (size_t)snprintf(text + used, size - used, i == last ? " or " : ", ");
        } else {
            text[used++] = slot->text[i];
        }
    }
    text[used] = '\0';
}

static rb_status fit(rb_args *args, rb_error *err) {
    const rb_action *action = rb_action_at(args->action);
    rb_slot slots[RB_ARGS_MAX];
    int count = slots_of(action->usage, slots);
    int required = 0;
    for (int i = 0; i < count; i++) {
        required += !slots[i].optional;
    }
    bool open = count > 0 && slots[count - 1].repeats;
    char given[200];
    rb_arg_rest(args, 0, given, sizeof given);
    if (args->count < required) {
        const char *quote = args->count > 0 ? "\"" : "";
        return rb_fail(err, RB_ERR_INPUT, "%s: expected %s after it, got %s%s%s", action->id, action->usage,
                       quote, args->count > 0 ? given : "nothing", quote);
    }
    if (args->count > count && !open) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected %s after it, got \"%s\"", action->id,
                       count > 0 ? action->usage : "nothing", given);
    }
    for (int i = 0; i < args->count; i++) {
        const rb_slot *slot = &slots[i < count ? i : count - 1];
        args->choice[i] = choice_of(slot, rb_arg(args, i));
        if (args->choice[i] < 0) {
            char expected[160];
            words_of(slot, expected, sizeof expected);
            return rb_arg_refuse(args, i, expected, err);
        }
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- parsing */

static rb_status unknown(const char *name, rb_error *err) {
    const char *names[256];
    char near[160];
    int count = 0;
    for (int i = 0; i < rb_action_count() && count < 256; i++) {
        names[count++] = rb_action_at(i)->id;
    }
    for (int i = 0; i < rb_shortcut_count() && count < 256; i++) {
        names[count++] = rb_shortcut_at(i)->id;
    }
    rb_nearest_names(name, names, count, near, sizeof near);
    return rb_fail(err, RB_ERR_INPUT, "no action is called \"%.60s\" (%s%s%s)", name,
                   near[0] != '\0' ? "did you mean " : "rattleback --actions lists them", near,
                   near[0] != '\0' ? "?" : "");
}

rb_status rb_action_parse(const char *line, rb_args *args, rb_error *err) {
    memset(args, 0, offsetof(rb_args, text));
    args->text[0] = '\0';
    while (blank(*line)) {
        line++;
    }
    size_t length = strlen(line);
    if (length == 0) {
        return rb_fail(err, RB_ERR_INPUT, "expected the name of an action, got nothing");
    }
    if (length >= RB_LINE_MAX - 1) {
        return rb_fail(err, RB_ERR_INPUT, "expected an action of at most %d characters, got more",
                       RB_LINE_MAX - 2);
    }
    char name[64];
    size_t named = strcspn(line, " \t\r\n");
    snprintf(name, sizeof name, "%.*s", (int)(named < 64 ? named : 64), line);
    args->action = rb_action_find(name);
    if (args->action < 0) {
        int shortcut = rb_shortcut_find(name);
        if (shortcut < 0) {
            return unknown(name, err);
        }
        if (line[named] != '\0') {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: expected nothing after it, got \"%.60s\" (short for \"%s\")", name,
                           line + named + 1, rb_shortcut_at(shortcut)->line);
        }
        return rb_action_parse(rb_shortcut_at(shortcut)->line, args, err);
    }
    rb_error why;
    rb_status status = split(line + named, args, &why);
    if (status != RB_OK) {
        return rb_fail(err, status, "%s: %s", name, why.text);
    }
    return fit(args, err);
}

/* Puts everything in double quotes, except double quotes themselves, which are put in single quotes. */
void rb_action_quote(const char *text, char *word, size_t size) {
    size_t used = 0;
    bool begun = false;
    while (!begun || (*text != '\0' && used < size)) {
        char quote = *text == '"' ? '\'' : '"';
        size_t length = quote == '"' ? strcspn(text, "\"") : strspn(text, "\"");
        used += (size_t)snprintf(word + used, size - used, "%c%.*s%c", quote, (int)length, text, quote);
        text += length;
        begun = true;
    }
}

rb_status rb_actions_check(const char *lines, rb_error *err) {
    char line[RB_LINE_MAX];
    rb_args args;
    while (rb_action_next(&lines, line)) {
        rb_status status = rb_action_parse(line, &args, err);
        if (status != RB_OK) {
            return status;
        }
    }
    return RB_OK;
}

/* ---------------------------------------------------------------- words */

const char *rb_arg(const rb_args *args, int index) {
    return index < args->count ? args->text + args->at[index] : "";
}

void rb_arg_rest(const rb_args *args, int index, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = index; i < args->count && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > index ? " " : "", rb_arg(args, i));
    }
}

bool rb_arg_switch(const rb_args *args, int index, bool now) {
    return index < args->count ? args->choice[index] == 0 : !now;
}

rb_status rb_arg_refuse(const rb_args *args, int index, const char *expected, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: expected %s, got \"%.200s\"", rb_action_at(args->action)->id,
                   expected, rb_arg(args, index));
}

rb_status rb_arg_number(const rb_args *args, int index, double min, double max, double *out, rb_error *err) {
    const char *word = rb_arg(args, index);
    char *end = NULL;
    double value = rb_number_read(word, &end);
    if (end == word || *end != '\0' || !isfinite(value) || value < min || value > max) {
        char expected[80];
        snprintf(expected, sizeof expected, "a number from %g to %g", min, max);
        return rb_arg_refuse(args, index, expected, err);
    }
    *out = value;
    return RB_OK;
}

rb_status rb_arg_whole(const rb_args *args, int index, int min, int max, int *out, rb_error *err) {
    double value = 0;
    if (rb_arg_number(args, index, min, max, &value, NULL) != RB_OK || value != floor(value)) {
        char expected[80];
        snprintf(expected, sizeof expected, "a whole number from %d to %d", min, max);
        return rb_arg_refuse(args, index, expected, err);
    }
    *out = (int)value;
    return RB_OK;
}
