/* Shared by the appearances of bodies. */
#ifndef RB_APP_APPEARANCE_LOOKS_H
#define RB_APP_APPEARANCE_LOOKS_H

#include "app/appearance/appearance.h"
#include "math/vec.h"

/* Returns a length that can be drawn, for any number. */
double rb_look_length(double v);

/* Returns the number, or 0 if it is not finite. */
double rb_look_finite(double v);

/* A value of the scene's body by its name; 0 if there is none. */
double rb_look_value(const rb_scene *scene, const char *name);
/* The size of the initial angular velocity, rad/s. */
double rb_look_start_omega(const rb_scene *scene);

/* Adds a part; ignored if there is no room. */
void rb_look_add(rb_body_look *look, rb_part part);

/* A stone with the shape of half an ellipsoid, or of two that a bar joins. */
typedef struct rb_celt_measures {
    rb_vec3 a, k; /* semi-axes; mass centre -> centre */
    double alpha; /* turn of the body axes against the ellipsoid's */
    double ends;  /* distance of the centres of two ends; 0: one half ellipsoid */
    double rod;   /* 1 with the skew rod of the experiment on it, -1 skewed the other way, 0 none */
} rb_celt_measures;
void rb_celt_look(const rb_celt_measures *m, rb_body_look *out);

/* Large sphere of radius R, hollowed around a stem with the small sphere (radius r, 0: none) on it;
   their centres at the heights a0 and a1 over the mass centre. */
void rb_top_look(double R, double r, double a0, double a1, rb_body_look *out);

/* The rows of the table in appearance.c. */
extern const rb_appearance rb_appearance_celt;    /* celt_look.c */
extern const rb_appearance rb_appearance_top;     /* top_look.c */
extern const rb_appearance rb_appearance_disk;    /* disk_look.c */
extern const rb_appearance rb_appearance_bearing; /* bearing_look.c */

#endif
