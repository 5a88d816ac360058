#version 330
// The background and the table z = 0, lit around the body, with a metric grid near the body that fades with
// distance and density. It runs for every pixel of the view and avoids square roots and exponentials.
in vec3 ray;
in vec2 place;
uniform vec3 eye;
uniform vec3 sky_top, sky_bottom, floor_color, grid_color;
uniform vec2 steps;  // fine and coarse spacing, m
uniform vec4 grid;   // offset of the origin in the grid (x, y), 1 / distance of the target, strength
uniform vec4 pool;   // position of the body (x, y), fall-off of the light, 1 / reach of the grid
out vec4 result;

// Coverage by grid lines: q in grid cells, k pixels per cell, lines of width pixels.
float lines(vec2 q, vec2 k, float width) {
    vec2 d = abs(fract(q + 0.5) - 0.5) * k;
    vec2 a = clamp(width - d, 0.0, 1.0) * clamp(0.11 * k - 0.55, 0.0, 1.0);
    return max(a.x, a.y);
}

void main() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float t = eye.z / max(-ray.z, 1e-4);
    vec2 p = eye.xy + t * ray.xy;
    vec2 q = p + grid.xy;
    vec2 dx = abs(dFdx(q)), dy = abs(dFdy(q));
    vec2 per_pixel = max(0.93 * max(dx, dy) + 0.4 * min(dx, dy), 1e-7);

    vec2 r = p * grid.z; // from the target, in camera distances
    float near = 1.0 / (1.0 + 0.45 * dot(r, r));
    vec2 from_body = p - pool.xy;
    vec2 lit = from_body * grid.z;
    float bright = 1.0 / (1.0 + 0.9 * dot(lit, lit));
    vec3 table = floor_color * (1.05 - pool.z + pool.z * bright);
    vec3 ground = mix(sky_bottom, table, min(3.0 * near, 1.0));
    vec2 k = steps.x / per_pixel;
    float a = max(0.36 * lines(q / steps.x, k, 1.0), 0.62 * lines(q / steps.y, 10.0 * k, 1.2));
    vec2 g = from_body * pool.w;
    float reach = clamp(1.5 - dot(g, g), 0.0, 1.0);
    ground = mix(ground, grid_color, a * grid.w * near * reach);

    vec3 sky = mix(sky_bottom, sky_top, clamp(3.2 * ray.z, 0.0, 1.0));
    vec3 color = ray.z < 0.0 ? ground : sky;
    result = vec4(color * (1.0 - 0.05 * dot(place, place)) + (noise - 0.5) / 255.0, 1.0);
}
