/* What happens, on standard output, for the driven tests (hidden option --trace): one line whenever
   the state changes or a message appears, and the cost of a frame at the end. */
#ifndef RB_VIEWER_TRACE_H
#define RB_VIEWER_TRACE_H

typedef struct rb_trace {
    char last[800];
} rb_trace;

struct rb_app;
void rb_trace_frame(struct rb_app *app);
void rb_trace_end(const struct rb_app *app);

#endif
