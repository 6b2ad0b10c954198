// Writes kinds of JPEG that Python's imaging libraries cannot write, for make_fixtures.py.
//
//   write_jpeg WIDTH HEIGHT COMPONENTS COLORS SAMPLING RESTART CODING ADOBE <raw >jpeg
//
// COMPONENTS: 1, 3 (RGB) or 4 (CMYK) bytes per pixel on standard input. COLORS: color space of the
// file: gray, ycc, rgb, cmyk or ycck. SAMPLING: sampling factors of the first component: 11, 21,
// 12, 22, 41 or 44. RESTART: rows of blocks between restart markers; 0 for none. CODING: baseline,
// progressive, arithmetic, arithmetic-progressive, separate (one scan per component) or
// coefficients (one scan per coefficient of each component). ADOBE: 1 with Adobe's marker, 0
// without, - for the default of the library.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

static J_COLOR_SPACE colors(const char *name) {
    if (strcmp(name, "grey") == 0) { return JCS_GRAYSCALE; }
    if (strcmp(name, "rgb") == 0) { return JCS_RGB; }
    if (strcmp(name, "cmyk") == 0) { return JCS_CMYK; }
    return strcmp(name, "ycck") == 0 ? JCS_YCCK : JCS_YCbCr;
}

static jpeg_scan_info scan(int components, int component, int first, int last) {
    jpeg_scan_info info = {.comps_in_scan = components, .Ss = first, .Se = last};
    for (int i = 0; i < components; i++) { info.component_index[i] = component + i; }
    return info;
}

int main(int count, char **arguments) {
    if (count != 9) { return 64; }
    int width = atoi(arguments[1]), height = atoi(arguments[2]), components = atoi(arguments[3]);
    const char *coding = arguments[7];
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stdout);
    jpeg.image_width = (JDIMENSION)width;
    jpeg.image_height = (JDIMENSION)height;
    jpeg.input_components = components;
    jpeg.in_color_space = components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, colors(arguments[4]));
    jpeg_set_quality(&jpeg, 90, TRUE);
    jpeg.comp_info[0].h_samp_factor = arguments[5][0] - '0';
    jpeg.comp_info[0].v_samp_factor = arguments[5][1] - '0';
    if (jpeg.num_components == 4) {
        jpeg.comp_info[3].h_samp_factor = jpeg.comp_info[0].h_samp_factor;
        jpeg.comp_info[3].v_samp_factor = jpeg.comp_info[0].v_samp_factor;
    }
    jpeg.restart_in_rows = atoi(arguments[6]);
    jpeg.arith_code = strncmp(coding, "arithmetic", 10) == 0;
    if (strstr(coding, "progressive") != NULL) { jpeg_simple_progression(&jpeg); }
    static jpeg_scan_info scans[4 * 64];
    int made = 0;
    if (strcmp(coding, "separate") == 0) {
        for (int c = 0; c < jpeg.num_components; c++) { scans[made++] = scan(1, c, 0, 63); }
    } else if (strcmp(coding, "coefficients") == 0) {
        scans[made++] = scan(jpeg.num_components, 0, 0, 0);
        for (int k = 1; k < 64; k++) {
            for (int c = 0; c < jpeg.num_components; c++) { scans[made++] = scan(1, c, k, k); }
        }
    }
    if (made > 0) {
        jpeg.scan_info = scans;
        jpeg.num_scans = made;
    }
    if (arguments[8][0] != '-') { jpeg.write_Adobe_marker = arguments[8][0] == '1'; }
    jpeg_start_compress(&jpeg, TRUE);
    JSAMPROW row = malloc((size_t)width * (size_t)components);
    while (jpeg.next_scanline < jpeg.image_height) {
        if (fread(row, (size_t)components, (size_t)width, stdin) != (size_t)width) { return 1; }
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(row);
    return 0;
}
