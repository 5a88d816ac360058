#version 330
// The shadow of an ellipsoid, whole or with its upper half cut away. The outline is exact and softened by the
// height of the part that casts it. In the space where the body is a unit sphere, a line runs from a floor
// point towards the lamp; its nearest distance from the centre determines whether the lamp is hidden. Where
// the body almost touches the floor, ambient light is blocked as well (gap_closed).
in vec2 p;
uniform vec3 centre;
uniform mat4 to_unit;  // world directions -> unit-sphere space
uniform vec3 light;
uniform vec4 shape;    // cut (1) or whole (0); softness of the lamp's and of the sky's shadow, m; strength
uniform vec3 color;
out vec4 result;

// Share of a light that is hidden from p. direction: towards the light; slope: its angular size; least: softness, m.
float hidden(vec3 direction, float slope, float least) {
    vec3 o = (to_unit * vec4(vec3(p, 0.0) - centre, 0.0)).xyz;
    vec3 d = (to_unit * vec4(direction, 0.0)).xyz;
    float t = -dot(o, d) / dot(d, d);
    vec3 c = o + t * d;
    vec3 away = c; // direction in which c moves when p leaves the shadow
    if (shape.x > 0.5 && c.z > 0.0 && d.z > 1e-3) {
        t = -o.z / d.z;
        c = o + t * d;
        away = vec3(c.xy, -dot(c.xy, d.xy) / d.z);
    }
    float r = length(c);
    // Gradient of r with respect to p, to turn r - 1 into metres.
    vec3 g = (transpose(to_unit) * vec4(away / max(r, 1e-4), 0.0)).xyz;
    float metres = (r - 1.0) / max(length(g.xy), 1e-6);
    float soft = least + slope * max(t, 0.0);
    return 1.0 - smoothstep(-soft, soft, metres);
}

// Share of the ambient light that the body blocks at p: large where the gap under it is narrow.
float gap_closed() {
    vec3 o = (to_unit * vec4(vec3(p, 0.0) - centre, 0.0)).xyz;
    vec3 d = (to_unit * vec4(0.0, 0.0, 1.0, 0.0)).xyz;
    float dd = dot(d, d), od = dot(o, d);
    float inside = od * od - dd * (dot(o, o) - 1.0);
    float gap = (-od - sqrt(max(inside, 0.0))) / dd;
    float narrow = 1.0 / (1.0 + 40.0 * max(gap, 0.0) / max(centre.z, 1e-6));
    return inside > 0.0 ? narrow * narrow : 0.0;
}

void main() {
    float lamp = hidden(light, 0.28, shape.y);
    float sky = hidden(vec3(0.0, 0.0, 1.0), 0.9, shape.z);
    float a = 1.0 - (1.0 - 0.55 * lamp) * (1.0 - 0.5 * sky) * (1.0 - 0.8 * gap_closed());
    result = vec4(color, a * shape.w);
}
