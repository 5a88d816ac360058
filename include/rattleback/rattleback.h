/** @file
   The physics library of Rattleback: scenes, bodies, laws, simulations and runs. rattleback/studies.h
   adds studies over many runs. No header includes graphics; the library never prints. docs/api.md says
   what stays compatible.

   Conventions of all headers:
   - Errors. A function that can fail returns rb_status, or NULL for an object, and fills the rb_error of the
     caller (which may be NULL). Then nothing is changed unless its comment says otherwise. NULL, an index out
   of range and an incomplete scene are refused; functions without a status then return 0, NULL or NAN.
   - Ownership. Objects of ..._create, ..._open and rb_record are freed by ..._destroy and ..._close. Texts
   and arrays that a function returns belong to the library or to the object, unless its comment says that the
     caller frees them.
   - Threads. Functions without an object, and different objects, may be used by several threads at once; one
     object by one thread at a time. Laws, bodies and outcomes are registered by one thread, before the first
   scene is read and the first simulation is created.
   - Units are SI; angles are in rad. World axes have z up, body axes have their origin at the mass centre. */
#ifndef RATTLEBACK_H
#define RATTLEBACK_H

#include "rattleback/base.h"
#include "rattleback/body.h"
#include "rattleback/body_ops.h"
#include "rattleback/friction.h"
#include "rattleback/library.h"
#include "rattleback/mass.h"
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
#include "rattleback/surface.h"
#include "rattleback/vec.h"

#endif
