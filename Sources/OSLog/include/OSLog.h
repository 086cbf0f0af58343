#ifndef STRATA_OSLOG_H
#define STRATA_OSLOG_H

#include "StrataOSLogOverlay.h"

#endif
