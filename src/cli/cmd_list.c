/* rbsim scenes, laws, params, outcomes: lists. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/output.h"

typedef struct list_request {
    rb_scene scene; /* of params */
    bool json;
    bool formulas; /* of laws */
} list_request;

#define JSON_OPTION                                                                                          \
    RB_OPTION("--json", NULL, "print a JSON list instead of lines", rb_option_flag,                          \
              offsetof(list_request, json))

static const rb_option list_options[] = {
    JSON_OPTION,
    {0},
};

/* Prints the list if JSON was requested, and frees it. */
static int end_list(rb_json *list, bool json) {
    rb_json_end(list);
    if (json) {
        return rb_print_json(list);
    }
    free(rb_json_finish(list));
    return RB_EXIT_OK;
}

static int list_scenes(const rb_command_line *line, void *request) {
    (void)line;
    const list_request *q = request;
    rb_error err;
    rb_library *library = malloc(sizeof *library);
    if (library == NULL) {
        return rb_complain_memory("scenes");
    }
    if (rb_library_load(library, NULL, &err) != RB_OK) {
        free(library);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    rb_json list = {0};
    rb_json_begin_list(&list, NULL);
    for (int i = 0; i < library->count; i++) {
        const rb_scene *scene = &library->scenes[i];
        if (q->json) {
            rb_json_begin_object(&list, NULL);
            rb_json_text(&list, "id", scene->id);
            rb_json_text(&list, "name", scene->name);
            rb_json_text(&list, "description", scene->description);
            rb_json_text(&list, "source", scene->source);
            rb_json_text(&list, "body", scene->body->id);
            rb_json_end(&list);
        } else {
            printf("%-22s %s (%s)\n", scene->id, scene->name, scene->source);
        }
    }
    free(library);
    return end_list(&list, q->json);
}

/* The end of a line: the source, if there is one. */
static void print_source(const char *source) {
    printf(source[0] != '\0' ? " (%s)\n" : "%s\n", source);
}

static const char *pressure_name(rb_pressure pressure) {
    static const char *const names[] = {"point", "hertz", "uniform"};
    return names[pressure];
}

static const char *shape_name(rb_patch_shape shape) {
    static const char *const names[] = {"point", "circle", "ellipse"};
    return names[shape];
}

static void add_law(rb_json *list, const rb_friction_law *law) {
    rb_json_begin_object(list, NULL);
    rb_json_text(list, "id", law->id);
    rb_json_text(list, "name", law->name);
    rb_json_text(list, "description", law->help);
    rb_json_text(list, "source", law->source);
    rb_json_text(list, "formula", law->formula);
    rb_json_text(list, "range", law->range);
    rb_json_text(list, "pressure", pressure_name(law->pressure));
    rb_json_text(list, "patch", shape_name(law->shape));
    rb_json_bool(list, "couples_rolling", law->couples_rolling);
    rb_json_begin_list(list, "sets");
    for (const rb_param_set *set = law->sets; set != NULL && set->name != NULL; set++) {
        rb_json_text(list, NULL, set->name);
    }
    rb_json_end(list);
    rb_json_end(list);
}

/* The formula line by line, then where it holds. */
static void print_formula(const rb_friction_law *law) {
    const char *name = law->id, *line = law->formula != NULL ? law->formula : "";
    while (*line != '\0') {
        size_t length = strcspn(line, "\n");
        printf("%-16s%.*s\n", name, (int)length, line);
        line += length + (line[length] == '\n');
        name = "";
    }
    printf("%-16s(%s)\n", name, law->range != NULL ? law->range : "");
}

static const rb_option law_list_options[] = {
    JSON_OPTION,
    RB_OPTION("--formulas", NULL, "print the formula of each law without rolling, and where it holds",
              rb_option_flag, offsetof(list_request, formulas)),
    {0},
};

static int list_laws(const rb_command_line *line, void *request) {
    (void)line;
    const list_request *q = request;
    rb_json list = {0};
    rb_json_begin_list(&list, NULL);
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (q->json) {
            add_law(&list, law);
        } else if (q->formulas) {
            print_formula(law);
        } else {
            printf("%-16s %s: %s", law->id, law->name, law->help);
            print_source(law->source);
        }
    }
    return end_list(&list, q->json);
}

