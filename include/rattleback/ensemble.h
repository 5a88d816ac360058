/** @file
   Ensembles: a scene run many times with some parameters a little more or less, and the band that its
   signals stay in. Run number 0 is the scene itself. */
#ifndef RATTLEBACK_ENSEMBLE_H
#define RATTLEBACK_ENSEMBLE_H

#include "rattleback/study_spec.h"

RB_BEGIN_DECLS

/** Varies a parameter: "mu=5%" up to 5 % of its value more or less, "omega2=0.05" by so much; a sign
   of plus and minus may stand before the number. */
RB_API rb_status rb_ensemble_vary(rb_study_spec *ensemble, const char *option, const char *text,
                                  rb_error *err);
/** Adds signals by their names, separated by commas. */
RB_API rb_status rb_ensemble_add_signals(rb_study_spec *ensemble, const char *option, const char *names,
                                         rb_error *err);

/** The time of a sample, s. */
RB_API double rb_ensemble_time(const rb_study_spec *ensemble, int sample);
/** Makes a study of it; definition is to be freed, and title is its first line. */
RB_API rb_status rb_ensemble_study(const rb_study_spec *ensemble, const char *title, rb_study *study,
                                   char **definition, rb_error *err);

/** Where the signals of many runs lie at one time. */
typedef struct rb_band {
    double own;       /**< the scene itself */
    double median;    /**< half of the runs are below */
    double low, high; /**< 5 % are below, 95 % */
    int count;        /**< runs that have a value then */
} rb_band;

/** The band of a signal (index in signals) at a sample; NAN where there is none. scratch has room for
   as many numbers as there are runs. */
RB_API rb_band rb_ensemble_band(const rb_study_spec *ensemble, const rb_study_result *result, int signal,
                                int sample, double *scratch);

RB_END_DECLS

#endif
