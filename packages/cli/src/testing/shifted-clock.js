import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A library that overrides the system's: the wall clock plus a number of seconds from a file. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile long *shift;

__attribute__((constructor)) static void begin(void) {
  int file = open(getenv("CLOCK_SHIFT"), O_RDONLY);
  void *map = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) shift = map;
}

int clock_gettime(clockid_t id, struct timespec *t) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(id, t);
  if (shift && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) t->tv_sec += *shift;
  return result;
}

int gettimeofday(struct timeval *t, void *zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(t, zone);
  if (shift) t->tv_sec += *shift;
  return result;
}
`;

/**
 * A wall clock that a test sets while a process runs. The monotonic clock is unaffected.
 *
 * @param {string} folder
 */
export function shiftedClock(folder) {
  const [source, library, shift] = ['clock.c', 'clock.so', 'shift'].map((name) => join(folder, name));
  writeFileSync(source, SOURCE);
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  /** @param {number} seconds */
  const set = (seconds) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    writeFileSync(shift, bytes, { flag: 'r+' });
  };
  writeFileSync(shift, Buffer.alloc(8));
  return { env: { LD_PRELOAD: library, CLOCK_SHIFT: shift }, set };
}

/** Whether this machine can build one. */
export function canShiftClock() {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}
