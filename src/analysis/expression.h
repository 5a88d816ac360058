/* Outcomes by expression, such as "max(abs(omega3)) / E_initial" (docs/studies.md#expressions). A text is
   parsed and its units are checked once; runs evaluate a small program for a stack. */
#ifndef RB_ANALYSIS_EXPRESSION_H
#define RB_ANALYSIS_EXPRESSION_H

#include "rattleback/outcomes.h"
#include "rattleback/run.h"

enum {
    RB_EXPRESSION_TEXT = 256, /* bytes of a text, with the final 0 */
    RB_EXPRESSION_CODE = 48,  /* instructions of a program, and numbers on its stack, at most */
    RB_EXPRESSION_PARTS = 8,  /* numbers that are collected over time, at most */
    RB_EXPRESSION_DEPTH = 24, /* nested brackets and signs at most */
};

typedef enum rb_operation {
    RB_OP_NUMBER,
    RB_OP_SIGNAL,
    RB_OP_OUTCOME,
    RB_OP_PARAMETER,
    RB_OP_PART, /* a number that was collected over time */
    RB_OP_ADD,
    RB_OP_SUBTRACT,
    RB_OP_MULTIPLY,
    RB_OP_DIVIDE,
    RB_OP_POWER,
    RB_OP_MIN, /* of two numbers */
    RB_OP_MAX,
    RB_OP_NEGATE,
    RB_OP_ABS,
    RB_OP_SQRT,
} rb_operation;

typedef struct rb_instruction {
    rb_operation operation;
    int index;                 /* of the part, or of the parameter in its section */
    rb_section section;        /* of the parameter */
    double number;             /* the constant */
    const rb_signal *signal;   /* the signal */
    const rb_outcome *outcome; /* the outcome */
    const rb_param *parameter; /* its row: a scene with another law may not have it */
} rb_instruction;

typedef struct rb_program {
    int count;
    rb_instruction code[RB_EXPRESSION_CODE];
} rb_program;

typedef enum rb_collection {
    RB_COLLECT_MIN,
    RB_COLLECT_MAX,
    RB_COLLECT_MEAN,
    RB_COLLECT_AT,
    RB_COLLECT_WHEN,  /* s, first change of sign of the program */
    RB_COLLECT_EVENT, /* s, first event of that name */
    RB_COLLECT_COUNT, /* of events of that name */
} rb_collection;

/* A number that is collected over the time of a run. */
typedef struct rb_expression_part {
    rb_collection collection;
    double t;           /* s, of RB_COLLECT_AT */
    char event[32];     /* name of the event, with _ for - */
    rb_program program; /* of the signals at an instant */
} rb_expression_part;

typedef struct rb_expression {
    rb_outcome outcome; /* first member. name: the text without spaces; read gives NAN */
    char text[RB_EXPRESSION_TEXT];
    char unit[96];
    rb_program program; /* of outcomes, parameters and parts */
    int part_count;
    rb_expression_part parts[RB_EXPRESSION_PARTS];
    const struct rb_expression *next; /* in the list of all */
} rb_expression;

/* Copies the next item of a list separated by commas outside of brackets. Returns false at the end; an item
   that does not fit is cut. */
bool rb_expression_next(const char **rest, char *item, size_t size);
/* Is the text more than a name? */
bool rb_is_expression(const char *text);

/* Parses a text and checks its units; the caller frees it. NULL: a message as below. */
rb_expression *rb_expression_parse(const rb_scene *scene, const char *option, const char *text,
                                   rb_error *err);
/* Returns the outcome that the text defines for this scene's body and laws, or NULL with a message that
   begins with `option` and has the position. Expressions live until the program ends; the same text gives the
   same outcome. */
const rb_outcome *rb_expression_outcome(const rb_scene *scene, const char *option, const char *text,
                                        rb_error *err);
/* Returns the expression of an outcome; NULL for outcomes of the table. */
const rb_expression *rb_expression_of(const rb_outcome *outcome);

/* Which expressions a run computes. */
typedef struct rb_expression_request {
    double until;                               /* s */
    const rb_outcome *const *outcomes;          /* those of the table are left out */
    int count;                                  /* at most RB_SWEEP_VALUES */
    bool (*cancelled)(void *context, double t); /* may be NULL */
    void *context;                              /* of cancelled */
} rb_expression_request;

/* Runs a scene that rb_scene_check has accepted and computes the expressions; values of other outcomes do not
   change. The observed instants are the ticks of the scene (or fewer, from a million on) and the times of
   at(). */
rb_status rb_expressions_run(const rb_scene *scene, const rb_expression_request *request,
                             rb_run_result *result, double *values, rb_error *err);

/* Returns the outcome of this name that fits the body and does not depend on the machine; or NULL. */
const rb_outcome *rb_expression_find_outcome(const rb_body_kind *body, const char *name);
/* Does the body have an event of this name? '_' in the name is '-' or '_'. */
bool rb_expression_has_event(const rb_body_kind *body, const char *name);
/* Writes the text without spaces, with ; for commas, so that it can be a column of a table. False: too long.
 */
bool rb_expression_name(const char *text, char *out, size_t size);

/* Reads a unit as powers of m, kg and s (rad and % are 1). Returns false if it is not known. */
bool rb_unit_read(const char *unit, double powers[3]);

#endif
