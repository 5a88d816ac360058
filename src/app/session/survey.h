/* A survey: outcomes over two parameters (a map), over one (a curve for each law or other value of a list),
   or a bifurcation diagram, computed in the background or read from a file of rbsim. It fills while it is
   looked at. */
#ifndef RB_APP_SESSION_SURVEY_H
#define RB_APP_SESSION_SURVEY_H

#include <rattleback/bifurcation.h>
#include <stdio.h>

#include "analysis/basins.h"
#include "app/session/task.h"

#define RB_SURVEY_SIDE 2000    /* values of a parameter at most: larger ones are rbsim's */
#define RB_SURVEY_JOBS 1000000 /* in all */
#define RB_SURVEY_CURVES 8     /* at most: as many as there are colours of runs */
#define RB_SURVEY_VALUES 4     /* outcomes of the form at most */
#define RB_SURVEY_PATH 512

typedef enum rb_survey_kind {
    RB_SURVEY_MAP,     /* outcomes over two parameters; basins: attractors over two start values */
    RB_SURVEY_SWEEP,   /* over one, for every value of a list if there is one */
    RB_SURVEY_DIAGRAM, /* where a run meets its section, over one */
} rb_survey_kind;

/* A survey in the words of an action: ranges are "NAME=FROM:TO:COUNT". */
typedef struct rb_survey_words {
    const char *x, *y;     /* y: of a map, or the list of several curves (law=A,B), else NULL */
    const char *value;     /* outcomes, separated by commas; NULL: a diagram */
    double until;          /* s, end of the runs; 0: the scene's */
    const char *section;   /* of a diagram; NULL: the body's own */
    int transient, points; /* of a diagram */
} rb_survey_words;

typedef struct rb_survey {
    rb_survey_kind kind;
    rb_study_spec what;        /* the sweep in it is that of all three; its scene has the fast method */
    rb_scene scene;            /* as it was asked for */
    char title[240];           /* for people */
    char file[RB_SURVEY_PATH]; /* that it was read from; "": computed here */
    rb_task task;
    double *rows; /* by job, as the studies have them */
    unsigned char *done;
    int64_t count, done_count;
    int width;
    int64_t diverged;
    int x_at;    /* the axis along x */
    int list_at; /* the axis with a curve for each of its values; -1: one curve */
    int shown;   /* outcome that a map shows */
    double low[RB_SWEEP_VALUES], high[RB_SWEEP_VALUES]; /* of each outcome; low > high: nothing yet */
    rb_basins basins;                                   /* of the rows so far; cell NULL: none */
    uint64_t basins_of;                                 /* version of which they are */
    uint64_t id;                                        /* of no other one */
    uint64_t version;                                   /* another one when there is more to show */
    struct rb_survey *before;                           /* that this one is a part of: to go back to */
} rb_survey;

static inline bool rb_survey_is_basins(const rb_survey *s) {
    return s->what.kind == RB_SPEC_BASINS;
}
/* Identifies the attractors of basins again if there are more rows. */
void rb_survey_update_basins(rb_survey *survey);
/* The attractor of a job, from 0; -1: unresolved or not computed. */
int rb_survey_attractor(const rb_survey *survey, int64_t job);
/* "attractor 2: an orbit of period 3" */
void rb_survey_basin_words(const rb_survey *survey, int64_t job, char *text, size_t size);

/* The study of a scene that the words of an action define. */
rb_status rb_survey_define(const rb_scene *scene, const rb_survey_words *words, rb_study_spec *spec,
                           rb_error *err);
/* Begins one; NULL on failure. */
rb_survey *rb_survey_begin(const rb_study_spec *spec, bool threaded, rb_error *err);
/* The same over a part of its ranges, with as many values: what is seen finer. `before` stays where it
   is. */
rb_survey *rb_survey_finer(const rb_survey *survey, double x0, double x1, double y0, double y1, bool threaded,
                           rb_error *err);
/* Reads a table that rbsim sweep, map or bifurcation has written, or rb_survey_write. Its head has the
   definition of the study, scene included. */
rb_survey *rb_survey_read(const char *path, rb_error *err);
/* Does the file begin as those do? */
bool rb_survey_is_file(const char *path);
/* Frees it and those before it, and waits until no thread uses them. NULL is fine. */
void rb_survey_free(rb_survey *survey);

/* The CSV of what there is, byte for byte as rbsim writes it. */
bool rb_survey_write(FILE *out, const rb_survey *survey); /* false when out of memory */
/* The same as a picture, SVG. */
bool rb_survey_draw(FILE *out, const rb_survey *survey);

const rb_axis *rb_survey_x(const rb_survey *survey);
const rb_axis *rb_survey_y(const rb_survey *survey); /* of a map; else NULL */
/* The job nearest to a place, -1: it lies outside. y: of a map, or the number of the curve, from 0. */
int64_t rb_survey_job_at(const rb_survey *survey, double x, double y);
/* Outcomes of every run; 1 for a diagram. */
int rb_survey_values(const rb_survey *survey);
/* One of them; NAN: it is not there, or did not happen. Not of a diagram. */
double rb_survey_value(const rb_survey *survey, int64_t job, int value);
/* The number of curves, the name of one ("tanh, circle", "μ 0.3"), and the job of its point at this index. */
int rb_survey_curves(const rb_survey *survey);
void rb_survey_curve_name(const rb_survey *survey, int curve, char *text, size_t size);
int64_t rb_survey_curve_job(const rb_survey *survey, int curve, int index);
/* Points of a column of a diagram: how many, x and y of each one after the other. */
int rb_survey_points(const rb_survey *survey, int64_t job, const double **points);
/* The period of a column, in points; 0: none was found. */
int rb_survey_period(const rb_survey *survey, int64_t job);
/* The scene of a job, integrated as the one that was asked for. */
rb_scene rb_survey_scene(const rb_survey *survey, int64_t job);

/* ---- for the files that make one */
/* Takes kind, scene and title from its study; refuses one that the window cannot show. */
rb_status rb_survey_use(rb_survey *survey, const char *where, rb_error *err);
rb_status rb_survey_allocate(rb_survey *survey, rb_error *err);
int rb_survey_index_at(const rb_axis *axis, double value); /* nearest; -1: outside, or not in the list */
void rb_survey_take(void *survey, int64_t job, const double *row);

#endif
