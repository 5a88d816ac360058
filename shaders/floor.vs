#version 330
// One triangle that covers the viewport; the fragment shader intersects the floor.
uniform vec3 right; // camera axes, scaled by the half opening
uniform vec3 up;
uniform vec3 forward;
out vec3 ray;
out vec2 place; // -1 .. 1 over the viewport

void main() {
    place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    ray = forward + place.x * right + place.y * up;
    gl_Position = vec4(place, 0.0, 1.0);
}
