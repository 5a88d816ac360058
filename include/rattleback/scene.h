/** @file
   A scene: everything that determines a run, as plain data (copy it with =). Files, panels and the
   command line edit scenes and nothing else; rb_scene_check is the one place that validates them.

   The numbers are in sections; each section is described by a parameter table that follows from
   the chosen body, laws and solver. */
#ifndef RATTLEBACK_SCENE_H
#define RATTLEBACK_SCENE_H

#include <stdint.h>

#include "rattleback/body.h"
#include "rattleback/friction.h"
#include "rattleback/normal.h"
#include "rattleback/rolling.h"

RB_BEGIN_DECLS

/** The sections of a scene, in the order of the files. */
typedef enum rb_section {
    RB_SECTION_WORLD,    /**< gravity */
    RB_SECTION_BODY,     /**< of the body kind */
    RB_SECTION_CONTACT,  /**< mu, patch */
    RB_SECTION_NORMAL,   /**< of the normal law */
    RB_SECTION_FRICTION, /**< of the friction law */
    RB_SECTION_ROLLING,  /**< of the rolling law */
    RB_SECTION_START,    /**< of the body kind */
    RB_SECTION_SOLVER,   /**< method, tolerance, end */
    RB_SECTION_BASE,     /**< motion and slope of the table; optional in files */
    RB_SECTION_COUNT
} rb_section;

enum { RB_WORLD_G };

enum {
    RB_CONTACT_MU,
    RB_CONTACT_A,      /**< patch semi-axis, m */
    RB_CONTACT_B,      /**< patch axis ratio */
    RB_CONTACT_SIZE,   /**< rb_patch_size */
    RB_CONTACT_TORQUE, /**< is the drilling torque on? */
};

enum {
    RB_SOLVER_METHOD, /**< rb_solver_method */
    RB_SOLVER_STEP,   /**< step of dp5, s */
    RB_SOLVER_TICK,   /**< tick of the runner, s */
    RB_SOLVER_RTOL,   /**< tolerance of adaptive methods */
    RB_SOLVER_T_END,  /**< end of a headless run, s */
};

enum {
    RB_BASE_MOTION,        /**< rb_base_motion */
    RB_BASE_AMPLITUDE,     /**< m */
    RB_BASE_FREQUENCY,     /**< Hz */
    RB_BASE_PHASE,         /**< rad */
    RB_BASE_DIR_X,         /**< direction of the motion */
    RB_BASE_DIR_Y,         /**< along y */
    RB_BASE_DIR_Z,         /**< upwards */
    RB_BASE_END_FREQUENCY, /**< of a sweep, Hz */
    RB_BASE_SWEEP_TIME,    /**< its duration, s */
    RB_BASE_SLOPE,         /**< of the table, rad */
    RB_BASE_DOWNHILL,      /**< direction of the slope, rad */
};

/** Motions of the base. */
typedef enum rb_base_motion {
    RB_BASE_NONE,     /**< at rest */
    RB_BASE_HARMONIC, /**< A sin(2 pi f t + phase) along a direction */
    RB_BASE_SWEEP,    /**< the same with a frequency that changes linearly */
    RB_BASE_FILE,     /**< rb_scene.base_file */
} rb_base_motion;

/** Integration methods. */
typedef enum rb_solver_method {
    RB_METHOD_DP5,     /**< Dormand-Prince 5(4), fixed steps */
    RB_METHOD_RODAS,   /**< Rodas5P, linearly implicit, adaptive: for stiff motion */
    RB_METHOD_DOP853,  /**< Dormand-Prince 8(5,3), explicit, adaptive */
    RB_METHOD_AUTO,    /**< by measured stiffness: lobatto or radau where their stages are computed in lanes,
                          else dop853 or rodas */
    RB_METHOD_LOBATTO, /**< Lobatto IIIA of order 8 by fixed-point iteration, adaptive */
    RB_METHOD_RADAU,   /**< Radau IIA of order 7, implicit, adaptive: for stiff motion */
} rb_solver_method;

/** Returns the label of a method: "fixed step (RK45)" (dp5), "adaptive" (auto), the names of the others. */
RB_API const char *rb_solver_label(rb_solver_method method);
/** Returns whether the method is offered to experts only: all except dp5 and auto. */
RB_API bool rb_solver_is_expert(rb_solver_method method);

/** A named start: the start section with some of its values changed. */
typedef struct rb_start {
    char name[64];                /**< "Its own way: no reversal" */
    double values[RB_PARAMS_MAX]; /**< of the whole section */
} rb_start;

#define RB_STARTS_MAX 6 /**< other starts at most */

/** A scene. */
typedef struct rb_scene {
    char id[64];                                    /**< see rb_scene_check_id */
    char name[96];                                  /**< for people: "Spin reversal" */
    char description[512];                          /**< one or two sentences */
    char source[96];                                /**< paper and figure */
    const rb_body_kind *body;                       /**< the kind of body */
    const rb_normal_law *normal;                    /**< normal law */
    const rb_friction_law *friction;                /**< friction law */
    const rb_rolling_law *rolling;                  /**< rolling law */
    double values[RB_SECTION_COUNT][RB_PARAMS_MAX]; /**< by section, in the order of its table */
    char base_file[256];                            /**< CSV of the base's motion, or "" */
    int start_count;                                /**< number of other starts */
    rb_start starts[RB_STARTS_MAX];                 /**< the other starts */
} rb_scene;

