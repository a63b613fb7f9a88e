/// What jemalloc reads when a program starts. An analysis of a long run takes and frees columns of many megabytes, and
/// on a virtual machine the kernel takes longer to hand out their pages one by one than the arithmetic over them: huge
/// pages are a 500th of the faults (thp:always). What is freed is kept for the next column for ten seconds, then
/// offered to the kernel, which takes it when others need memory (muzzy_decay_ms:-1, MADV_FREE). Few arenas, since few
/// threads work. See TUNING.md of jemalloc 5.3.
extern "C" const char* malloc_conf;
const char* malloc_conf = "thp:always,narenas:2,dirty_decay_ms:10000,muzzy_decay_ms:-1";
