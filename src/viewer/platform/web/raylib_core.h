/* raylib's core, compiled for a page. */
#ifndef RB_VIEWER_PLATFORM_WEB_RAYLIB_CORE_H
#define RB_VIEWER_PLATFORM_WEB_RAYLIB_CORE_H

/* The canvas has another size now, px. */
void rb_raylib_resize(int width, int height);
/* OpenGL has forgotten everything: raylib makes its own things anew. */
void rb_raylib_renew(void);

#endif
