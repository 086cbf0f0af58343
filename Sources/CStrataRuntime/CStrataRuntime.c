// The target has only a header, but SwiftPM requires a source file.
#include "CStrataRuntime.h"
