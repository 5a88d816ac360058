#version 330
// The full style: plastic, polished stone, oiled beech, clear acrylic or brushed metal, computed from noise and lit by
// the room of studio.glsl. Two tones show the spin in each of them.
in vec3 world;
in vec3 normal;
in vec3 pattern;
in vec3 local;
uniform vec3 eye; // for the mirror image: below the table
uniform vec4 tone_a, tone_b;
uniform vec4 surface; // x: material, plus 0.5 if turned on a lathe; y: 1 / size, 1/m; z: height below
                      // which the table darkens the body, m; w: side of the faces, 1 or -1 (inside)
uniform vec2 mirror;  // share that the table reflects, 0: the body itself; height over which it fades, m
uniform vec4 lattice; // the grid of the table, seen through a clear body: offset of the origin, spacing, strength
uniform float soft;   // 1: edges fade over one pixel, because there is no multisampling
out vec4 result;

#include "pattern.glsl"
#include "studio.glsl"

// A pseudo-random number in 0 .. 1 for a lattice point. Integer arithmetic: the same on all machines.
float at_lattice(ivec3 p) {
    uint h = uint(p.x) * 0x8da6b343u ^ uint(p.y) * 0xd8163841u ^ uint(p.z) * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    return float((h ^ (h >> 13)) & 0xffffu) / 65535.0;
}

float noise(vec3 p) {
    ivec3 i = ivec3(floor(p));
    vec3 f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    vec4 near = vec4(at_lattice(i), at_lattice(i + ivec3(1, 0, 0)), at_lattice(i + ivec3(0, 1, 0)),
                     at_lattice(i + ivec3(1, 1, 0)));
    vec4 far = vec4(at_lattice(i + ivec3(0, 0, 1)), at_lattice(i + ivec3(1, 0, 1)),
                    at_lattice(i + ivec3(0, 1, 1)), at_lattice(i + ivec3(1, 1, 1)));
    vec4 z = mix(near, far, f.z);
    vec2 y = mix(z.xy, z.zw, f.y);
    return mix(y.x, y.y, f.x);
}

bool lathe() {
    return fract(surface.x) > 0.25;
}

// Material properties at one point of a surface.
struct matter {
    vec3 base;    // colour of the scattered light
    vec3 facing;  // share reflected at normal incidence
    float blur;   // of reflections
    float diffuse, clear;
};

matter stone(vec3 p, vec3 tone) {
    float cloud = noise(4.0 * p), fine = noise(17.0 * p + 5.0), grain = noise(60.0 * p);
    vec3 q = 6.0 * p + vec3(1.6, 1.1, 0.7) * (cloud + 0.5 * fine);
    float vein = abs(noise(q + 9.0) - 0.5);
    float line = (1.0 - smoothstep(0.0, 0.07, vein)) * smoothstep(0.3, 0.7, cloud);
    vec3 base = tone * (0.72 + 0.28 * cloud + 0.24 * fine + 0.12 * grain);
    base = mix(base, vec3(0.8, 0.79, 0.76), 0.22 * line);
    base *= 1.0 - 0.3 * smoothstep(0.78, 0.9, grain);
    return matter(base, vec3(0.05), 0.015, 1.0, 0.0);
}

// The grain runs along the body, or along the axis of a top.
matter beech(vec3 p, vec3 tone) {
    p = lathe() ? p.zxy : p;
    vec3 q = vec3(0.55 * p.x, p.y + 0.3, p.z + 1.4);
    float wave = noise(2.0 * q) - 0.5;
    float ring = fract(9.0 * length(q.yz) + 1.3 * wave);
    float late = smoothstep(0.35, 0.9, ring) * (1.0 - smoothstep(0.9, 1.0, ring));
    float fibre = noise(vec3(5.0, 90.0, 90.0) * p);
    float fleck = smoothstep(0.72, 0.84, noise(vec3(11.0, 80.0, 46.0) * p + 7.0));
    float seen = 1.0 - clamp(sweep - 0.5, 0.0, 1.0); // the grain is blurred with the pattern
    vec3 base = tone * (1.06 - mix(0.14, 0.20 * late + 0.16 * fibre, seen));
    base *= mix(vec3(1.0), vec3(0.72, 0.62, 0.52), 0.6 * fleck * seen);
    return matter(base, vec3(0.035), 0.34, 1.0, 0.0);
}

matter metal(vec3 p, vec3 tone) {
    // Brushed along the body, or around the axis of a top.
    vec3 q = lathe() ? vec3(1.2 * p.xy / (length(p.xy) + 1e-3), 150.0 * (p.z + length(p.xy)))
                     : vec3(1.6, 150.0, 150.0) * p;
    float streak = noise(q) - 0.5;
    float broad = noise(vec3(0.4, 0.4, 0.17) * q) - 0.5;
    return matter(tone, tone * (0.9 + 0.34 * streak + 0.22 * broad), 0.16 + 0.10 * streak, 0.12,
                  0.0);
}

