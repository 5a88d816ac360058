#include "cli/pictures.h"

static const char *const options[RB_PICTURE_FORMATS] = {"--svg", "--png", "--pdf"};

const rb_option rb_cli_picture_options[] = {
    {.name = "--svg",
     .value = "FILE|-",
     .help = "draw the chart as SVG",
     .read = rb_option_text,
     .offset = offsetof(rb_pictures, paths[0])},
    {.name = "--png",
     .value = "FILE|-",
     .help = "draw the chart as PNG",
     .read = rb_option_text,
     .offset = offsetof(rb_pictures, paths[1])},
    {.name = "--pdf",
     .value = "FILE|-",
     .help = "draw the chart as PDF",
     .read = rb_option_text,
     .offset = offsetof(rb_pictures, paths[2])},
    {0},
};

rb_status rb_pictures_differ(const rb_pictures *pictures, const char *option, const char *path,
                             rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        if (rb_outputs_differ(option, path, options[i], pictures->paths[i], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
        for (int k = 0; k < i; k++) {
            if (rb_outputs_differ(options[k], pictures->paths[k], options[i], pictures->paths[i], err) !=
                RB_OK) {
                return RB_ERR_INPUT;
            }
        }
    }
    return RB_OK;
}

bool rb_pictures_any(const rb_pictures *pictures) {
    bool any = false;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        any = any || pictures->paths[i] != NULL;
    }
    return any;
}

bool rb_pictures_use_stdout(const rb_pictures *pictures) {
    bool any = false;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        any = any || rb_output_is_stdout(pictures->paths[i]);
    }
    return any;
}

bool rb_pictures_begin(rb_pictures *pictures, rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        if (!rb_output_begin(&pictures->outputs[i], pictures->paths[i], err)) {
            rb_pictures_drop(pictures);
            return false;
        }
    }
    return true;
}

void rb_pictures_drop(rb_pictures *pictures) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        rb_output_drop(&pictures->outputs[i]);
        pictures->outputs[i] = (rb_output){0};
    }
}

bool rb_pictures_end(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err) {
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        rb_output *out = &pictures->outputs[i];
        if (out->stream != NULL && !rb_sheet_write(out->stream, (rb_picture_format)i, sheet)) {
            rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", options[i]);
            rb_pictures_drop(pictures);
            return false;
        }
    }
    bool ok = true;
    for (int i = 0; i < RB_PICTURE_FORMATS; i++) {
        ok = rb_output_end(&pictures->outputs[i], ok ? err : NULL) && ok;
    }
    return ok;
}

bool rb_pictures_write(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err) {
    return rb_pictures_begin(pictures, err) && rb_pictures_end(pictures, sheet, err);
}
