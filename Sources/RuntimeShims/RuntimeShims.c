#define _GNU_SOURCE
#include "RuntimeShims.h"
#include <dlfcn.h>
#include <stddef.h>

const void *image_base(const void *address) {
    Dl_info info;
    return dladdr(address, &info) ? info.dli_fbase : NULL;
}
