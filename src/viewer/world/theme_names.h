/* The themes, for files that need no colours. */
#ifndef RB_VIEWER_WORLD_THEME_NAMES_H
#define RB_VIEWER_WORLD_THEME_NAMES_H

typedef enum rb_theme { RB_THEME_DARK, RB_THEME_LIGHT, RB_THEME_COUNT } rb_theme;

#endif
