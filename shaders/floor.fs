#version 330
// Background, and the floor z = 0 with a metric grid that fades with distance and density.
in vec3 ray;
in vec2 place;
uniform vec3 eye;
uniform vec4 sky_top, sky_bottom, floor_color, grid_color;
uniform vec3 steps;     // fine, middle, coarse spacing, m
uniform vec4 grid;      // offset of the origin in the grid (x, y), distance of the target, strength
out vec4 result;

// Coverage of the lines of one spacing: w metres per pixel, lines width pixels wide.
float lines(vec2 p, vec2 w, float spacing, float width) {
    vec2 d = abs(fract(p / spacing + 0.5) - 0.5) * spacing;
    vec2 a = clamp(0.5 * width + 0.5 - d / w, 0.0, 1.0) * smoothstep(5.0, 14.0, spacing / w);
    return max(a.x, a.y);
}

void main() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec3 color = mix(sky_bottom.rgb, sky_top.rgb, clamp(3.2 * ray.z / length(ray), 0.0, 1.0));
    float t = eye.z / max(-ray.z, 1e-4);
    vec2 p = eye.xy + t * ray.xy;
    vec2 q = p + grid.xy;
    vec2 w = max(vec2(length(vec2(dFdx(q.x), dFdy(q.x))), length(vec2(dFdx(q.y), dFdy(q.y)))),
                 vec2(1e-7));
    if (ray.z < 0.0) {
        float r = length(p) / grid.z; // distance from the target in camera distances
        float near = exp(-0.9 * r * r);
        float far = clamp(1.0 / (1.0 + 0.06 * r * r), 0.0, 1.0);
        vec3 ground = mix(sky_bottom.rgb, floor_color.rgb * (0.90 + 0.14 * near), far);
        float a = max(max(0.20 * lines(q, w, steps.x, 1.0), 0.38 * lines(q, w, steps.y, 1.0)),
                      0.62 * lines(q, w, steps.z, 1.3));
        color = mix(ground, grid_color.rgb, a * grid.w * exp(-0.32 * r * r));
    }
    color *= 1.0 - 0.05 * dot(place, place);
    result = vec4(color + (noise - 0.5) / 255.0, 1.0);
}
