/* What the program has to tell: a few lines that fade, and problems that stay until they are read. */
#ifndef RB_APP_SESSION_MESSAGES_H
#define RB_APP_SESSION_MESSAGES_H

#include <stdbool.h>

#define RB_MESSAGES_MAX 6

typedef enum rb_level { RB_LEVEL_INFO, RB_LEVEL_PROBLEM } rb_level;

typedef struct rb_message {
    char text[600];
    rb_level level;
    double left; /* s until it goes */
    bool traced; /* already printed by --trace */
} rb_message;

typedef struct rb_messages {
    rb_message items[RB_MESSAGES_MAX]; /* newest last */
    int count;
    unsigned problems; /* told so far */
} rb_messages;

/* A newer message about the same thing takes the place of the older one. */
void rb_messages_add(rb_messages *messages, rb_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void rb_messages_remove(rb_messages *messages, int index);
/* Lets go of what has been shown for long enough. */
void rb_messages_age(rb_messages *messages, double dt);

#endif
