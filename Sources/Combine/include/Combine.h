#ifndef STRATA_COMBINE_H
#define STRATA_COMBINE_H

#include "StrataCombineOverlay.h"

#endif
