/* Messages for the user: information fades, problems stay until they are closed. */
#ifndef RB_APP_SESSION_MESSAGES_H
#define RB_APP_SESSION_MESSAGES_H

#include <rattleback/base.h>
#include <stdbool.h>

#define RB_MESSAGES_MAX 6

typedef enum rb_level { RB_LEVEL_INFO, RB_LEVEL_PROBLEM } rb_level;

typedef struct rb_message {
    char text[600];
    rb_level level;
    double left; /* s until it disappears */
    bool traced; /* already printed by --trace */
} rb_message;

typedef struct rb_messages {
    rb_message items[RB_MESSAGES_MAX]; /* newest last */
    int count;
    unsigned problems; /* problems so far */
} rb_messages;

/* Adds a message; it replaces an older one with the same topic. */
void rb_messages_add(rb_messages *messages, rb_level level, const char *format, ...) RB_PRINTF(3, 4);
void rb_messages_remove(rb_messages *messages, int index);
/* Removes messages that have been shown long enough. */
void rb_messages_age(rb_messages *messages, double dt);

#endif
