/** @file
   The physics library of Rattleback. Nothing here includes a graphics header, holds global state
   or prints. */
#ifndef RATTLEBACK_H
#define RATTLEBACK_H

#include "rattleback/base.h"
#include "rattleback/bifurcation.h"
#include "rattleback/bindings.h"
#include "rattleback/body.h"
#include "rattleback/compare.h"
#include "rattleback/csv.h"
#include "rattleback/curvature.h"
#include "rattleback/energy.h"
#include "rattleback/ensemble.h"
#include "rattleback/fit.h"
#include "rattleback/friction.h"
#include "rattleback/hertz.h"
#include "rattleback/law_error.h"
#include "rattleback/library.h"
#include "rattleback/look.h"
#include "rattleback/normal.h"
#include "rattleback/outcomes.h"
#include "rattleback/param.h"
#include "rattleback/poincare.h"
#include "rattleback/rolling.h"
#include "rattleback/run.h"
#include "rattleback/runner.h"
#include "rattleback/scene.h"
#include "rattleback/section.h"
#include "rattleback/simulation.h"
#include "rattleback/snapshot.h"
#include "rattleback/status.h"
#include "rattleback/study.h"
#include "rattleback/sweep.h"
#include "rattleback/theory.h"
#include "rattleback/variant.h"
#include "rattleback/vec.h"

#endif
