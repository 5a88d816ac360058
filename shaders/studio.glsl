// The room around the body, for reflections: sky, a broad lamp above left, a window behind that lights the
// lid and the rim, and the table. Linear light; blur: softness of reflections in a rough surface.
uniform vec3 light;
uniform vec4 sky, ground; // colour at the zenith and of the table; ground.a: exposure of the lamps

// A panel of half size h around an axis, with edges as soft as the blur.
float panel(vec3 d, vec3 axis, vec3 side, vec2 h, float blur) {
    float along = dot(d, axis);
    vec2 at = vec2(dot(d, side), dot(d, cross(axis, side))) / max(along, 0.05);
    vec2 soft = vec2(0.03 + blur) + 0.4 * blur * abs(at);
    vec2 c = 1.0 - smoothstep(h - soft, h + soft, abs(at));
    return along > 0.0 ? c.x * c.y : 0.0;
}

vec3 studio(vec3 d, float blur) {
    vec3 horizon = mix(ground.rgb, sky.rgb, 0.55);
    float up = smoothstep(-0.04 - blur, 0.04 + blur, d.z);
    vec3 room = mix(ground.rgb * (1.0 + 0.35 * d.z),
                    mix(horizon, sky.rgb, clamp(1.4 * d.z, 0.0, 1.0)), up);
    vec3 side = normalize(vec3(-light.y, light.x, 0.0));
    float key = panel(d, light, side, vec2(0.62, 0.34), blur);
    vec2 away = -0.35 * normalize(light.xy) + 0.94 * side.xy;
    vec3 behind = normalize(vec3(away, 0.62));
    float back = panel(d, behind, vec3(-away.y, away.x, 0.0), vec2(0.62, 0.30), 0.08 + blur);
    return room + ground.a * (vec3(2.5, 2.42, 2.3) * key + vec3(1.5, 1.6, 1.75) * back);
}
