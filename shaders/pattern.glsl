// The two tones that show the spin, shared by both styles. p: the signs of x and y select the quarter.
// sweep: the angle that the body turns during the exposure, rad. The pattern is averaged over this angle, as
// the eye and a film do, which avoids stroboscopic effects.
uniform vec4 spot; // x, y, radius (0: none), scale of y against x
uniform float sweep;

// Integral over the angle of the square wave that the quarters form: a triangle wave.
float quarters_up_to(float angle) {
    return 1.57079633 * (1.0 - abs(1.0 - 2.0 * fract(angle / 3.14159265)));
}

// Share of the light tone, edges one pixel wide; a spot distinguishes the ends.
float light_tone(vec2 p) {
    vec2 w = fwidth(p) + 1e-6;
    vec2 s = clamp(p / w, -1.0, 1.0);
    float tone = s.x * s.y;
    if (sweep > 1e-3) {
        float angle = atan(p.y, p.x);
        float begin = angle - 0.5 * sweep, end = angle + 0.5 * sweep;
        tone = (quarters_up_to(end) - quarters_up_to(begin)) / sweep;
    }
    tone = 0.5 + 0.5 * tone;
    float edge = length((p - spot.xy) * vec2(1.0, spot.w)) - spot.z;
    float within = spot.z > 0.0 ? clamp(0.5 - edge / w.x, 0.0, 1.0) : 0.0;
    return mix(tone, 1.0 - tone, within);
}
