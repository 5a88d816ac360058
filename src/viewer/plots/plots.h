/* The plots beside the world: signals over time, against each other, and the energy balance. */
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

/* The classical theory: predicted reversal and growth of the rocking. */

#define RB_THEORY_POINTS 96

typedef struct rb_theory_view {
    bool shown;
    bool usable;    /* the theory applies to this body */
    rb_scene scene; /* what it was computed from */
    bool computed;
    rb_theory theory;
    double t[RB_THEORY_POINTS], high[RB_THEORY_POINTS], low[RB_THEORY_POINTS];
} rb_theory_view;

#define RB_PLOTS_MAX 8
#define RB_PLOT_SIGNALS 4
#define RB_PLOT_AXES 3                    /* vertical ones of a plot */
#define RB_PLOT_SIGNALS_MAX RB_ENERGY_MAX /* of any kind of plot */
#define RB_ENERGY_POINTS 400

typedef enum rb_plot_kind { RB_PLOT_TIME, RB_PLOT_PHASE, RB_PLOT_ENERGY } rb_plot_kind;

typedef struct rb_plot {
    rb_plot_kind kind;
    int signals[RB_PLOT_SIGNALS]; /* of a phase plot: x, then y */
    int count;
    bool diff_chosen; /* to show differences to the reference run */
    bool differs;     /* shows them: there is more than one run */
    bool legend;      /* within the plot, as its title line has no room */
} rb_plot;

/* Of the panel on the right. */
typedef enum rb_page { RB_PAGE_PLOTS, RB_PAGE_LAWS, RB_PAGE_STUDIES, RB_PAGE_WORKSHOP } rb_page;

typedef struct rb_plot_set {
    rb_plot items[RB_PLOTS_MAX];
    int count;
    bool used;
} rb_plot_set;

/* The plots that were chosen for each kind of body, and the length of the time axis. */
typedef struct rb_plot_sets {
    rb_plot_set sets[RB_BODY_KINDS_MAX];
    double window;
    bool theory;
} rb_plot_sets;

typedef struct rb_plots {
    rb_plot items[RB_PLOTS_MAX];
    int count;
    const rb_body_kind *body; /* the kind of this set */
    rb_plot_set sets[RB_BODY_KINDS_MAX];
    int page;                   /* rb_page */
    bool follow;                /* the time axis follows the run */
    double window;              /* s shown while following, 0 = everything */
    double t0, t1;              /* the shared time axis */
    double cursor, cursor_next; /* time under the mouse, NAN: none; for the next frame */
    rb_overlay overlay;         /* imported data */
    bool scrubbing;
    int reveal; /* place of the plot to be scrolled to, from 1; 0: none */
    double x[RB_ENERGY_POINTS], stack[RB_ENERGY_MAX + 1][RB_ENERGY_POINTS];
    double limits[RB_PLOTS_MAX][RB_PLOT_AXES]
                 [2];   /* of the vertical axes in the last frame, for their ticks */
    float names_height; /* height of the name lines in the last frame, px */
    unsigned thin;      /* energy bands that are named below the plot, one bit each */
    rb_law_view laws;
    rb_theory_view theory;
    rb_study_view study;
    const rb_band_study *band; /* shown behind the lines; NULL: none */
    bool still;                /* off-screen: ignore the mouse */
    int alone;                 /* plot to be drawn alone, for its picture; -1: none */
    int alone_frames;          /* for how long it has been */
    int csv_wanted;            /* plot whose data is to be saved, -1: none */
} rb_plots;

/* The default set for this kind of body. */
void rb_plots_default(rb_plots *plots, const rb_body_kind *body);
/* Switches to the set of this kind of body. */
void rb_plots_use(rb_plots *plots, const rb_body_kind *body);
/* What was chosen, to be restored later. */
rb_plot_sets rb_plots_save(rb_plots *plots);
void rb_plots_restore(rb_plots *plots, const rb_plot_sets *kept);
/* Resets the set to its defaults. */
void rb_plots_reset(rb_plots *plots, const rb_body_kind *body);
/* Puts a plot at an existing place or the next one (less than RB_PLOTS_MAX). */
void rb_plots_put(rb_plots *plots, int place, const rb_plot *plot);
void rb_plots_remove(rb_plots *plots, int place);
int rb_plots_find(const rb_plots *plots, const rb_plot *plot); /* its place, -1: none */
/* "omega3,N", "diff:omega3", "omega2:omega1", "energy" */
rb_status rb_plot_parse(const char *text, const rb_body_kind *body, rb_plot *plot, rb_error *err);
void rb_plot_text(const rb_plot *plot, char *text, size_t size);
bool rb_plots_add(rb_plots *plots, rb_plot_kind kind, const char *signal, const char *other);
/* Updates set and time axis when no plot is drawn. */
void rb_plots_update(rb_plots *plots, const rb_session *session);
void rb_plots_draw(rb_plots *plots, rb_session *session);
/* Title (a menu of signals) and buttons; true: remove the plot. */
bool rb_plot_header(rb_plots *plots, const rb_session *session, int index);
/* Its title, and below it the names of its lines or runs, in as many rows as needed. */
void rb_plot_name_rows(const rb_plots *plots, const rb_session *session, int index, bool runs);
/* The same for its picture: scene, title and names. */
void rb_plot_caption(const rb_plots *plots, const rb_session *session, int index);
/* The first plot only, with its title and names, in the rest of a panel. */
void rb_plots_draw_first(rb_plots *plots, rb_session *session);
/* The plot to be saved, over the whole window. */
void rb_plots_draw_alone(rb_plots *plots, rb_session *session);
/* After a frame: true once it has been alone long enough to fit its axes; that ends it. */
bool rb_plots_alone_done(rb_plots *plots);
/* The signals it shows; returns their number. */
int rb_plot_signals(const rb_plots *plots, int index, int signals[RB_PLOT_SIGNALS_MAX]);
/* Vertical axis of the signal at this place: 0 is on the left, the others on the right. */
int rb_plot_axis(const rb_plot *plot, int place);
/* Colour of its line where there is one run only. */
Color rb_plot_color(const rb_plot *plot, int place);
/* Fills the stack of energies from t0 to t1, mJ; returns the number of points. */
int rb_energy_stack(rb_plots *plots, rb_series *series, const rb_history *history, int run);
void rb_plot_energy(rb_plots *plots, rb_session *session);
/* A line with the names of the bands that are too thin. */
void rb_plot_energy_names(rb_plots *plots);

/* How times are written on an axis. */
const char *rb_plot_time_format(const rb_session *session);
void rb_plot_title(const rb_plot *plot, const rb_body_kind *body, char *text, size_t size);
/* Converts values of a signal to display units. */
void rb_plot_convert(double *values, int count, int signal);

/* Colour of a signal by its meaning, else by its place. */
Color rb_signal_color(int signal, int place);

/* Draws into the open plot of this signal over time; recomputes only when the scene changed. */
void rb_plot_theory(rb_theory_view *view, const rb_scene *scene, int signal);

#endif
