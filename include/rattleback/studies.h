/** @file
   Studies over many runs: sweeps, ensembles, Poincaré maps and bifurcation diagrams, identification of
   parameters, the classical theory, and analyses of a motion as text. Optional: rattleback.h does not
   include it. */
#ifndef RATTLEBACK_STUDIES_H
#define RATTLEBACK_STUDIES_H

#include "rattleback/bifurcation.h"
#include "rattleback/compute.h"
#include "rattleback/ensemble.h"
#include "rattleback/fit.h"
#include "rattleback/poincare.h"
#include "rattleback/study.h"
#include "rattleback/study_spec.h"
#include "rattleback/sweep.h"
#include "rattleback/theory.h"

#endif