/** Returns the section's name in files: "contact". */
RB_API const char *rb_section_name(rb_section section);
/** Returns the table that describes the section for this scene. */
RB_API rb_param_table rb_scene_table(const rb_scene *scene, rb_section section);

/** Returns the value of a parameter by its section and its index in the table of the section. */
static inline double rb_scene_value(const rb_scene *scene, rb_section section, int index) {
    return scene->values[section][index];
}

/** Returns the method of the scene. */
RB_API rb_solver_method rb_scene_method(const rb_scene *scene);
/** Selects the method. Scene files name the method for live display, mostly RB_METHOD_DP5 with a fixed
   step; use RB_METHOD_AUTO, which controls its error, for results. rbsim, the Python module and the
   studies do so by default. */
RB_API void rb_scene_set_method(rb_scene *scene, rb_solver_method method);

/** Returns a complete scene with every default: the K11 stone with exact friction. */
RB_API rb_scene rb_default_scene(void);

/** Checks the ranges of all values, and conditions on several of them (does the law fit the patch, is the
   mass centre inside, is the inertia possible). where: file or scene for the message. */
RB_API rb_status rb_scene_check(const rb_scene *scene, const char *where, rb_error *err);

/** Checks an id. It is also a file name without ".json": [a-z0-9._-], not beginning with '.' or '-'. */
RB_API rb_status rb_scene_check_id(const char *id, const char *where, rb_error *err);

/** Sets the nearest step for which the tick is a whole number of steps, as scenes require. */
RB_API void rb_scene_fit_step(rb_scene *scene);

/** Does a change of this row need a restart? Determined by its flag; true for all start values. */
RB_API bool rb_param_needs_restart(const rb_param *row, rb_section section);

/** Returns `wanted`, with the values that need a restart taken from `running`. */
RB_API rb_scene rb_scene_live_part(const rb_scene *wanted, const rb_scene *running);

/** Predicts problems of a valid scene. Returns true, with advice (may be NULL), if the step is too large
   for the motion. */
RB_API bool rb_scene_advice(const rb_scene *scene, rb_error *advice);

/** Sets another kind of body, with its default values and start; other starts are removed. */
RB_API void rb_scene_set_body(rb_scene *scene, const rb_body_kind *body);

/** Sets a law: parameters with the same name and unit keep their values, the others get their defaults. */
RB_API void rb_scene_set_friction(rb_scene *scene, const rb_friction_law *law);
/** The same for the rolling law. */
RB_API void rb_scene_set_rolling(rb_scene *scene, const rb_rolling_law *law);
/** The same for the normal law. */
RB_API void rb_scene_set_normal(rb_scene *scene, const rb_normal_law *law);

/** Applies one of the other starts, by its number (from 1) or its name. */
RB_API rb_status rb_scene_use_start(rb_scene *scene, const char *which, rb_error *err);

/** Checks whether the law fits the patch and the body of the scene, and dissipates energy. On failure err
   has the reason. */
RB_API rb_status rb_scene_law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err);

/** Finds a parameter by name: "contact.mu", or "mu" if it is in one section only. */
RB_API rb_status rb_scene_find(const rb_scene *scene, const char *name, rb_section *section, int *index,
                               rb_error *err);

/** Sets a value by name: a number for mu or contact.mu, the id of a law for friction, a published
   parameter set for friction.set. A name without a section must be unique. */
RB_API rb_status rb_scene_set(rb_scene *scene, const char *name, const char *value, rb_error *err);
/** The same in one text: "mu=0.3", "contact.mu=0.3", "friction=k11-p1", "friction.set=B". */
RB_API rb_status rb_scene_assign(rb_scene *scene, const char *assignment, rb_error *err);

/** Reads a file, format "rattleback-scene" version 1. On failure *scene is unchanged. */
RB_API rb_status rb_scene_read_file(const char *path, rb_scene *scene, rb_error *err);
/** The same from text; path is for messages. */
RB_API rb_status rb_scene_read_text(const char *text, const char *path, rb_scene *scene, rb_error *err);
/** Writes a scene file. A file at this path is replaced; on failure it stays as it was. */
RB_API rb_status rb_scene_write_file(const rb_scene *scene, const char *path, rb_error *err);
/** Returns the scene as JSON text, to be freed by the caller; NULL when out of memory. */
RB_API char *rb_scene_to_text(const rb_scene *scene);
/** Returns a hash of the scene: equal for scenes with equal files. 0 when out of memory. */
RB_API uint64_t rb_scene_hash(const rb_scene *scene);

/** Returns a text of the scene. key: "id", "name", "description", "source", or "body", "law", "rolling",
   "normal" for the ids of body and laws; NULL for another key. */
RB_API const char *rb_scene_string(const rb_scene *scene, const char *key);
/** Returns the end time of a headless run, s. */
RB_API double rb_scene_until(const rb_scene *scene);

RB_END_DECLS

#endif
