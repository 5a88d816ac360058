#version 330
// The plain style, and ghosts in both styles: a lamp above left, light from the sky, light reflected by the
// floor and a subtle rim. Two tones in quarters show the spin. Edges fade over one pixel.
in vec3 world;
in vec3 normal;
in vec3 pattern; // the signs of x and y select the quarter; z: 1 on the edge of a lid
uniform vec3 eye, light;
uniform vec4 tone_a, tone_b, sky;
uniform vec4 ground; // colour of the floor; height below which the floor darkens the body, m
uniform vec4 ghost; // tint and opacity; opacity 1: solid
out vec4 result;

#include "pattern.glsl"

void main() {
    vec3 n = normalize(normal);
    vec3 v = normalize(eye - world);
    float nv = dot(n, v);

    vec3 base = mix(tone_b.rgb, tone_a.rgb, light_tone(pattern.xy));
    base *= base; // approximately linear light

    float up = 0.5 + 0.5 * n.z;
    float near_floor = smoothstep(-0.1, 1.0, world.z / max(ground.a, 1e-6));
    vec3 ambient = mix(ground.rgb * ground.rgb * near_floor, sky.rgb * sky.rgb, up);
    float lamp = max(dot(n, light), 0.0);
    vec3 h = normalize(light + v);
    float gloss = pow(max(dot(n, h), 0.0), 48.0);
    float rim = pow(1.0 - clamp(nv, 0.0, 1.0), 4.0);
    vec3 c = base * (0.62 * ambient + 0.78 * lamp) + 0.16 * gloss * step(0.0, dot(n, light));
    c += rim * (0.05 + 0.22 * up * sky.rgb);
    c = sqrt(c / (1.0 + 0.12 * c));

    float cover = clamp(nv / (fwidth(nv) + 1e-5) + 0.1, 0.0, 1.0);
    float outline = max(smoothstep(0.25, 0.75, pattern.z), smoothstep(0.2, 0.7, rim));
    if (ghost.a < 1.0) {
        c = mix(ghost.rgb * (0.6 + 0.45 * lamp), base, 0.12 * (1.0 - outline));
        cover *= ghost.a * mix(0.35, 1.8, outline);
    }
    result = vec4(c, cover);
}
