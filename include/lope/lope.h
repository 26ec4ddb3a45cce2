// lope.h - all of lope. Read in this order:
//
//   1  world.h, character.h     first contact: a world, its characters, a frame
//   2  level.h, body.h          what they stand on
//   3  moveset.h, tuning.h      what a kind of character can do
//   4  state.h, input.h, requests.h, report.h, move.h   lope_move, the pure function underneath
//   5  surroundings.h           your own collision world in place of a level
//   6  mode.h, ability.h, tick.h, velocity_law.h   your own modes and abilities
//      slide.h, mantle.h, vault.h, wall_jump.h, ledge_hang.h, runner.h, corner_help.h, dash.h, sprint.h,
//      glide.h, prone.h, roll.h, air_strafe.h, ladder.h, climb.h, rope.h, zipline.h,
//      wall_run.h, wall_slide.h    abilities that lope brings along; probe.h: what they share
//   7  layer.h, forces.h, curve.h   dashes, root motion, launches and forces
//   8  query.h, level_view.h    rays, sweeps and overlaps for cameras and game code
//      camera.h, camera_rig.h, spring_arm.h  cameras that follow a character
//   9  predict.h, save.h, rerun.h   looking ahead, saved moves, running a character again
//      animation.h                  what an animation needs to know of its character
//  10  record.h, explain.h, draw.h  what happened, and why
//  11  base.h, vec.h, convert.h, abi.h   axes and units of engines; what a binding checks
//  12  controller.h, look.h, lock_on.h   a player: stick, mouse and buttons into the input of ticks
//      path.h, follow.h, nav_agent.h   an AI on its path, with jumps, ladders and lifts
//  13  command.h, net.h, net_server.h, net_client.h, net_link.h, net_arrival.h   prediction over a network
//  14  mover.h, projectile.h, shape.h, field.h   by themselves, when they are needed
#ifndef LOPE_H
#define LOPE_H

#include <lope/abi.h>
#include <lope/ability.h>
#include <lope/air_strafe.h>
#include <lope/animation.h>
#include <lope/avoidance.h>
#include <lope/base.h>
#include <lope/body.h>
#include <lope/camera.h>
#include <lope/camera_rig.h>
#include <lope/character.h>
#include <lope/climb.h>
#include <lope/command.h>
#include <lope/controller.h>
#include <lope/convert.h>
#include <lope/corner_help.h>
#include <lope/curve.h>
#include <lope/dash.h>
#include <lope/draw.h>
#include <lope/explain.h>
#include <lope/field.h>
#include <lope/follow.h>
#include <lope/forces.h>
#include <lope/glide.h>
#include <lope/input.h>
#include <lope/ladder.h>
#include <lope/layer.h>
#include <lope/ledge_hang.h>
#include <lope/level.h>
#include <lope/level_view.h>
#include <lope/lock_on.h>
#include <lope/look.h>
#include <lope/mantle.h>
#include <lope/mode.h>
#include <lope/move.h>
#include <lope/mover.h>
#include <lope/moveset.h>
#include <lope/nav_agent.h>
#include <lope/net.h>
#include <lope/net_arrival.h>
#include <lope/net_client.h>
#include <lope/net_link.h>
#include <lope/net_server.h>
#include <lope/net_world.h>
#include <lope/other.h>
#include <lope/path.h>
#include <lope/predict.h>
#include <lope/probe.h>
#include <lope/projectile.h>
#include <lope/prone.h>
#include <lope/query.h>
#include <lope/record.h>
#include <lope/report.h>
#include <lope/requests.h>
#include <lope/rerun.h>
#include <lope/roll.h>
#include <lope/rope.h>
#include <lope/runner.h>
#include <lope/save.h>
#include <lope/shape.h>
#include <lope/slide.h>
#include <lope/spring_arm.h>
#include <lope/sprint.h>
#include <lope/state.h>
#include <lope/surroundings.h>
#include <lope/surroundings_check.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/vault.h>
#include <lope/vec.h>
#include <lope/velocity_law.h>
#include <lope/wall_jump.h>
#include <lope/wall_run.h>
#include <lope/wall_slide.h>
#include <lope/world.h>
#include <lope/zipline.h>

#endif
