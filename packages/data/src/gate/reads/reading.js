/** @import { Actor } from '@plinth/plugin' */
/** @import { Run } from '../types.d.ts' */
import { isSignedIn } from '@plinth/plugin';
import { LOG_END, readPosition } from '../../postgres/changes/log-end.js';
import { CLOCK } from '../../postgres/sql/index.js';

/**
 * What an answer was made of, for those who keep answers: tables ("app.orders"), the snapshot of before the first
 * statement, where the log ended then (if that is asked for), whether it depends on who asks, on their time zone or on this very moment, and for how many ms it holds otherwise.
 *
 * @typedef {{ snapshot: string | null, asksLogEnd: boolean, logEnd?: bigint, tables: Set<string>, user: boolean, zone: boolean, time: boolean, holds: number }} Reading
 */

/** Another day begins with a minute, in every zone. */
const MINUTE = 60_000;

export const SNAPSHOT = 'select pg_current_snapshot()::text as snapshot';
const AND_LOG_END = `${SNAPSHOT}, ${LOG_END}::text as log_end`;

/** @param {{ asksLogEnd?: boolean }} [options] asksLogEnd: with the snapshot, for the freshness barrier @returns {Reading} */
export function createReading({ asksLogEnd = false } = {}) {
  return {
    snapshot: null,
    asksLogEnd,
    logEnd: undefined,
    tables: new Set(),
    user: false,
    zone: false,
    time: false,
    holds: Infinity,
  };
}

/** The statement before all others. @param {Reading} reading */
export const firstStatement = ({ asksLogEnd }) =>
  asksLogEnd ? { name: 'plinth_snapshot_and_end', text: AND_LOG_END } : { name: 'plinth_snapshot', text: SNAPSHOT };

/** @param {Reading} reading @param {{ snapshot: string, log_end?: string } | undefined} row its answer */
export function noteFirst(reading, row) {
  reading.snapshot = row?.snapshot ?? '';
  if (row?.log_end) reading.logEnd = readPosition(row.log_end);
}

/** @param {Reading | undefined} reading @param {readonly string[]} reads of a statement, as its compiler says */
export function noteReads(reading, reads) {
  if (!reading) return;
  for (const name of reads) {
    // Access rules ask the clock of the database.
    if (name === CLOCK) reading.time = true;
    else reading.tables.add(name);
  }
}

/**
 * Notes that an answer depends on the day.
 *
 * @param {Reading} reading @param {Date} now
 */
export function noteDay(reading, now) {
  reading.holds = Math.min(reading.holds, MINUTE - (Number(now) % MINUTE));
}

/**
 * The same run, which notes what it is asked for.
 *
 * @param {Run} run @param {Reading | undefined} reading @returns {Run}
 */
export function watched(run, reading) {
  return reading ? new WatchedRun(run, reading) : run;
}

/**
 * The same actor, which notes when an answer asks for more than the audience of a page has in common: who it is, their
 * groups or their time zone. Whether somebody is signed in says `isSignedIn`.
 *
 * @param {Actor} actor @param {Reading} reading @returns {Actor}
 */
export function watchedActor(actor, reading) {
  return new WatchedActor(actor, reading);
}

/* Getters stand on prototypes: those of an object literal are old objects at once (eslint.config.js). */

/** @implements {Run} */
class WatchedRun {
  #run;
  #reading;

  /** @param {Run} run @param {Reading} reading */
  constructor(run, reading) {
    this.#run = run;
    this.#reading = reading;
    this.params = run.params;
    this.cursor = run.cursor;
    this.payload = run.payload;
    this.actor = new WatchedActor(run.actor, reading);
  }

  get now() {
    this.#reading.time = true;
    return this.#run.now;
  }

  get timeZone() {
    this.#reading.zone = true;
    return this.#run.timeZone;
  }

  get today() {
    const { now, today } = this.#run;
    noteDay(this.#reading, now);
    this.#reading.zone = true;
    return today;
  }

  get siteToday() {
    const { now, siteToday } = this.#run;
    noteDay(this.#reading, now);
    return siteToday;
  }
}

/** @implements {Actor} */
class WatchedActor {
  #actor;
  #reading;

  /** @param {Actor} actor @param {Reading} reading */
  constructor(actor, reading) {
    this.#actor = actor;
    this.#reading = reading;
    this.roles = actor.roles;
    this.system = actor.system;
    this.signedIn = isSignedIn(actor);
    this.asked = actor.asked;
    this.scope = actor.scope;
  }

  get userId() {
    return this.#noted.userId;
  }

  get groups() {
    return this.#noted.groups;
  }

  get name() {
    return this.#noted.name;
  }

  get email() {
    return this.#noted.email;
  }

  get address() {
    return this.#noted.address;
  }

  get timeZone() {
    this.#reading.zone = true;
    return this.#actor.timeZone;
  }

  get #noted() {
    this.#reading.user = true;
    return this.#actor;
  }
}
