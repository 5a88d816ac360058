/* The figures and tables of the five papers, one row each: what is plotted, from which runs, what the
   paper says about it, our numbers and whether they agree. `rbsim figure` and the page of
   `./run reproduce` are made from these rows. */
#ifndef RB_REPRODUCE_FIGURE_H
#define RB_REPRODUCE_FIGURE_H

#include <rattleback/run.h>
#include <rattleback/study.h>

#include "plot/traces.h"
#include "reproduce/ka09.h"

typedef enum rb_verdict {
    RB_VERDICT_AGREES,      /* the claim of the paper is reproduced */
    RB_VERDICT_DIFFERS,     /* something differs; the row's note says what and why */
    RB_VERDICT_UNPUBLISHED, /* the paper also shows unpublished data; only our model is compared */
    RB_VERDICT_DRAWING,     /* a sketch in the paper: nothing to compare */
    RB_VERDICT_MISSING,     /* not reproduced; the note says what is shown instead */
    RB_VERDICT_COUNT
} rb_verdict;

/* "agrees", "differs", "data unpublished", "drawing", "not reproduced". */
const char *rb_verdict_name(rb_verdict verdict);

enum {
    RB_FIGURE_PLOTS = 12,
    RB_FIGURE_CURVES = 96,
    RB_FIGURE_BLOCKS = 400,
    RB_FIGURE_NUMBERS = 90,
    RB_FIGURE_TEXTS = 160,
    RB_FIGURE_STUDIES = 4
};

/* One of our numbers. It holds if low <= value <= high; NAN bounds: it is only reported. */
typedef struct rb_figure_number {
    char name[96];
    double value, low, high;
} rb_figure_number;

/* How a figure is made: nothing here changes the result. */
typedef struct rb_figure_options {
    int threads;         /* of studies; 0: one per core */
    const char *journal; /* folder for the journals of long studies; NULL: none are kept */
    /* Called now and then with the share of the present piece of work; true ends it. May be NULL. */
    bool (*cancelled)(void *context, double share);
    void *context;
} rb_figure_options;

/* What a row makes: charts and numbers. Large: allocate it. */
typedef struct rb_figure_data {
    const struct rb_figure *figure;
    rb_figure_options options;
    bool stopped; /* by options.cancelled */
    bool lost;    /* out of memory: rb_figure_make fails */
    rb_plot plots[RB_FIGURE_PLOTS];
    int plot_count, columns;
    rb_curve curves[RB_FIGURE_CURVES];
    int curve_count;
    rb_figure_number numbers[RB_FIGURE_NUMBERS];
    int number_count;
    void *blocks[RB_FIGURE_BLOCKS]; /* freed with the data */
    int block_count;
    char texts[RB_FIGURE_TEXTS][96];
    int text_count;
    rb_trace_plan plan;                    /* of the traces added last */
    char journals[RB_FIGURE_STUDIES][512]; /* of its studies, until rb_figure_remove_journals */
    int journal_count;
    rb_error *err;
} rb_figure_data;

typedef struct rb_figure {
    const char *id;    /* "k12-7a" */
    const char *paper; /* "K12" */
    const char *place; /* "Fig. 7a" */
    const char *shows; /* what is plotted */
    const char *runs;  /* source: a command, or formulas */
    const char *claim; /* what the paper states about it, in our words */
    rb_verdict verdict;
    const char *note; /* NULL: nothing to add */
    rb_status (*make)(rb_figure_data *data);
    bool slow; /* takes more than ten seconds */
} rb_figure;

int rb_figure_count(void);
const rb_figure *rb_figure_at(int index);
const rb_figure *rb_figure_find(const char *id); /* NULL: there is none */

/* Makes the figure. RB_OK also if it was cancelled (data->stopped). Free it in any case. */
rb_status rb_figure_make(const rb_figure *figure, const rb_figure_options *options, rb_figure_data *data,
                         rb_error *err);
void rb_figure_free(rb_figure_data *data);

/* Once its files are written: the journals of its studies are no longer needed. */
void rb_figure_remove_journals(rb_figure_data *data);

/* Do all numbers lie within their bounds? */
bool rb_figure_holds(const rb_figure_data *data);
/* The verdict in one sentence: "agrees", "differs: ...". */
void rb_figure_verdict(const rb_figure_data *data, char *text, size_t size);

/* The charts, as a sheet that lives as long as the data. */
rb_sheet rb_figure_sheet(const rb_figure_data *data, char *title, size_t size);
/* Every point of every chart: panel,curve,x,y,value. */
void rb_figure_write_csv(FILE *out, const rb_figure_data *data);

/* ---------------------------------------------------------------- for the rows */

