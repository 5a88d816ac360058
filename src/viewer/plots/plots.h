/* The plots beside the world: signals over time, against each other, and where the energy went. */
#ifndef RB_VIEWER_PLOTS_PLOTS_H
#define RB_VIEWER_PLOTS_PLOTS_H

#include <rattleback/rattleback.h>
#include <rattleback/theory.h>
#include <raylib.h>

#include "app/session/band.h"
#include "app/session/overlay.h"
#include "app/session/session.h"
#include "viewer/plots/law_view.h"
#include "viewer/plots/study_view.h"

/* The classical theory beside the simulation: predicted reversal and growth of the rocking. */

#define RB_THEORY_POINTS 96

typedef struct rb_theory_view {
    bool shown;
    bool usable;    /* the theory speaks about this body */
    rb_scene scene; /* what it was computed from */
    bool computed;
    rb_theory theory;
    double t[RB_THEORY_POINTS], high[RB_THEORY_POINTS], low[RB_THEORY_POINTS];
} rb_theory_view;

#define RB_PLOTS_MAX 8
#define RB_PLOT_SIGNALS 4
#define RB_PLOT_SIGNALS_MAX RB_ENERGY_MAX /* of any kind of plot */
#define RB_ENERGY_POINTS 400

typedef enum rb_plot_kind { RB_PLOT_TIME, RB_PLOT_PHASE, RB_PLOT_ENERGY } rb_plot_kind;

typedef struct rb_plot {
    rb_plot_kind kind;
    int signals[RB_PLOT_SIGNALS]; /* of a phase plot: x, then y */
    int count;
    bool differs; /* shows differences to the reference run */
    bool legend;  /* within the plot, as its title line has no room */
} rb_plot;

typedef enum rb_page {
    RB_PAGE_PLOTS,
    RB_PAGE_LAWS,
    RB_PAGE_STUDIES
} rb_page; /* of the panel on the right */

typedef struct rb_plot_set {
    rb_plot items[RB_PLOTS_MAX];
    int count;
    bool used;
} rb_plot_set;

typedef struct rb_plots {
    rb_plot items[RB_PLOTS_MAX];
    int count;
    const rb_body_kind *body; /* whose set this is */
    rb_plot_set sets[RB_BODY_KINDS_MAX];
    int page;                   /* rb_page */
    bool follow;                /* the time axis goes with the run */
    double window;              /* s shown while following, 0 = everything */
    double t0, t1;              /* the shared time axis */
    double cursor, cursor_next; /* time under the mouse, NAN: it is elsewhere; of the next frame */
    rb_overlay overlay;         /* somebody's own data */
    bool scrubbing;
    int reveal; /* place of the plot to be scrolled to, from 1; 0: none */
    double x[RB_ENERGY_POINTS], stack[RB_ENERGY_MAX + 1][RB_ENERGY_POINTS];
    float names_height; /* of the lines with their names in the last frame, px */
    unsigned thin;      /* bands of the energy to be named below it, one bit each */
    rb_law_view laws;
    rb_theory_view theory;
    rb_study_view study;
    const rb_band_study *band; /* shown behind the lines; NULL: none */
    bool still;                /* a picture for nobody: no mouse in it */
    int alone;                 /* plot to be drawn alone, for its picture; -1: none */
    int alone_frames;          /* for how long it has been */
    int csv_wanted;            /* plot whose data was asked for, -1: none */
} rb_plots;

/* The set one begins with for this kind of body. */
void rb_plots_default(rb_plots *plots, const rb_body_kind *body);
/* Changes to the set of this kind of body; nothing happens if it is shown already. */
void rb_plots_use(rb_plots *plots, const rb_body_kind *body);
/* The set back to how it begins. */
void rb_plots_begin(rb_plots *plots, const rb_body_kind *body);
/* Into a place that is taken or the next one (less than RB_PLOTS_MAX). */
void rb_plots_put(rb_plots *plots, int place, const rb_plot *plot);
void rb_plots_remove(rb_plots *plots, int place);
int rb_plots_find(const rb_plots *plots, const rb_plot *plot); /* its place, -1: none */
/* "omega3,N", "diff:omega3", "omega2:omega1", "energy" */
rb_status rb_plot_parse(const char *text, const rb_body_kind *body, rb_plot *plot, rb_error *err);
void rb_plot_write(const rb_plot *plot, char *text, size_t size);
bool rb_plots_add(rb_plots *plots, rb_plot_kind kind, const char *signal, const char *other);
/* The set and the time axis of this moment, for whoever needs them while no plot is drawn. */
void rb_plots_update(rb_plots *plots, const rb_session *session);
void rb_plots_draw(rb_plots *plots, rb_session *session);
/* Title (a menu of signals), then what can be done with the plot; true: take it away. */
bool rb_plot_header(rb_plots *plots, const rb_session *session, int index);
/* Its title, and below it the names of its lines or runs, over as many rows as it takes. */
void rb_plot_name_rows(const rb_plots *plots, const rb_session *session, int index);
/* The same for its picture: scene, title and names. */
void rb_plot_caption(const rb_plots *plots, const rb_session *session, int index);
/* The first one alone, with its title and names, in what is left of a panel. */
void rb_plots_draw_first(rb_plots *plots, rb_session *session);
/* The plot that is to be saved, alone over the whole window. */
void rb_plots_draw_alone(rb_plots *plots, rb_session *session);
/* After a frame: has it been alone for long enough to have fitted its axes? Then it is no longer. */
bool rb_plots_alone_done(rb_plots *plots);
/* What it shows, for its data; returns how many. */
int rb_plot_signals(const rb_plots *plots, int index, int signals[RB_PLOT_SIGNALS_MAX]);
/* Vertical axis of the signal at this place: 0 stands on the left, the others on the right. */
int rb_plot_axis(const rb_plot *plot, int place);
/* Colour of its line where there is one run only. */
Color rb_plot_color(const rb_plot *plot, int place);
/* Fills the stack of energies from t0 to t1, mJ; returns the number of points. */
int rb_energy_stack(rb_plots *plots, rb_series *series, const rb_history *history, int run);
void rb_plot_energy(rb_plots *plots, rb_session *session);
/* A line of the bands that are too thin for their names. */
void rb_plot_energy_names(rb_plots *plots);

/* "ω₃, N→ in N" */
/* How times are written on an axis. */
const char *rb_plot_time_format(const rb_session *session);
void rb_plot_title(const rb_plot *plot, const rb_body_kind *body, char *text, size_t size);
/* Values of a signal into the unit that is written beside them. */
void rb_plot_convert(double *values, int count, int signal);

/* Colour of a signal by its meaning, or by its place where it has none. */
Color rb_signal_color(int signal, int place);

/* Into the open plot of this signal over time; computes again only when the scene changed. */
void rb_plot_theory(rb_theory_view *view, const rb_scene *scene, int signal);

#endif
