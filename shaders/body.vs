#version 330
// A body in the full style. flip = -1 draws its mirror image in the table.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 pattern_in;
layout(location = 2) in vec3 normal_in;
uniform mat4 view_projection;
uniform mat4 model;
uniform float flip;
out vec3 world;
out vec3 normal;
out vec3 pattern;
out vec3 local; // body axes, m

void main() {
    vec4 w = model * vec4(position, 1.0);
    world = w.xyz;
    mat3 m = mat3(model);
    normal = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])) * normal_in;
    pattern = pattern_in;
    local = position;
    gl_Position = view_projection * vec4(w.xy, flip * w.z, 1.0);
}