matter acrylic(vec3 p, vec3 tone) {
    return matter(tone, vec3(surface.w < 0.0 ? 0.3 : 0.045), 0.01, 0.5, 1.0);
}

matter plastic(vec3 p, vec3 tone) {
    return matter(tone, vec3(0.035), 0.04, 1.0, 0.0);
}

matter matter_at(vec3 p, vec3 tone) {
    // WebGL does not allow ?: with structures.
    if (surface.x < 0.9)
        return stone(p, tone);
    if (surface.x < 1.9)
        return beech(p, tone);
    if (surface.x < 2.9)
        return acrylic(p, tone);
    if (surface.x < 3.9)
        return metal(p, tone);
    return plastic(p, tone);
}

// A fast top blurs its quarters to one tone. Bands around the axis stay, as scratches and dirt do, and let
// the eye see that it turns.
float streaked(float share) {
    float blur = clamp(sweep - 0.5, 0.0, 1.0);
    float z = surface.y * local.z;
    float bands = noise(vec3(3.0, 5.0, 34.0 * z)) + 0.6 * noise(vec3(9.0, 2.0, 90.0 * z));
    return clamp(share + 0.55 * blur * (bands - 0.8), 0.0, 1.0);
}

// What is seen through a clear body: the table and its grid along the refracted ray, or the room.
vec3 seen_through(vec3 v, vec3 n) {
    vec3 d = refract(-v, n, 1.0 / 1.49);
    if (d.z > -0.05)
        return studio(d, 0.2);
    vec2 q = (world.xy + d.xy * (world.z / -d.z) + lattice.xy) / lattice.z;
    vec2 from_line = 0.5 - abs(fract(q) - 0.5);
    float line = 1.0 - smoothstep(0.03, 0.07, min(from_line.x, from_line.y));
    return ground.rgb * (1.05 - lattice.w * line);
}

void main() {
    vec3 n = normalize(normal) * surface.w; // -1: seen from inside
    vec3 v = normalize(eye - world);
    float facing = dot(n, v), nv = clamp(facing, 0.0, 1.0);
    float share = streaked(light_tone(pattern.xy));
    vec3 tone = mix(tone_b.rgb * tone_b.rgb, tone_a.rgb * tone_a.rgb, share);
    matter m = matter_at(surface.y * local, tone);

    // Ambient light, reduced where the surface is near the table and faces it.
    float up = 0.5 + 0.5 * n.z;
    float height = clamp(world.z / max(surface.z, 1e-6), 0.0, 1.0);
    float open = mix(0.25 + 0.75 * height, 1.0, up * up);
    vec3 around = mix(ground.rgb * (0.15 + 0.85 * height), 0.9 * sky.rgb + 0.06, up) * open;
    float lamp = max(dot(n, light), 0.0);
    vec3 c = m.diffuse * m.base * (0.62 * around + 0.95 * ground.a * lamp);

    vec3 r = reflect(-v, n);
    float fresnel = pow(1.0 - nv, 5.0);
    vec3 mirrored = studio(r, m.blur);
    mirrored *= r.z < 0.0 ? mix(0.3 + 0.7 * height, 1.0, clamp(1.0 + r.z, 0.0, 1.0) * height) : 1.0;
    vec3 shine = mix(m.facing, vec3(1.0), fresnel * (1.0 - 0.7 * m.blur)) * mirrored;
    // The soft key lamp has a highlight of its own on every shape; light from behind draws the rim.
    float spark = pow(max(dot(n, normalize(light + v)), 0.0), mix(120.0, 24.0, clamp(3.0 * m.blur, 0.0, 1.0)));
    shine += ground.a * spark * (0.75 - m.blur) * step(0.0, dot(n, light));
    shine += 0.30 * pow(1.0 - nv, 3.0) * (0.3 + 0.7 * up) * sky.rgb * (1.0 - m.clear);
    float cover = 1.0;
    if (m.clear > 0.5) { // refraction in front, most in the light tone; the far side is drawn behind it
        if (surface.w > 0.0)
            c = 0.3 * c + seen_through(v, n) * mix(tone, vec3(0.95), 0.15 + 0.8 * share);
        float glow = max(max(shine.r, shine.g), shine.b);
        cover = clamp(mix(0.86, 0.62, share) + 0.4 * fresnel + glow, 0.0, 1.0);
        cover *= surface.w > 0.0 ? 1.0 : 0.7;
    }
    c += shine;
    c = sqrt(c * (1.0 + 0.06 * c) / (1.0 + 0.32 * c));
    if (soft > 0.5)
        cover *= clamp(facing / (fwidth(facing) + 1e-5) + 0.1, 0.0, 1.0);
    if (mirror.x > 0.0)
        cover *= mirror.x * exp(-world.z / mirror.y);
    result = vec4(c, cover);
}
