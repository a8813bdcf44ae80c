import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** The type of a file system that lives in memory, from Linux's magic.h. */
const TMPFS = 0x01021994;
/** A whole run needs about 400 MB there at a time. */
const LEAST_ROOM = 1.5 * 2 ** 30;
/** Browsers and test processes want theirs, too. */
const LEAST_FREE = 4 * 2 ** 30;

/**
 * Where clusters for tests are made: in memory if there is enough of it. Each test has a database of some 300 files, and
 * to create and drop those on a disk costs ten times the CPU seconds.
 *
 * @param {{ folder?: string, room?: number, free?: number }} [options] `room` and `free`: bytes that must be there
 * @returns {string}
 */
export function clusterHome({ folder = IN_MEMORY, room = LEAST_ROOM, free = LEAST_FREE } = {}) {
  try {
    accessSync(folder, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(folder);
    const hasRoom = type === TMPFS && bavail * bsize >= room && process.availableMemory() >= free;
    return hasRoom ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}
