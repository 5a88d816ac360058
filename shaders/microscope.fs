#version 330
// Pressure over the contact patch, with isobars, on graph paper: s = s0(x, y) (1 + d_c x + d_s y / b), x and y
// in units of the major semi-axis, s0 by Hertz or uniform.
in vec2 p;
uniform vec4 patch_;   // b, d_c, d_s, kind: 0 point, 1 Hertz, 2 uniform
uniform vec4 level;    // share of the colour scale for s = 1; spacing of the paper; unused
uniform vec4 paper, ink;
uniform vec3 heat[10]; // the colour scale
out vec4 result;

vec3 scale_color(float t) {
    float s = clamp(t, 0.0, 1.0) * 9.0;
    int i = min(int(s), 8);
    return mix(heat[i], heat[i + 1], s - float(i));
}

float lines(vec2 q, float spacing, float w) {
    vec2 d = abs(fract(q / spacing + 0.5) - 0.5) * spacing;
    vec2 a = clamp(1.0 - d / w, 0.0, 1.0);
    return max(a.x, a.y);
}

void main() {
    float w = fwidth(p.x) + 1e-7; // one pixel
    vec3 color = mix(paper.rgb, ink.rgb, 0.10 * lines(p, level.y, w) + 0.06 * lines(p, 5.0 * level.y, w));
    if (patch_.w > 0.5) {
        float b = patch_.x;
        vec2 q = vec2(p.x, p.y / b);
        float r = length(q);
        float s0 = patch_.w < 1.5 ? 0.47746483 / b * sqrt(max(1.0 - r * r, 0.0)) : 0.31830989 / b;
        float t = s0 * max(1.0 + patch_.y * q.x + patch_.z * q.y, 0.0) * level.x;
        float iso = t * 10.0;
        float slope = fwidth(iso) + 1e-6;
        float line = clamp(1.0 - abs(fract(iso + 0.5) - 0.5) / slope, 0.0, 1.0) *
                     smoothstep(0.6, 0.2, slope);
        vec3 c = mix(scale_color(t), vec3(1.0), 0.16 * line);
        // Distance from the rim in pixels, from the gradient of r.
        float edge = (1.0 - r) / max(length(vec2(q.x, q.y / b) / max(r, 1e-4)) * w, 1e-7);
        color = mix(color, c, clamp(edge + 0.5, 0.0, 1.0));
        color = mix(color, ink.rgb, 0.75 * clamp(1.4 - abs(edge), 0.0, 1.0));
    }
    result = vec4(color, 1.0);
}
