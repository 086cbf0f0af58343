#ifndef STRATA_COMBINE_H
#define STRATA_COMBINE_H

#include "CombineOverlay.h"

#endif
