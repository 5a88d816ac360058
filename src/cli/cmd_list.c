/* rbsim scenes, laws, params: what there is. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "cli/cli.h"
#include "cli/json.h"

/* Takes "--json" and nothing else. */
static bool only_json(rb_args *args, bool *json, rb_error *err) {
    *json = false;
    while (args->next < args->count) {
        if (rb_args_option(args, "--json", NULL, err) == 0) {
            rb_args_unknown(args, err);
            return false;
        }
        *json = true;
    }
    return true;
}

int rb_command_scenes(rb_args *args) {
    rb_error err;
    bool json;
    if (!only_json(args, &json, &err)) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    rb_library *library = malloc(sizeof *library);
    if (library == NULL || rb_library_load(library, NULL, &err) != RB_OK) {
        free(library);
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    cJSON *root = json ? cJSON_CreateArray() : NULL;
    for (int i = 0; i < library->count; i++) {
        const rb_scene *scene = &library->scenes[i];
        if (json) {
            cJSON *item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "id", scene->id);
            cJSON_AddStringToObject(item, "name", scene->name);
            cJSON_AddStringToObject(item, "description", scene->description);
            cJSON_AddStringToObject(item, "source", scene->source);
            cJSON_AddStringToObject(item, "body", scene->body->id);
            cJSON_AddItemToArray(root, item);
        } else {
            printf("%-22s %s (%s)\n", scene->id, scene->name, scene->source);
        }
    }
    free(library);
    return json ? rb_print_json(root) : RB_EXIT_OK;
}

/* The end of a line: where a thing comes from, if it comes from anywhere. */
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

int rb_command_laws(rb_args *args) {
    rb_error err;
    bool json;
    if (!only_json(args, &json, &err)) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    cJSON *root = json ? cJSON_CreateArray() : NULL;
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        if (!json) {
            printf("%-16s %s: %s", law->id, law->name, law->help);
            print_source(law->source);
            continue;
        }
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "id", law->id);
        cJSON_AddStringToObject(item, "name", law->name);
        cJSON_AddStringToObject(item, "description", law->help);
        cJSON_AddStringToObject(item, "source", law->source);
        cJSON_AddStringToObject(item, "pressure", pressure_name(law->pressure));
        cJSON_AddStringToObject(item, "patch", shape_name(law->shape));
        cJSON_AddBoolToObject(item, "couples_rolling", law->couples_rolling);
        cJSON *sets = cJSON_AddArrayToObject(item, "sets");
        for (const rb_param_set *set = law->sets; set != NULL && set->name != NULL; set++) {
            cJSON_AddItemToArray(sets, cJSON_CreateString(set->name));
        }
        cJSON_AddItemToArray(root, item);
    }
    return json ? rb_print_json(root) : RB_EXIT_OK;
}

static void format_value(const rb_param *row, double value, char *text, size_t size) {
    if (row->flags & RB_PARAM_CHOICE) {
        snprintf(text, size, "%s", row->choices[(int)value]);
    } else if (row->flags & RB_PARAM_BOOL) {
        snprintf(text, size, "%s", value != 0 ? "true" : "false");
    } else {
        snprintf(text, size, "%.10g", value);
    }
}

static cJSON *param_json(const char *section, const rb_param *row, double value) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "section", section);
    cJSON_AddStringToObject(item, "name", row->name);
    cJSON_AddStringToObject(item, "symbol", row->symbol);
    cJSON_AddStringToObject(item, "unit", row->unit);
    if (row->flags & (RB_PARAM_CHOICE | RB_PARAM_BOOL)) {
        char text[64];
        format_value(row, value, text, sizeof text);
        cJSON_AddStringToObject(item, "value", text);
    } else {
        cJSON_AddNumberToObject(item, "value", value);
        cJSON_AddNumberToObject(item, "min", row->min);
        cJSON_AddNumberToObject(item, "max", row->max);
        cJSON_AddNumberToObject(item, "default", row->def);
    }
    cJSON_AddStringToObject(item, "description", row->help);
    cJSON_AddStringToObject(item, "source", row->source);
    return item;
}

static void print_param(const char *section, const rb_param *row, double value) {
    char name[96];
    char text[64];
    snprintf(name, sizeof name, "%s.%s", section, row->name);
    format_value(row, value, text, sizeof text);
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

int rb_command_params(rb_args *args) {
    rb_error err;
    rb_scene scene;
    bool json;
    int code = rb_take_scene(args, "params", &scene);
    if (code != RB_EXIT_OK) {
        return code;
    }
    if (!only_json(args, &json, &err)) {
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    cJSON *root = json ? cJSON_CreateArray() : NULL;
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        rb_param_table table = rb_scene_table(&scene, (rb_section)s);
        const char *section = rb_section_name((rb_section)s);
        for (int i = 0; i < table.count; i++) {
            if (json) {
                cJSON_AddItemToArray(root, param_json(section, &table.rows[i], scene.values[s][i]));
            } else {
                print_param(section, &table.rows[i], scene.values[s][i]);
            }
        }
    }
    return json ? rb_print_json(root) : RB_EXIT_OK;
}
