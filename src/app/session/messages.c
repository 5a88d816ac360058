#include "app/session/messages.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double lifetime[] = {[RB_LEVEL_INFO] = 4.0, [RB_LEVEL_PROBLEM] = 30.0};

void rb_messages_remove(rb_messages *messages, int index) {
    memmove(&messages->items[index], &messages->items[index + 1],
            (size_t)(messages->count - index - 1) * sizeof messages->items[0]);
    messages->count--;
}

/* Length of the topic: up to the first number or colon; for a problem the whole text. */
static size_t topic_length(const rb_message *message) {
    size_t length = strcspn(message->text, ":0123456789");
    return message->level == RB_LEVEL_INFO && length > 0 ? length : strlen(message->text);
}

/* "Text size 110 %" and "Text size 121 %" have the same topic: the newer replaces the older. */
static bool same_topic(const rb_message *a, const rb_message *b) {
    size_t length = topic_length(a);
    return a->level == b->level && length == topic_length(b) && memcmp(a->text, b->text, length) == 0;
}

void rb_messages_add(rb_messages *messages, rb_level level, const char *format, ...) {
    rb_message message = {.level = level, .left = lifetime[level]};
    va_list args;
    va_start(args, format);
    vsnprintf(message.text, sizeof message.text, format, args);
    va_end(args);
    messages->problems += level == RB_LEVEL_PROBLEM;
    for (int i = 0; i < messages->count; i++) {
        if (same_topic(&messages->items[i], &message)) {
            messages->items[i] = message;
            return;
        }
    }
    if (messages->count == RB_MESSAGES_MAX) {
        rb_messages_remove(messages, 0);
    }
    messages->items[messages->count++] = message;
}

void rb_messages_age(rb_messages *messages, double dt) {
    for (int i = messages->count - 1; i >= 0; i--) {
        messages->items[i].left -=
            fmin(dt, 0.1); /* visible for at least 40 frames, also at a low frame rate */
        if (messages->items[i].left < 0) {
            rb_messages_remove(messages, i);
        }
    }
}
