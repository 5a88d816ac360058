#version 330
// The shadow of an ellipsoid, whole or with its upper half cut away, found exactly and softened by
// the height of what casts it. In the body's unit-sphere space a floor point looks along a lamp's
// direction; the nearest approach of that line to the centre says whether the lamp is hidden. Where the
// body almost touches, no light finds its way in from any side: that grounds it.
in vec2 p;
uniform vec3 centre;
uniform mat4 to_unit;  // world directions -> unit-sphere space
uniform vec3 light;
uniform vec4 shape;    // cut (1) or whole (0), lamp's size, sky's size, m, strength
uniform vec3 color;
out vec4 result;

// Share of the light hidden from p: direction towards it, its angular size as a slope.
float hidden(vec3 direction, float slope, float least) {
    vec3 o = (to_unit * vec4(vec3(p, 0.0) - centre, 0.0)).xyz;
    vec3 d = (to_unit * vec4(direction, 0.0)).xyz;
    float t = -dot(o, d) / dot(d, d);
    vec3 c = o + t * d;
    vec3 away = c; // what p moves when it leaves the shadow
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

// Share of all light that the gap under the body lets through to p: little where it is narrow.
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
