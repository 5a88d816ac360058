#version 330
// A rectangle on the floor around the body's shadow.
uniform mat4 view_projection;
uniform vec4 box; // min x, min y, max x, max y
out vec2 p;

void main() {
    p = vec2((gl_VertexID & 1) == 0 ? box.x : box.z, gl_VertexID < 2 ? box.y : box.w);
    gl_Position = view_projection * vec4(p, 0.0, 1.0);
}
