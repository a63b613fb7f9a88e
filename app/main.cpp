#include "version.h"

#include <cstdio>

int main() {
    std::puts("tachograph " TACHOGRAPH_VERSION);
    return 0;
}
