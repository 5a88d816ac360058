#version 330
// Nearly flat shading, darker towards the edge, so that arrows keep their colour.
in vec3 world;
in vec3 normal;
uniform vec3 eye, light;
uniform vec4 color;
out vec4 result;

void main() {
    vec3 n = normalize(normal);
    float nv = dot(n, normalize(eye - world));
    float lamp = 0.5 + 0.5 * dot(n, light);
    vec3 c = color.rgb * (0.62 + 0.46 * lamp) * mix(0.72, 1.0, smoothstep(0.0, 0.55, nv));
    c += 0.10 * pow(max(lamp, 0.0), 12.0);
    float cover = clamp(nv / (fwidth(nv) + 1e-5) + 0.1, 0.0, 1.0);
    result = vec4(c, color.a * cover);
}