/* All of these report lack of memory in data->err and return NULL or RB_ERR_MEMORY. */
double *rb_figure_array(rb_figure_data *data, int count);
/* A text that lives as long as the data, as printf makes it. */
const char *rb_figure_text(rb_figure_data *data, const char *format, ...) RB_PRINTF(2, 3);
/* The next chart; its curves are those that are added before the next one. */
rb_plot *rb_figure_plot(rb_figure_data *data, const char *title, const char *x, const char *y);
rb_curve *rb_figure_curve(rb_figure_data *data, const char *name, const double *x, const double *y,
                          int count);
void rb_figure_number_add(rb_figure_data *data, const char *name, double value, double low, double high);

/* Opens a scene of the library with assignments (rb_assign_all). */
rb_status rb_figure_scene(rb_figure_data *data, const char *id, const char *changes, rb_scene *scene);
/* Runs the scene, sampled every `every` seconds from `from` on, and adds a chart for each of the signals
   (in the form of rb_trace_plan_read); if a run before has made charts, adds a curve to each. */
rb_status rb_figure_run(rb_figure_data *data, const rb_scene *scene, const char *name, double from,
                        double until, double every, const char *signals, rb_run_result *out);

/* Runs a study with the figure's threads and journal; `part` (letters and digits, may be empty) names
   the journal. result->rows is NULL
   when it was cancelled. */
rb_status rb_figure_study(rb_figure_data *data, const char *part, const rb_study *study,
                          rb_study_result *result);

/* The rows of each paper, ended by an id of NULL. */
extern const rb_figure rb_figures_k11[], rb_figures_k12[], rb_figures_k15[], rb_figures_ak18[],
    rb_figures_ka09[];

/* Friction laws as curves over the quarter circle (u, omega) = (sin theta, cos theta), for figures. */

enum { RB_LAW_CURVE_POINTS = 361 };

typedef enum rb_law_component { RB_LAW_TX, RB_LAW_TY, RB_LAW_M } rb_law_component;

typedef struct rb_law_curve {
    const char *law;
    rb_patch patch;
    rb_law_component component;
    double psi;      /* direction of sliding against the major axis, rad */
    double d_c, d_s; /* distortion */
    bool difference; /* only what the distortion adds */
} rb_law_curve;

/* Values at theta = 0 ... 90 degrees; the law is as printed. NULL: out of memory. */
double *rb_law_curve_values(rb_figure_data *data, const rb_law_curve *curve);
/* The same as a curve of the present chart, theta in degrees. */
const double *rb_law_curve_add(rb_figure_data *data, const char *name, const rb_law_curve *curve);

double rb_largest_difference(const double *a, const double *b, int count);

/* A numerical experiment in place of measured data: three runs of one model, seen by the camera of
   K15, and other models fitted to them (K15 section 4). */

enum { RB_EXPERIMENT_MODELS = 16, RB_EXPERIMENT_NESTED = 4 };

/* A special case of a model, or a model close to it. Its solution is one more start of the search for the
   model, so that the model never fits worse than a special case. */
typedef struct rb_nested_model {
    const char *scene;
    const char *values; /* assignments under which the model is the special case; NULL: none */
    /* K15 D is no special case of A. Its solution is known except for a scale: patch size times this, b_T,
       b_M, I2 and d_a divided by it is the same motion of D, and another start for A. 0: as it is */
    double enlarge;
} rb_nested_model;

typedef struct rb_fitted_model {
    const char *scene; /* with the same starts as the truth */
    const char *free;  /* what is free, as `rbsim fit --free` has it */
    rb_nested_model nested[RB_EXPERIMENT_NESTED];
} rb_fitted_model;

typedef struct rb_experiment {
    const char *truth; /* scene whose three starts are the data */
    double until;      /* s */
    int restarts;      /* searches from perturbed values, for each model */
    int count;
    rb_fitted_model models[RB_EXPERIMENT_MODELS];
} rb_experiment;

/* F_o of each model in mm2. Nothing is written when the figure is cancelled. */
rb_status rb_experiment_run(rb_figure_data *data, const rb_experiment *plan, double *F_o);

/* The page of all figures: `rbsim figure all` and `./run reproduce`. */

/* Called before each figure and when it is done; resumed: its files were there already. */
typedef void rb_page_report(void *context, const rb_figure *figure, int index, int count, const char *verdict,
                            bool resumed);

typedef struct rb_page_options {
    const char *folder; /* exists */
    rb_figure_options figures;
    rb_page_report *report; /* may be NULL */
    void *context;
} rb_page_options;

/* Makes ID.svg, ID.pdf, ID.csv and ID.html of every figure, then index.html. A folder without
   index.html is continued: figures whose ID.html was written by this version are kept, and studies
   resume from their journals. *failed: figures with a number outside its bounds. RB_OK with *complete
   false: it was cancelled. */
rb_status rb_page_make(const rb_page_options *options, int *failed, bool *complete, rb_error *err);

#endif
