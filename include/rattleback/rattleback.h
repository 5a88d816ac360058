/** @file
   The physics library of Rattleback: scenes, bodies, laws, simulations and runs. rattleback/studies.h
   adds studies over many runs. No header includes graphics; the library never prints. docs/api.md says
   what stays compatible. */
#ifndef RATTLEBACK_H
#define RATTLEBACK_H

#include "rattleback/base.h"
#include "rattleback/body.h"
#include "rattleback/body_ops.h"
#include "rattleback/friction.h"
#include "rattleback/library.h"
#include "rattleback/normal.h"
#include "rattleback/outcomes.h"
#include "rattleback/param.h"
#include "rattleback/recording.h"
#include "rattleback/rolling.h"
#include "rattleback/run.h"
#include "rattleback/runner.h"
#include "rattleback/scene.h"
#include "rattleback/simulation.h"
#include "rattleback/snapshot.h"
#include "rattleback/status.h"
#include "rattleback/vec.h"

#endif
