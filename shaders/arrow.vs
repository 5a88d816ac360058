#version 330
// One arrow, straight or bent around an axis. The mesh gives an angle around the arrow and a position along
// it: extra = (part, position, 0); part 0: shaft, 1: head, 2: flat sides of the caps.
layout(location = 0) in vec3 ring;  // cos and sin of the angle; radius as a share of the part's
layout(location = 1) in vec3 extra;
layout(location = 2) in vec3 slant; // normal: components across and along the arrow
uniform mat4 view_projection;
uniform vec3 origin; // tail of a straight arrow, centre of a bent one
uniform vec3 along;  // unit: direction; bent: from the centre to the tail
uniform vec3 side;   // unit; bent: direction of travel at the tail
uniform vec4 size;   // length (bent: angle), head length (bent: angle), shaft and head radius
uniform float front; // factor of the depth: 1, or small to draw in front of everything
uniform float bend;   // radius of the bend; 0: straight
out vec3 world;
out vec3 normal;

void main() {
    float shaft = max(size.x - size.y, 0.0);
    float s = extra.x < 0.5 ? extra.y * shaft : shaft + extra.y * size.y;
    float radius = ring.z * (extra.x < 0.5 ? size.z : size.w);
    vec3 middle, tangent, across;
    if (bend > 0.0) {
        vec3 outward = cos(s) * along + sin(s) * side;
        middle = origin + bend * outward;
        tangent = cos(s) * side - sin(s) * along;
        across = outward;
    } else {
        middle = origin + s * along;
        tangent = along;
        across = side;
    }
    vec3 out_dir = ring.x * across + ring.y * cross(tangent, across);
    world = middle + radius * out_dir;
    normal = normalize(slant.x * out_dir + slant.y * tangent);
    gl_Position = view_projection * vec4(world, 1.0);
    gl_Position.z = mix(-gl_Position.w, gl_Position.z, front);
}
