/* Columns of a tangent flow that belong to parameters of the scene. */
#ifndef RB_ANALYSIS_TANGENT_BY_H
#define RB_ANALYSIS_TANGENT_BY_H

#include "analysis/gradient.h"
#include "analysis/tangent.h"
#include "sim/observation.h"

#define RB_TANGENT_DIFFERENCE 6e-6 /* of a parameter, in its unit */

enum { RB_TANGENT_LENGTHS = 3 };

/* The models with a parameter increased and reduced by a difference of each length, and the length that fits
   the present motion. */
typedef struct rb_tangent_models {
    rb_recall model[RB_TANGENT_LENGTHS][2];
    int length;
} rb_tangent_models;

/* Set scene, by, count and first, then call rb_tangent_by_begin. Must not be copied or moved. */
typedef struct rb_tangent_by {
    const rb_scene *scene;
    const rb_gradient_by *by;
    int first; /* column of the first parameter; those before it belong to none */
    int count;
    const rb_model *model; /* of the run */
    rb_recall room;
    rb_tangent_models models[RB_GRADIENT_MAX];
    int64_t evaluations; /* of the derivatives by the parameters */
} rb_tangent_by;

/* Builds the models, and makes the tangent flow depend on the parameters. */
void rb_tangent_by_begin(rb_tangent_by *by, rb_tangent *tangent);
/* The unit of parameter k, in which its column is measured: its value, or 1. */
double rb_tangent_by_unit(const rb_tangent_by *by, int k);
/* The scene, and the model, with parameter k changed by `change` of its unit. */
rb_scene rb_tangent_by_scene(const rb_tangent_by *by, int k, double change);
void rb_tangent_by_model(const rb_tangent_by *by, int k, double change, rb_recall *out);

#endif
