// There is only the header; a target needs a source.
#include "RuntimeShims.h"
