#version 330
// One triangle that covers the microscope's picture.
uniform vec2 extent; // half width and height of the picture in patch semi-axes
out vec2 p;

void main() {
    vec2 place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    p = place * extent;
    gl_Position = vec4(place, 0.0, 1.0);
}
