/* The dialect of the shading language that this platform's OpenGL speaks. Shaders are written for
   GLSL 330 and 300 es alike; what differs stands before them. */
#ifndef RB_VIEWER_PLATFORM_GLSL_H
#define RB_VIEWER_PLATFORM_GLSL_H

const char *rb_glsl_version(void); /* "#version 330" */
const char *rb_glsl_prelude(void); /* lines that every shader begins with, "" if none */

#endif