static void add_param(rb_json *list, const char *section, const rb_param *row, double value) {
    rb_json_begin_object(list, NULL);
    rb_json_text(list, "section", section);
    rb_json_text(list, "name", row->name);
    rb_json_text(list, "symbol", row->symbol);
    rb_json_text(list, "unit", row->unit);
    if (row->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) {
        char text[64];
        rb_param_write(row, value, text, sizeof text);
        rb_json_text(list, "value", text);
    } else {
        rb_json_number(list, "value", value);
        rb_json_number(list, "min", row->min);
        rb_json_number(list, "max", row->max);
        rb_json_number(list, "default", row->def);
    }
    rb_json_text(list, "description", row->help);
    rb_json_text(list, "source", row->source);
    rb_json_end(list);
}

static void print_param(const char *section, const rb_param *row, double value) {
    char name[96];
    char text[64];
    snprintf(name, sizeof name, "%s.%s", section, row->name);
    rb_param_write(row, value, text, sizeof text);
    printf("%-20s %-12s %-8s %s", name, text, row->unit, row->help);
    if (row->flags & RB_PARAM_CHOICE) {
        for (int i = 0; row->choices[i] != NULL; i++) {
            printf("%s%s", i == 0 ? " [" : ", ", row->choices[i]);
        }
        printf("]");
    } else if (!(row->flags & RB_PARAM_BOOL)) {
        printf(" [%g to %g]", row->min, row->max);
    }
    print_source(row->source);
}

static int list_params(const rb_command_line *line, void *request) {
    (void)line;
    const list_request *q = request;
    const rb_scene *scene = &q->scene;
    rb_json list = {0};
    rb_json_begin_list(&list, NULL);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(scene, (rb_section)s);
        const char *section = rb_section_name((rb_section)s);
        for (int i = 0; i < table.count; i++) {
            if (q->json) {
                add_param(&list, section, &table.rows[i], scene->values[s][i]);
            } else {
                print_param(section, &table.rows[i], scene->values[s][i]);
            }
        }
    }
    return end_list(&list, q->json);
}

/* The kinds of bodies that have the outcome; "" where all do. */
static void bodies_of(const rb_outcome *outcome, char *text, size_t size) {
    size_t used = 0;
    int kinds = 0;
    text[0] = '\0';
    for (int i = 0; i < rb_body_kind_count() && used < size; i++) {
        if (rb_outcome_fits(outcome, rb_body_kind_at(i))) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", kinds++ > 0 ? ", " : "",
                                     rb_body_kind_at(i)->id);
        }
    }
    if (kinds == rb_body_kind_count()) {
        text[0] = '\0';
    }
}

static void outcome_json(rb_json *list, const rb_outcome *outcome) {
    char bodies[96];
    bodies_of(outcome, bodies, sizeof bodies);
    rb_json_begin_object(list, NULL);
    rb_json_text(list, "name", outcome->name);
    rb_json_text(list, "symbol", outcome->symbol);
    rb_json_text(list, "unit", outcome->unit);
    rb_json_text(list, "description", outcome->help);
    rb_json_text(list, "body", bodies[0] != '\0' ? bodies : NULL);
    rb_json_end(list);
}

static int list_outcomes(const rb_command_line *line, void *request) {
    (void)line;
    const list_request *q = request;
    rb_json list = {0};
    rb_json_begin_list(&list, NULL);
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *outcome = rb_outcome_at(i);
        if (q->json) {
            outcome_json(&list, outcome);
        } else {
            printf("%-24s %-6s %s", outcome->name, outcome->unit, outcome->help);
            char bodies[96];
            bodies_of(outcome, bodies, sizeof bodies);
            print_source(bodies);
        }
    }
    return end_list(&list, q->json);
}

const rb_cli_command rb_cli_scenes = {
    .name = "scenes",
    .summary = "List the scenes",
    .options = list_options,
    RB_REQUEST(list_request),
    .run = list_scenes,
};

const rb_cli_command rb_cli_laws = {
    .name = "laws",
    .summary = "List the friction laws",
    .options = law_list_options,
    RB_REQUEST(list_request),
    .run = list_laws,
};

const rb_cli_command rb_cli_params = {
    .name = "params",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "List the parameters of a scene: value, unit, range, meaning",
    .options = list_options,
    RB_SCENE_REQUEST(list_request, scene),
    .run = list_params,
};

const rb_cli_command rb_cli_outcomes = {
    .name = "outcomes",
    .summary = "List the outcomes, the numbers in the summary of a run: unit, meaning",
    .options = list_options,
    RB_REQUEST(list_request),
    .run = list_outcomes,
};
