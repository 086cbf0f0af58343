#include "OSLog.h"
