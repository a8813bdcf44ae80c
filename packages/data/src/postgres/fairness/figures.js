/**
 * What one person may have at the same time in one process, by kind of what is scarce. These are all figures of fairness;
 * docs/reference/fairness.md explains them.
 *
 * A share is counted in each process by itself, so that it costs no message and no statement. Their sum is bounded all the
 * same: connections are divided among the processes at start (connection-share.js), isolates and requests are limited in
 * each process by its memory, and a person who spreads requests over all processes gets one share in each of them.
 *
 * places: of everybody together; each: of one person; inCompany: the same of whoever keeps the process busy while anybody else is about; visitors: of all visitors together, so that somebody who has
 * logged in always finds a place; waiting: of one person in the queue; ms: how long somebody waits at most
 *
 * @typedef {{ places: number, each: number, inCompany?: number, visitors: number, waiting: number, ms: number }} Share
 */

/** Waiting in one queue, of all users together, and of all visitors. */
export const MOST_WAITING = 2000;

/** @param {number} places */
const half = (places) => Math.max(1, Math.floor(places / 2));
/** It takes three people to use up all places. @param {number} places */
const third = (places) => Math.max(1, Math.floor(places / 3));
/** Nearly all. @param {number} places */
const allButOne = (places) => Math.max(1, places - 1);

/**
 * Requests that are computed: a page from the cache, an asset and a stored file don't count. Each may keep the process busy for
 * a while, and the others wait behind it.
 *
 * @type {Share}
 */
export const REQUESTS = Object.freeze({ places: 256, each: 64, inCompany: 3, visitors: 64, waiting: 200, ms: 20_000 });

/** How long all requests of one person together may keep the process busy while others are about, in ms. */
export const BUSY_MS = 30;

/** Bodies and answers from this size on count as bytes. */
export const LARGE_BYTES = 64 * 1024;

/**
 * Bytes of large bodies, from before they are read, and of large answers, until they are sent. What is made of them takes ten
 * times as much, here and in the database.
 *
 * @param {number} places as memory/divide.js says @returns {Share}
 */
export const byteShare = (places) => ({
  places,
  each: third(places),
  visitors: half(places),
  waiting: 100,
  ms: 20_000,
});

/** Files of all rows of a list that are being made. @type {Share} */
export const EXPORTS = Object.freeze({ places: 6, each: 2, inCompany: 1, visitors: 2, waiting: 20, ms: 30_000 });

/** Transactions, COPY and cursors: each has a connection of its own. @param {number} connections @returns {Share} */
export const transactionShare = (connections) => ({
  places: connections,
  each: third(connections),
  visitors: allButOne(connections),
  waiting: 250,
  ms: 5000,
});

/**
 * Statements that took long when they last ran, and queries of rows of which nothing is known yet. One connection stays free
 * for those that are known to be quick.
 *
 * @param {number} connections pipelined ones @returns {Share}
 */
export const slowShare = (connections) => ({
  places: allButOne(connections),
  each: third(allButOne(connections)),
  visitors: half(connections),
  waiting: 100,
  ms: 8000,
});

/** Queries of rows that were quick when they last ran. @type {Share} */
export const QUERIES = Object.freeze({ places: 64, each: 32, inCompany: 8, visitors: 32, waiting: 500, ms: 8000 });

/** Connections for a single job, opened for it. @type {Share} */
export const JOBS = Object.freeze({ places: 6, each: 2, visitors: 3, waiting: 20, ms: 30_000 });

/** Calls of functions. @param {number} isolates at once @returns {Share} */
export const functionShare = (isolates) => ({
  places: isolates,
  each: third(isolates),
  inCompany: Math.min(3, third(isolates)),
  visitors: half(isolates),
  waiting: 100,
  ms: 30_000,
});

/**
 * Calls of people of whom one has brought down a process: each has a process that is shared with nobody.
 *
 * @param {number} places as memory/divide.js says @returns {Share}
 */
export const apartShare = (places) => ({
  places,
  each: 1,
  visitors: 1,
  waiting: 100,
  ms: 30_000,
});
/** How long after that, in ms. */
export const APART_FOR = 600_000;

/**
 * Rows that functions ask for, until they are on their way: so many answers, of up to 500 rows each, are in the memory of the
 * process. What a call asks for may wait as long as the call. @type {Share}
 */
export const ROWS_FOR_FUNCTIONS = Object.freeze({ places: 12, each: 3, visitors: 6, waiting: 20_000, ms: 300_000 });

/** Whatever else functions ask for; responses of other servers have up to a few MB. @type {Share} */
export const ASKED_BY_FUNCTIONS = Object.freeze({ places: 32, each: 8, visitors: 16, waiting: 20_000, ms: 300_000 });

/**
 * What a query may cost at most, in the planner's units: a hundred thousand take a second or so. What comes near it is ended
 * by the time limit. */
export const MOST_COST = 50_000_000;

/** What a query of rows may return at most, in bytes as PostgreSQL sends them: its rows are in the memory at once. */
export const MOST_RESULT_BYTES = 8_000_000;

/** How long a query of rows may take that is not known to be quick, in ms; any other statement has 15 s. */
export const QUERY_MS = 10_000;

/** PDF files that are made or wait for it. @type {Share} */
export const PDFS = Object.freeze({ places: 10, each: 3, visitors: 4, waiting: 0, ms: 30_000 });
/** Of these, one is made at a time: the next is somebody else's, if anybody else waits. @type {Share} */
export const ONE_PDF = Object.freeze({ places: 1, each: 1, visitors: 1, waiting: 10, ms: 120_000 });

/** SQL that an admin has written for actions. @type {Share} */
export const ACTION_SQL = Object.freeze({ places: 3, each: 1, visitors: 1, waiting: 20, ms: 10_000 });

/**
 * Passwords that are hashed: each takes a core for 30 ms and 19 MB. Whoever logs in is still a visitor.
 *
 * @param {number} places @returns {Share}
 */
export const passwordShare = (places) => ({
  places,
  each: allButOne(places),
  visitors: places,
  waiting: 20,
  ms: 10_000,
});
