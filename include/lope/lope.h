// lope.h - all of lope. First contact: world.h. The pure function underneath: move.h.
#ifndef LOPE_H
#define LOPE_H

#include <lope/base.h>
#include <lope/body.h>
#include <lope/character.h>
#include <lope/convert.h>
#include <lope/curve.h>
#include <lope/draw.h>
#include <lope/explain.h>
#include <lope/forces.h>
#include <lope/layer.h>
#include <lope/level.h>
#include <lope/level_view.h>
#include <lope/mode.h>
#include <lope/move.h>
#include <lope/mover.h>
#include <lope/moveset.h>
#include <lope/path.h>
#include <lope/predict.h>
#include <lope/projectile.h>
#include <lope/record.h>
#include <lope/rerun.h>
#include <lope/save.h>
#include <lope/shape.h>
#include <lope/state.h>
#include <lope/surroundings.h>
#include <lope/tuning.h>
#include <lope/vec.h>
#include <lope/world.h>

#endif
