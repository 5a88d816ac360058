#version 330
// A solid body: the mesh is in body axes and in true size.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 pattern_in;
layout(location = 2) in vec3 normal_in;
uniform mat4 view_projection;
uniform mat4 model;
uniform float bias; // draws ghosts slightly in front of surfaces that they coincide with
out vec3 world;
out vec3 normal;
out vec3 pattern;

void main() {
    vec4 w = model * vec4(position, 1.0);
    world = w.xyz;
    // Normals transform by the cofactor matrix, which for a pure rotation is the rotation itself.
    mat3 m = mat3(model);
    normal = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])) * normal_in;
    pattern = pattern_in;
    gl_Position = view_projection * w;
    gl_Position.z -= bias * gl_Position.w;
}
