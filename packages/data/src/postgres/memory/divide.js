import { availableParallelism } from 'node:os';
import { availableMemoryMb } from './available.js';

/* Read before anything else is loaded, so it imports nothing of ours but this folder. */

const MB = 2 ** 20;
/** Below this, in MB, memory that is kept for later is missing elsewhere. */
const SMALL_MB = 2000;
/** Below this, in MB for each worker, V8 is told how much it may take, and everything else is made once at a time. */
const SHORT_MB = 1000;
/** With less, in MB, for each worker, a server and its database have no room to work: they take 140 at rest. */
const LEAST_MB = 256;
/** Of several workers, the first process answers no requests: it owns the database and the change stream. */
const FIRST_MB = 64;

/**
 * What may take which part of the memory; together they are all of it. Bounds are in MB: below the lower one a share does not
 * work, above the upper one more brings nothing.
 *
 * | share | who takes it | why so much |
 * | --- | --- | --- |
 * | server | what the processes that answer requests have of their own: 100 MB each at rest, Catalog and plans included, then rows, pages and garbage | 190 under distinct misses, uploads and posts; a process that has more returns it (`keep-within-memory.js`) |
 * | functions | the processes of functions with their isolates | 40 MB before they run one, 64 for an isolate as usual |
 * | buffers | PostgreSQL's shared buffers | the kernel keeps the rest of its files; each GB costs 25 MB at rest |
 * | connections | what PostgreSQL's processes have of their own | 15 of 1-2 MB each at rest, then the statements that four of them have prepared, and a sort or two |
 */
const PARTS = Object.freeze({
  server: Object.freeze({ part: 15 / 32, least: 160 }),
  functions: Object.freeze({ part: 5 / 16, least: 160, roomy: 320, most: 640 }),
  buffers: Object.freeze({ part: 1 / 8, least: 48, most: 1024 }),
  connections: Object.freeze({ part: 3 / 32 }),
});

/**
 * What is kept within the share of the server, as parts of all memory, with bounds in MB for each worker: rendered pages
 * (`page-cache.js`), stored files of up to 1 MB (`contents.js`), statements that views of the Catalog compile to
 * (`plan-cache.js`), and large bodies and answers under way (`fairness/figures.js`), of
 * which ten times as much is made. Within that of the connections: what each has prepared (`send-statement.js`).
 */
const KEPT = Object.freeze({
  pages: Object.freeze({ part: 1 / 16, least: 4, most: 256 }),
  files: Object.freeze({ part: 1 / 32, least: 4, most: 128 }),
  plans: Object.freeze({ part: 1 / 32, least: 8, most: 256 }),
  bodies: Object.freeze({ part: 1 / 128, least: 3, most: 64 }),
  statements: Object.freeze({ part: 1 / 64, least: 4, most: 64 }),
});

/** Code that is in memory once, however many processes run it, and counted in each, in MB. */
const SHARED_CODE_MB = 64;
/** What a heavy job may need at its worst, in the server, in PostgreSQL and in a command together. */
const HEAVY_MB = 1024;
const MOST_HEAVY = 8;
/** V8's heap of a worker at least, in MB: 8 MB of rows, as a page may ask for, take 150 while it is made. */
const LEAST_HEAP_MB = 256;

/**
 * Divides the memory of a server among everything that takes much of it. This is the one place that does: whoever keeps
 * something asks for its share.
 *
 * @typedef {ReturnType<typeof divideMemory>} Memory
 * @param {{ wantedMb?: number | null, availableMb?: number, workers?: number, hasDatabase?: boolean, cores?: number }} [options]
 *   wantedMb: PLINTH_MEMORY; availableMb: the machine's, or its container's; workers: processes that answer requests; hasDatabase:
 *   whether PostgreSQL is one of our processes
 */
