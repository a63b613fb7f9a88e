#pragma once

#include <cstdlib> // tells the C library

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tachograph {

/// For the main function of a program: memory of finished work is kept for the work after it, up to 256 MiB of it. An
/// analysis of a long run takes and frees columns of many megabytes; handing their pages back to the system and having
/// new ones cleared takes it half as long again as the arithmetic. Does nothing where the C library is not GNU's.
inline void keepFreedMemory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 256 * 1024 * 1024);
#endif
}

} // namespace tachograph
