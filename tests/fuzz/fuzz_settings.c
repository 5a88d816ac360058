/* The bytes are the viewer's settings file. Damaged lines are skipped; accepted values are within their
   bounds, and unchanged after writing and reading. */
#include "fuzz.h"
#include "viewer/config.h"

static rb_config usual(void) {
    return (rb_config){.width = 1280,
                       .height = 720,
                       .theme = RB_THEME_LIGHT,
                       .ui_scale = 1,
                       .speed = 1,
                       .arrow_scale = 1,
                       .trail_seconds = 2,
                       .left_width = 17.5,
                       .right_width = 24};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    rb_config config = usual();
    rb_config_read(&config, text);
    free(text);
    fuzz_require(config.theme >= 0 && config.theme < RB_THEME_COUNT, "theme %d", config.theme);
    char first[RB_CONFIG_TEXT_MAX], second[RB_CONFIG_TEXT_MAX];
    rb_config_write(&config, first);
    rb_config again = usual();
    rb_config_read(&again, first);
    rb_config_write(&again, second);
    fuzz_require(strcmp(first, second) == 0, "read back differently:\n%s\n%s", first, second);
    return 0;
}
