// fault.h - how the scene library says what went wrong: one line of text and the exit status that `lope` ends with.
//
// The first fault stands; later ones are ignored, so that readers may go on to a convenient place before they look.
// Read next: json.h, which puts the path of a value in front of the text.
#ifndef LOPE_SCENE_FAULT_H
#define LOPE_SCENE_FAULT_H

#include <stdbool.h>

#define LOPE_SCENE_OWN_FAULT 1 // memory, output that cannot be written, a refused tick
#define LOPE_SCENE_BAD_INPUT 2 // a scenario, a mesh or a command line that is not right

typedef struct lope_scene_fault {
    int status;     // 0: none yet
    char text[900]; // one line, without the line break
} lope_scene_fault;

#if defined(__GNUC__)
#define LOPE_SCENE_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define LOPE_SCENE_FORMAT(text, first)
#endif

// Fills the fault unless it is already filled. Control characters become '?', so the text stays one line. Returns false.
bool lope_scene_fail(lope_scene_fault *fault, int status, const char *format, ...) LOPE_SCENE_FORMAT(3, 4);

// The nearest of `known` (NULL at its end) by edit distance, or NULL when none is near enough to be meant.
const char *lope_scene_nearest(const char *word, const char *const *known);

#endif
