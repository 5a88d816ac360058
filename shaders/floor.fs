#version 330
// The background and the table z = 0, lit around the body, with a metric grid near the body that fades with
// distance and density. The table is a board with a rim of wood, or endless. It runs for every pixel of the view and avoids square roots and exponentials.
in vec3 ray;
in vec2 place;
uniform vec3 eye;
uniform vec3 sky_top, sky_bottom, floor_color, grid_color;
uniform vec2 steps;  // fine and coarse spacing, m
uniform vec4 grid;   // offset of the origin in the grid (x, y), 1 / distance of the target, strength
uniform vec4 pool;   // position of the body (x, y), fall-off of the light, 1 / reach of the grid
uniform vec4 table;  // centre (x, y) and half lengths of the board, m; z = 0: endless
uniform vec4 rim;    // colour of its rim; thickness of the board, m
out vec4 result;

// Coverage by grid lines: q in grid cells, k pixels per cell, lines of width pixels.
float lines(vec2 q, vec2 k, float width) {
    vec2 d = abs(fract(q + 0.5) - 0.5) * k;
    vec2 a = clamp(width - d, 0.0, 1.0) * clamp(0.11 * k - 0.55, 0.0, 1.0);
    return max(a.x, a.y);
}

// Grain of the rim along its length, p in m.
vec3 rim_color(vec2 p) {
    float size = 0.012 * table.w;
    float along = abs(p.x - table.x) / table.z > abs(p.y - table.y) / table.w ? p.x : p.y;
    float grain = fract(52.9829189 * fract(floor(along / size * 3.0) * 0.0671));
    return rim.rgb * (0.94 + 0.10 * grain);
}

// The side of the board that faces the camera, if the ray meets it; a is its coverage.
vec4 side_of_board() {
    vec2 o = eye.xy - table.xy, h = table.zw;
    vec2 t = (sign(o) * h - o) / ray.xy;
    vec2 z = eye.z + t * ray.z;
    vec2 other = abs(o.yx + t * ray.yx) - h.yx;
    vec2 hit = step(h, abs(o)) * step(0.0, t) * step(other, vec2(0.0)) * step(z, vec2(0.0)) *
               step(vec2(-rim.a), z);
    return vec4(rim.rgb * (hit.x > 0.5 ? 0.62 : 0.74), max(hit.x, hit.y));
}

// The board in its room: p on the plane of the table, color: of the table's face, px: size of a pixel, m.
vec3 board(vec2 p, vec3 color, float px) {
    vec2 d = abs(p - table.xy) - table.zw;
    float outside = max(d.x, d.y), band = 0.045 * table.w;
    color = mix(color, rim_color(p), clamp(0.5 + (outside + band) / px, 0.0, 1.0));
    color *= 1.0 - 0.25 * clamp(1.0 - abs(outside + band) / px, 0.0, 1.0); // the joint
    vec4 side = side_of_board();
    float shade = 1.0 / (1.0 + max(outside, 0.0) / (0.35 * table.w));
    vec3 room = mix(sky_bottom * (1.0 - 0.22 * shade), side.rgb, side.a);
    return mix(color, room, clamp(0.5 + outside / px, 0.0, 1.0));
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
    vec3 face = floor_color * (1.05 - pool.z + pool.z * bright);
    bool endless = table.z <= 0.0;
    vec3 ground = endless ? mix(sky_bottom, face, min(3.0 * near, 1.0)) : face;
    // Flecks of the board, as long as they are larger than a pixel.
    float cell = max(table.z, 1e-6) / 700.0, fine = max(per_pixel.x, per_pixel.y);
    float fleck = fract(52.9829189 * fract(dot(floor(q / cell), vec2(0.06711056, 0.00583715))));
    ground *= endless ? 1.0 : 1.0 + 0.022 * (fleck - 0.5) * clamp(1.5 - fine / cell, 0.0, 1.0);
    vec2 k = steps.x / per_pixel;
    float a = max(0.36 * lines(q / steps.x, k, 1.0), 0.62 * lines(q / steps.y, 10.0 * k, 1.2));
    vec2 g = from_body * pool.w;
    float reach = clamp(1.5 - dot(g, g), 0.0, 1.0);
    ground = mix(ground, grid_color, a * grid.w * near * reach);
    ground = endless ? ground : board(p, ground, fine);

    vec3 sky = mix(sky_bottom, sky_top, clamp(3.2 * ray.z, 0.0, 1.0));
    vec3 color = ray.z < 0.0 ? ground : sky;
    result = vec4(color * (1.0 - 0.05 * dot(place, place)) + (noise - 0.5) / 255.0, 1.0);
}
