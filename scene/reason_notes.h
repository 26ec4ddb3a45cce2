// reason_notes.h - notes what reason.h tells of. Read next: reason_notes.c.
#ifndef LOPE_SCENE_REASON_NOTES_H
#define LOPE_SCENE_REASON_NOTES_H

#include "player.h"

// Notes an event of a character. t: s since the start.
void lope_scene_reason_event(lope_scene_actor *actor, double t, const lope_event *event);

// Notes what a step has come to. start, end: s since the start.
void lope_scene_reason_step(lope_scene_actor *actor, double start, double end);

#endif
