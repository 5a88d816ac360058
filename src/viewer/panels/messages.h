/* What the program has to tell, in the window: a few lines that fade, and problems that stay until
   they are read. */
#ifndef RB_VIEWER_MESSAGES_H
#define RB_VIEWER_MESSAGES_H

#include <raylib.h>
#include <stdbool.h>

#define RB_MESSAGES_MAX 6

typedef enum rb_level { RB_LEVEL_INFO, RB_LEVEL_PROBLEM } rb_level;

typedef struct rb_message {
    char text[600];
    rb_level level;
    double age;  /* s */
    bool traced; /* see trace.h */
} rb_message;

typedef struct rb_messages {
    rb_message items[RB_MESSAGES_MAX]; /* newest last */
    int count;
} rb_messages;

void rb_messages_add(rb_messages *messages, rb_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Ages the messages and draws them at the top of the area. */
void rb_messages_draw(rb_messages *messages, Rectangle area, double dt);

#endif
