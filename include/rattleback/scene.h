/** @file
   A scene: everything that determines a run, as plain data (copy it with =). Files, panels and the
   command line edit scenes and nothing else; rb_scene_check is the one place that validates them.

   The numbers are in sections; each section is described by a parameter table that follows from
   the chosen body, laws and solver. */
#ifndef RATTLEBACK_SCENE_H
#define RATTLEBACK_SCENE_H

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
    RB_SECTION_SOLVER,
    RB_SECTION_COUNT
} rb_section;

enum { RB_WORLD_G };

enum {
    RB_CONTACT_MU,
    RB_CONTACT_A,      /**< patch semi-axis, m */
    RB_CONTACT_B,      /**< patch axis ratio */
    RB_CONTACT_SIZE,   /**< rb_patch_size */
    RB_CONTACT_TORQUE, /**< does the drilling torque act? */
};

enum {
    RB_SOLVER_METHOD, /**< rb_solver_method */
    RB_SOLVER_STEP,   /**< dp5's substep, s */
    RB_SOLVER_TICK,   /**< what the runner advances by, s */
    RB_SOLVER_RTOL,   /**< tolerance of adaptive methods */
    RB_SOLVER_T_END,  /**< where a headless run ends, s */
};

/** The ways to integrate. */
typedef enum rb_solver_method {
    RB_METHOD_DP5,     /**< Dormand-Prince 5(4), fixed steps */
    RB_METHOD_RODAS,   /**< Rodas5P, linearly implicit, adaptive: for what is stiff */
    RB_METHOD_DOP853,  /**< Dormand-Prince 8(5,3), explicit, adaptive */
    RB_METHOD_AUTO,    /**< by measured stiffness: lobatto or radau where their stages are made side by
                               side, else dop853 or rodas */
    RB_METHOD_LOBATTO, /**< Lobatto IIIA of order 8 by plain iteration, adaptive */
    RB_METHOD_RADAU,   /**< Radau IIA of order 7, implicit, adaptive: for what is stiff */
} rb_solver_method;

/** What the method is called for people: "fixed step (RK45)" (dp5), "adaptive" (auto), and the others by
 * name. */
RB_API const char *rb_solver_label(rb_solver_method method);
/** Is it offered only to those who ask for all methods? All but dp5 and auto are. */
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
    const rb_body_kind *body;                       /**< what moves */
    const rb_normal_law *normal;                    /**< what carries it */
    const rb_friction_law *friction;                /**< what brakes it */
    const rb_rolling_law *rolling;                  /**< what brakes its rolling */
    double values[RB_SECTION_COUNT][RB_PARAMS_MAX]; /**< by section, in the order of its table */
    int start_count;                                /**< other starts the scene offers */
    rb_start starts[RB_STARTS_MAX];                 /**< these */
} rb_scene;

/** The section's name in files ("contact") and its table for this scene. */
RB_API const char *rb_section_name(rb_section section);
/** The table that describes the section for this scene. */
RB_API rb_param_table rb_scene_table(const rb_scene *scene, rb_section section);

static inline double rb_scene_value(const rb_scene *scene, rb_section section, int index) {
    return scene->values[section][index];
}

/** The method that integrates the scene. */
RB_API rb_solver_method rb_scene_method(const rb_scene *scene);
/** Selects the method. Scene files name the method for live display, mostly RB_METHOD_DP5 with a fixed
   step; use RB_METHOD_AUTO, which controls its error, for results. rbsim, the Python module and the
   studies do so by default. */
RB_API void rb_scene_set_method(rb_scene *scene, rb_solver_method method);

/** Returns a complete scene with every default: the K11 stone with exact friction. */
RB_API rb_scene rb_default_scene(void);

/** Ranges of every value, and conditions beyond single ranges (does the law fit the patch, is the mass
   centre inside, is the inertia possible). where is the file or scene named in the message. */
RB_API rb_status rb_scene_check(const rb_scene *scene, const char *where, rb_error *err);

/** An id is a file's name as well, without ".json": [a-z0-9._-], not beginning with '.' or '-'. */
RB_API rb_status rb_scene_check_id(const char *id, const char *where, rb_error *err);

/** Takes the nearest step that makes the tick a whole number of steps, as the scene must have it. */
RB_API void rb_scene_fit_step(rb_scene *scene);

/** Does a change of this row wait for the next restart? Rows say so by their flag; all of the start
   does. */
RB_API bool rb_param_needs_restart(const rb_param *row, rb_section section);

/** What can take effect during a run: `wanted`, except for the values that wait for a restart,
   which are those of `running`. */
RB_API rb_scene rb_scene_live_part(const rb_scene *wanted, const rb_scene *running);

/** What the numbers of a valid scene already say about its run. True, and what to change in advice
   (which may be NULL), where the step is too large to follow the motion. */
RB_API bool rb_scene_advice(const rb_scene *scene, rb_error *advice);

/** Another kind of body, with its default values and start; starts that the scene offered go. */
RB_API void rb_scene_set_body(rb_scene *scene, const rb_body_kind *body);

/** Switch a law: parameters of the same name and unit keep their value, the others take their
   default. */
RB_API void rb_scene_set_friction(rb_scene *scene, const rb_friction_law *law);
/** The same for the rolling law. */
RB_API void rb_scene_set_rolling(rb_scene *scene, const rb_rolling_law *law);
/** The same for the normal law. */
RB_API void rb_scene_set_normal(rb_scene *scene, const rb_normal_law *law);

/** Takes one of the starts the scene offers, by its number (from 1) or its name. */
RB_API rb_status rb_scene_use_start(rb_scene *scene, const char *which, rb_error *err);

/** Does the law fit the scene's patch and body, and take energy rather than feed it? On failure the
   reason is in err. */
RB_API rb_status rb_scene_law_fits(const rb_scene *scene, const rb_friction_law *law, rb_error *err);

/** Where the parameter of this name stands: "contact.mu", or "mu" if it is in one section only. */
RB_API rb_status rb_scene_find(const rb_scene *scene, const char *name, rb_section *section, int *index,
                               rb_error *err);

/** A value by name: mu and contact.mu a number, friction the id of a law, friction.set a published
   parameter set. A bare name must be unique over the sections. */
RB_API rb_status rb_scene_set(rb_scene *scene, const char *name, const char *value, rb_error *err);
/** The same in one text: "mu=0.3", "contact.mu=0.3", "friction=k11-p1", "friction.set=B". */
RB_API rb_status rb_scene_assign(rb_scene *scene, const char *assignment, rb_error *err);

/** Files, format "rattleback-scene" version 1. Reading leaves *scene untouched on failure. */
RB_API rb_status rb_scene_read_file(const char *path, rb_scene *scene, rb_error *err);
/** The same from text; path is what messages name. */
RB_API rb_status rb_scene_read_text(const char *text, const char *path, rb_scene *scene, rb_error *err);
/** Writes the file. */
RB_API rb_status rb_scene_write_file(const rb_scene *scene, const char *path, rb_error *err);
/** The scene as JSON text, to be freed by the caller; NULL when out of memory. */
RB_API char *rb_scene_to_text(const rb_scene *scene);

/** Returns a text of the scene. key: "id", "name", "description", "source", or "body", "law", "rolling",
   "normal" for the ids of what was chosen; NULL for another key. */
RB_API const char *rb_scene_string(const rb_scene *scene, const char *key);
/** Returns the time at which the scene says that a headless run ends, s. */
RB_API double rb_scene_until(const rb_scene *scene);

RB_END_DECLS

#endif
