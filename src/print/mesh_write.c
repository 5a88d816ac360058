/* Meshes as STL and 3MF files, in millimetres. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/text.h"
#include "base/zip.h"
#include "math/vec.h"
#include "print/print.h"

static const double millimetres = 1e3;

static void put_32(FILE *out, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        fputc((int)(value >> (8 * i) & 255), out);
    }
}

static void put_vector(FILE *out, rb_vec3 v) {
    const float values[3] = {(float)v.x, (float)v.y, (float)v.z};
    for (int i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put_32(out, bits);
    }
}

void rb_mesh_write_stl(const rb_mesh *mesh, const char *name, FILE *out) {
    char head[80] = "";
    snprintf(head, sizeof head, "rattleback, millimetres: %.48s", name);
    fwrite(head, 1, sizeof head, out);
    put_32(out, (uint32_t)mesh->triangle_count);
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        rb_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            p[k] = rb_scale(millimetres, mesh->points[mesh->triangles[i][k]]);
        }
        rb_vec3 n = rb_cross(rb_sub(p[1], p[0]), rb_sub(p[2], p[0]));
        double length = rb_norm(n);
        put_vector(out, rb_scale(length > 0 ? 1 / length : 0, n));
        for (int k = 0; k < 3; k++) {
            put_vector(out, p[k]);
        }
        fputc(0, out);
        fputc(0, out);
    }
}

/* ---------------------------------------------------------------- 3MF */

static const char types[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\n"
    "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\n"
    "<Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>\n"
    "</Types>\n";
static const char relations[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\n"
    "<Relationship Id=\"rel0\" Target=\"/3D/3dmodel.model\" "
    "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>\n"
    "</Relationships>\n";

/* The model as XML text; NULL: out of memory. */
static char *model_text(const rb_mesh *mesh, size_t *size) {
    rb_text_stream text;
    if (!rb_text_open(&text)) {
        return NULL;
    }
    FILE *out = text.stream;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<model unit=\"millimeter\" xml:lang=\"en\" "
          "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
          "<resources><object id=\"1\" type=\"model\"><mesh>\n<vertices>\n",
          out);
    for (size_t i = 0; i < mesh->point_count; i++) {
        rb_vec3 p = rb_scale(millimetres, mesh->points[i]);
        rb_print(out, "<vertex x=\"%.9g\" y=\"%.9g\" z=\"%.9g\"/>\n", p.x, p.y, p.z);
    }
    fputs("</vertices>\n<triangles>\n", out);
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles[i];
        fprintf(out, "<triangle v1=\"%u\" v2=\"%u\" v3=\"%u\"/>\n", t[0], t[1], t[2]);
    }
    fputs("</triangles>\n</mesh></object></resources>\n<build><item objectid=\"1\"/></build>\n</model>\n",
          out);
    if (!rb_text_close(&text)) {
        return NULL;
    }
    *size = text.size;
    return text.text;
}

bool rb_mesh_write_3mf(const rb_mesh *mesh, FILE *out) {
    size_t size = 0;
    char *model = model_text(mesh, &size);
    if (model == NULL) {
        return false;
    }
    const rb_zip_member members[] = {{"[Content_Types].xml", types, sizeof types - 1},
                                     {"_rels/.rels", relations, sizeof relations - 1},
                                     {"3D/3dmodel.model", model, size}};
    rb_zip_write(members, 3, out);
    free(model);
    return true;
}
