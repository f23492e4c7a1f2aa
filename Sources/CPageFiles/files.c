// The files that pages are made of, as data of the program. In C, since Swift has no `#embed`: an array
// literal of as many bytes takes its compiler half a minute.

#include "CPageFiles.h"

#include <string.h>

#ifndef __has_embed
#error "a compiler with #embed is needed: clang 19, as Swift 6.2 brings it, or gcc 15"
#endif
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char page_html[] = {
#embed "files/page.html"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char track_js[] = {
#embed "files/track.js"
};
static const unsigned char mesh_js[] = {
#embed "files/mesh.js"
};
static const unsigned char painter_js[] = {
#embed "files/painter.js"
};
static const unsigned char stage_js[] = {
#embed "files/stage.js"
};
static const unsigned char thumbnails_js[] = {
#embed "files/thumbnails.js"
};
static const unsigned char engine_js[] = {
#embed "files/engine.js"
};
static const unsigned char branch_js[] = {
#embed "files/branch.js"
};
static const unsigned char live_js[] = {
#embed "files/live.js"
};
static const unsigned char playground_js[] = {
#embed "files/playground.js"
};
static const unsigned char page_js[] = {
#embed "files/page.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct laplace_page_file files[] = {
    FILE_OF("page.html", page_html),
    FILE_OF("page.css", page_css),
    FILE_OF("track.js", track_js),
    FILE_OF("mesh.js", mesh_js),
    FILE_OF("painter.js", painter_js),
    FILE_OF("stage.js", stage_js),
    FILE_OF("thumbnails.js", thumbnails_js),
    FILE_OF("engine.js", engine_js),
    FILE_OF("branch.js", branch_js),
    FILE_OF("live.js", live_js),
    FILE_OF("playground.js", playground_js),
    FILE_OF("page.js", page_js),
};

const struct laplace_page_file *laplace_page_file(const char *name) {
  for (size_t index = 0; index < sizeof files / sizeof files[0]; index++)
    if (strcmp(files[index].name, name) == 0) return &files[index];
  return NULL;
}
