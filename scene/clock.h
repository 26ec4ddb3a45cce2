// clock.h - the two clocks that measurements need. Nothing that is simulated reads them.
//
// Read next: player.h.
#ifndef LOPE_SCENE_CLOCK_H
#define LOPE_SCENE_CLOCK_H

double lope_scene_clock_wall(void);          // s, from some fixed moment
void lope_scene_clock_sleep(double seconds); // about so long
double lope_scene_clock_cpu(void); // s, of processor time of the calling thread (of the process where that is not known)

#endif
