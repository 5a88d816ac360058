/* Searches over the parameters of a design for a behaviour, and ensembles about a design: studies whose jobs
   are simulations of candidates on tables of different friction. */
#ifndef RB_PRINT_SEARCH_H
#define RB_PRINT_SEARCH_H

#include "plot/canvas.h"
#include "print/print.h"
#include "rattleback/study.h"

typedef enum rb_stone_goal {
    RB_GOAL_WITHIN, /* the smallest skew with which it reverses within a time on every table */
    RB_GOAL_MOST,   /* as many reversals as possible, on the worst table */
    RB_GOAL_BOTH,   /* reverses from both directions of spin, as early as possible */
    RB_GOALS
} rb_stone_goal;
extern const char *const rb_stone_goal_ids[RB_GOALS + 1]; /* "within", "most", "both", NULL */

typedef struct rb_stone_ask {
    rb_stone_goal goal;
    double within;            /* s, of RB_GOAL_WITHIN */
    double spread;            /* of friction, as a share */
    double until;             /* s: end of the runs */
    double longest, heaviest; /* m, kg; 0: no limit */
    double tolerance;         /* m: of printed and measured lengths in an ensemble */
    int ensemble;             /* members */
} rb_stone_ask;

rb_stone_ask rb_stone_default_ask(void);

/* A study: of candidates, or with `ensemble` of printed copies of the design. It must outlive its rb_study.
 */
typedef struct rb_stone_study {
    rb_stone_design design;
    rb_scene scene;
    rb_stone_ask ask;
    bool ensemble;
    int sizes;    /* candidates: sizes x places along the stone x skews */
    double sign;  /* of the skews */
    double scale; /* of the largest size */
} rb_stone_study;

/* What is known of a candidate: a row of the study. */
enum { RB_CANDIDATE_PLACES = 3, RB_CANDIDATE_SKEWS = 14 };
typedef struct rb_stone_candidate {
    double possible; /* 0: it is not; then nothing else holds */
    double skew, mass, length;
    double reversal[2][RB_STONE_TABLES];  /* s, in the scene's direction and in the other; INFINITY: none */
    double reversals[2][RB_STONE_TABLES]; /* how many */
} rb_stone_candidate;

/* Prepares the study of candidates, or of the ensemble, about a design. */
rb_status rb_stone_study_begin(rb_stone_study *study, const rb_stone_design *design, const rb_scene *scene,
                               const rb_stone_ask *ask, bool ensemble, rb_error *err);
rb_study rb_stone_study_of(const rb_stone_study *study);
/* The design of a job. False: it is impossible. */
bool rb_stone_study_design(const rb_stone_study *study, int64_t job, rb_stone_design *out);

/* Latest first reversal on the tables, in one direction (0 or 1). */
double rb_candidate_latest(const rb_stone_candidate *candidate, int direction);
/* The job that fulfils the wish best; -1: none does. */
int rb_stone_study_best(const rb_stone_study *study, const rb_stone_candidate *rows, int count);
/* The message if none does. */
rb_status rb_stone_study_refuse(const rb_stone_study *study, rb_error *err);

/* The band of an ensemble. */
rb_stone_band rb_stone_band_of(const rb_stone_candidate *rows, int count);

/* Run the study on all cores: all rows, to be freed in any case; the band of printed copies of a design. */
rb_status rb_stone_study_run(const rb_stone_study *study, rb_stone_candidate **rows, int *count,
                             rb_error *err);
rb_status rb_stone_copies(const rb_stone_design *design, const rb_scene *scene, const rb_stone_ask *ask,
                          rb_stone_band *band, rb_error *err);

/* The trade-off: reversal time over skew, for the places and the size of one job. Points in the order of the
   skew; returns how many. */
int rb_stone_trade_off(const rb_stone_study *study, const rb_stone_candidate *rows, int job,
                       double skew[RB_CANDIDATE_SKEWS], double time[RB_STONE_TABLES][RB_CANDIDATE_SKEWS]);
/* Draws it. False: out of memory. */
bool rb_stone_draw_trade_off(FILE *out, rb_picture_format format, const rb_stone_study *study,
                             const rb_stone_candidate *rows, int job);

#endif
