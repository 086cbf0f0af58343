#ifndef STRATA_OSLOG_OS_H
#define STRATA_OSLOG_OS_H

#include "StrataOSLogOverlay.h"

#endif
