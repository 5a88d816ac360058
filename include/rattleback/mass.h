/** @file
   Mass properties of a body that is built from solids or given as a closed triangle mesh. docs/files.md
   describes the list of solids and the mesh files. */
#ifndef RATTLEBACK_MASS_H
#define RATTLEBACK_MASS_H

#include "rattleback/scene.h"
#include "rattleback/vec.h"

RB_BEGIN_DECLS

/** Mass, mass centre and inertia, in the axes of the file: those of the contact surface, x along its first
   axis, z up. */
typedef struct rb_mass {
    double mass;         /**< kg */
    rb_vec3 centre;      /**< mass centre, m */
    rb_mat3 inertia;     /**< about the mass centre, kg m2 */
    double principal[3]; /**< principal moments, ascending, kg m2 */
    rb_mat3 axes;        /**< principal axes as columns, in the order of the moments */
    /** Angle about z from x to the horizontal principal axis of the smaller moment, rad, in (-pi/2, pi/2].
       The principal axis nearest to z counts as vertical. 0 if both horizontal moments are equal. */
    double skew;
} rb_mass;

/** Reads a list of solids (.json, format "rattleback-mass") or a mesh (.stl, .obj, .3mf). density, kg/m3,
   and unit, m, are for meshes; unit 0: that of the file, or a millimetre if it has none. */
RB_API rb_status rb_mass_read_file(const char *path, double density, double unit, rb_mass *out,
                                   rb_error *err);
/** Reads a list of solids from text. path: for messages; mesh files of the list are relative to its
   folder. */
RB_API rb_status rb_mass_read_text(const char *text, const char *path, rb_mass *out, rb_error *err);
/** Returns the mass properties of a celt or tippe-top, in the scene's body axes. The centre is relative to
   the centre of the (large) contact surface; skew is measured from the first axis of the surface. */
RB_API rb_status rb_mass_of_scene(const rb_scene *scene, rb_mass *out, rb_error *err);
/** Returns the mass properties of a scene, by id or path, or of a file, as rb_mass_of_scene and
   rb_mass_read_file do. */
RB_API rb_status rb_mass_open(const char *id_or_path, double density, double unit, rb_mass *out,
                              rb_error *err);
/** Returns the number `index` of a result, for bindings: mass, centre (3), inertia (9), principal (3), skew;
   NAN for another index. */
RB_API double rb_mass_number(const rb_mass *mass, int index);

RB_END_DECLS

#endif
