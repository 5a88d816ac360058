#include "viewer/config.h"

#include <stdlib.h>

#include "viewer/platform/files.h"
#include "viewer/world/world.h"

rb_config rb_config_default(void) {
    rb_world_style style = rb_world_style_default();
    return (rb_config){
        .first_start = true,
        .width = 1280,
        .height = 720,
        .theme = RB_THEME_LIGHT,
        .ui_scale = 1,
        .speed = 1,
        .show = style.show,
        .arrow_scale = (double)style.arrow_scale,
        .arrow_log = style.arrow_log,
        .trail_seconds = (double)style.trail_seconds,
        .left = 1,
        .right = 1,
        .microscope = 1,
        .left_width = 17.5,
        .right_width = 24,
        .welcome = 1,
    };
}

void rb_config_load(rb_config *config) {
    *config = rb_config_default();
    char *text = rb_settings_read();
    config->first_start = text == NULL;
    if (text != NULL) {
        rb_config_read(config, text);
    }
    free(text);
}

rb_status rb_config_save(const rb_config *config, rb_error *err) {
    char text[RB_CONFIG_TEXT_MAX];
    rb_config_write(config, text);
    return rb_settings_write(text, err);
}