export function divideMemory({
  wantedMb = null,
  availableMb = availableMemoryMb(),
  workers = 1,
  hasDatabase = true,
  cores = availableParallelism(),
} = {}) {
  // More than there is can't be had.
  const mb = Math.min(wantedMb ?? availableMb, availableMb);
  const isLess = mb < availableMb;
  // A PostgreSQL that runs elsewhere leaves its part to the others.
  const ours = hasDatabase ? mb : mb / (1 - PARTS.buffers.part - PARTS.connections.part);
  const first = workers > 1 ? FIRST_MB : 0;
  const serverMb = Math.floor(Math.max(PARTS.server.least, (ours * PARTS.server.part - first) / workers));
  const isShort = mb / workers < SHORT_MB;
  const kept = (/** @type {keyof typeof KEPT} */ what) => {
    const { part, least, most } = KEPT[what];
    return Math.floor(clamp((mb * part) / workers, least, most) * MB);
  };
  return Object.freeze({
    mb,
    /** As PLINTH_MEMORY says; null: it is not set. */
    wantedMb,
    leastMb: leastMemoryMb(workers),
    isSmall: mb < SMALL_MB,
    /** Whether processes return what they have too much of: elsewhere the system has enough for everybody. */
    isBounded: mb < SMALL_MB || isLess,
    /** Of each worker. */
    worker: Object.freeze({
      mb: serverMb,
      /** Of V8 for old and for new objects; null: as it wants, which is by the whole machine's memory. */
      heapMb: isShort || isLess ? Math.max(LEAST_HEAP_MB, serverMb) : null,
      youngMb: isShort ? 4 : null,
      pageBytes: kept('pages'),
      fileBytes: kept('files'),
      planBytes: kept('plans'),
      bodyBytes: kept('bodies'),
      statementBytes: kept('statements'),
      passwords: isShort ? 1 : cores,
      functions: functionsOf((ours * PARTS.functions.part) / workers, isShort ? 1 : Math.max(2, cores)),
    }),
    database: databaseOf(mb),
    /** Imports, backups and the like at once, of all processes together. */
    heavyJobs: clamp(Math.floor(mb / HEAVY_MB), 1, MOST_HEAVY),
  });
}

/**
 * Processes that run functions, what each may take before it ends itself, in MB as the system counts it, and how many people may
 * have one to themselves.
 *
 * @param {number} mb of a worker @param {number} most
 */
function functionsOf(mb, most) {
  const { least, roomy, most: mostMb } = PARTS.functions;
  const processes = clamp(Math.floor(mb / roomy), 1, most);
  const each = clamp(Math.floor(mb / processes), least, mostMb);
  return Object.freeze({ processes, mb: each + SHARED_CODE_MB, apart: processes > 1 ? 2 : 1 });
}

/** Of PostgreSQL: what its documentation advises for a server that is not alone on its machine. @param {number} mb */
const databaseOf = (mb) =>
  Object.freeze({
    buffersMb: Math.round(clamp(mb * PARTS.buffers.part, PARTS.buffers.least, PARTS.buffers.most)),
    /** Of each sort or hash table. */
    sortMb: Math.round(clamp(mb / 128, 4, 32)),
    /** Of building an index, or a vacuum. */
    upkeepMb: Math.round(clamp(mb / 16, 32, 512)),
    /** What the kernel is assumed to keep of its files. */
    kernelMb: Math.round(clamp(mb / 2, 128, 65536)),
  });

/**
 * The MB of a text such as 512, 512MB or 2 GB; null: it is none.
 *
 * @param {string} text @returns {number | null}
 */
export function readMemory(text) {
  const [, digits, unit] = /^(\d{1,8})\s*(mb|m|gb|g|)$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (/^g/i.test(unit) ? 1024 : 1);
}

/** The least, in MB, that so many workers can run with. @param {number} workers */
export const leastMemoryMb = (workers) => LEAST_MB * workers;

/**
 * Environment of PostgreSQL and of our own processes: where memory is short, the C library returns large pieces at once and
 * keeps pieces for two threads, not for eight. PostgreSQL would keep up to 20 MB for each connection that has ever
 * handled a row of a megabyte, and Node.js over 100 MB after a few hundred large answers. Elsewhere, keeping them is faster.
 *
 * @param {Pick<Memory, 'isSmall'>} memory @returns {Record<string, string>}
 */
export const memoryEnvironment = ({ isSmall }) =>
  isSmall ? { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' } : {};

/**
 * V8's flags for a process that answers requests. By itself, each would take half of the machine's memory for its heap, and
 * new objects alone up to 48 MB.
 *
 * @param {Pick<Memory, 'worker'>} memory @returns {string[]}
 */
export const heapFlags = ({ worker: { heapMb, youngMb } }) => [
  ...(youngMb === null ? [] : [`--max-semi-space-size=${youngMb}`]),
  ...(heapMb === null ? [] : [`--max-old-space-size=${heapMb}`]),
];

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));
