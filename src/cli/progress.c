#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/system.h"

rb_progress rb_progress_begin(const char *label) {
    double now = rb_wall_clock();
    return (rb_progress){label, now, now, 0};
}

/* Called before every step, which may take a microsecond only: the clock is read every so many calls. */
enum { CALLS = 64 };

/* Seconds since the beginning if a line is due, else 0. */
static double is_due(rb_progress *progress) {
    if (++progress->calls % CALLS != 0) {
        return 0;
    }
    double now = rb_wall_clock();
    if (now - progress->begun < 2 || now - progress->shown < 0.2 || !isatty(STDERR_FILENO)) {
        return 0;
    }
    progress->shown = now;
    return now - progress->begun;
}

void rb_progress_show_share(rb_progress *progress, double share) {
    double since = is_due(progress);
    if (since > 0) {
        double left = share > 0 ? since * (1 - share) / share : 0;
        fprintf(stderr, "\r%s  %3.0f %%, %.0f s left \033[K", progress->label, 100 * share, left);
    }
}

void rb_progress_show(rb_progress *progress, double t, double until) {
    double since = is_due(progress);
    if (since > 0) {
        double rate = t / since;
        fprintf(stderr, "\r%s%s%3.0f %%  t = %.2f of %g s, %.2f times real time, %.0f s left \033[K",
                progress->label != NULL ? progress->label : "", progress->label != NULL ? "  " : "",
                100 * t / until, t, until, rate, rate > 0 ? (until - t) / rate : 0);
    }
}

void rb_progress_end(rb_progress *progress) {
    if (progress->shown > progress->begun) {
        fputs("\r\033[K", stderr);
    }
}
