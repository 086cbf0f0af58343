// Records which functions of a program are entered, with LD_PRELOAD, so that the tests of a debug build can say which public code
// they execute without a build of its own.
//
// A breakpoint (the instruction int3) is written over the first byte of each function of interest. The first thread that enters the
// function gets SIGTRAP; its handler marks the function, and restores the byte. So each function costs one signal, whatever it costs
// to be called a million times, and a process that is killed leaves its marks behind, because they are in a shared mapping.
//
// STRATA_ENTERED names a folder, which has two files for each program: PROGRAM.addresses has the functions' addresses in the
// executable, in ascending order, 8 bytes each; PROGRAM.entered has a byte for each of them, which is 1 once it has been entered.
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef __x86_64__
#error "The breakpoint of another processor has to be written here."
#endif

static const unsigned char breakpoint = 0xCC;
static const uint64_t *addresses;
static unsigned char *entered, *first_bytes;
static size_t count;
static uintptr_t base;

// Returns the place of a function in the list, or -1.
static long place_of(uint64_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (addresses[middle] < address) low = middle + 1; else high = middle;
  }
  return low < count && addresses[low] == address ? (long)low : -1;
}

static void trapped(int number, siginfo_t *info, void *context) {
  (void)info;
  greg_t *instruction = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  long place = place_of((uint64_t)*instruction - 1 - base);
  if (place < 0) {
    // A breakpoint of the program itself.
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  entered[place] = 1;
  // Another thread may have done the same in the meantime.
  *(volatile unsigned char *)(base + addresses[place]) = first_bytes[place];
  *instruction -= 1;
}

static void *map(const char *folder, const char *program, const char *kind, int flags, int protection, size_t *size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%s", folder, program, kind);
  int file = open(path, flags | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size == 0) return NULL;
  *size = (size_t)status.st_size;
  void *mapping = mmap(NULL, *size, protection, MAP_SHARED, file, 0);
  close(file);
  return mapping == MAP_FAILED ? NULL : mapping;
}

static int find_base(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  // The first object is the executable.
  base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (base + segment->p_vaddr) & ~(page - 1);
    if (mprotect((void *)start, base + segment->p_vaddr + segment->p_memsz - start, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
      perror("Entered.c: mprotect");
      abort();
    }
  }
  return 1;
}

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("STRATA_ENTERED");
  char executable[4096];
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  if (folder == NULL || length < 0) return;
  executable[length] = 0;
  const char *program = strrchr(executable, '/') + 1;
  size_t bytes, marks;
  addresses = map(folder, program, "addresses", O_RDONLY, PROT_READ, &bytes);
  entered = map(folder, program, "entered", O_RDWR, PROT_READ | PROT_WRITE, &marks);
  if (addresses == NULL || entered == NULL) return;
  count = bytes / sizeof *addresses;
  first_bytes = malloc(count);
  if (marks != count || first_bytes == NULL) abort();
  struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTRAP, &action, NULL);
  dl_iterate_phdr(find_base, NULL);
  for (size_t i = 0; i < count; i++) {
    unsigned char *code = (unsigned char *)(base + addresses[i]);
    first_bytes[i] = *code;
    // What another process has entered needs no breakpoint here.
    if (!entered[i]) *code = breakpoint;
  }
}
