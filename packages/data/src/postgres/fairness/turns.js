/** @import { Share } from './figures.js' */
/** @import { Person } from './person.js' */
import { callerLeft, serverBusy, shareUsed } from './errors.js';
import { BUSY_MS, MOST_WAITING } from './figures.js';

/**
 * @typedef {{ key: string, isVisitor: boolean, most: number, running: number, pace: number, turn: number, line: Waiter[] }} Entry of
 *   one person; pace: how long one of their requests keeps the process busy, in ms; turn: when they came or were served last
 * @typedef {{ size: number, give: (entry: Entry) => void, fail: (error: unknown) => void }} Waiter size: how many places it needs
 */

/** How long somebody counts as being about, in ms. */
const ABOUT_MS = 60_000;
/** How much the last of somebody's requests counts for their pace. */
const UP = 0.5;
const DOWN = 0.25;
/** How many times as long the system waits for its turn. */
const PATIENCE = 10;

/**
 * Places of one kind that people get in turn. Nobody has more than their share at once, and whoever waits is served after
 * one of each other person, however many wait in front.
 */
export class Turns {
  /** By key. @type {Map<string, Entry>} */
  #people = new Map();
  #turn = 0;
  #running = 0;
  #visiting = 0;
  #inLine = 0;
  #visitorsInLine = 0;
  /** Places that whoever's turn it is waits for: nobody may take them meanwhile. */
  #owed = 0;
  /** Who came last, and until when somebody else is about. */
  #last = '';
  #companyUntil = 0;
  #share;
  #busy;

  /** @param {Share} share @param {() => Error} [busy] what those get who waited for others */
  constructor(share, busy = serverBusy) {
    this.#share = share;
    this.#busy = busy;
  }

  /**
   * A place, if one is free for this person now; costs no promise.
   *
   * @param {Person} person @param {number} [size] how many places; at most `largest`
   * @returns {Entry | null}
   */
  takeNow(person, size = 1) {
    const entry = this.#entryOf(person);
    if (entry.line.length === 0 && this.#mayRun(entry, size) && this.#hasRoom(size + this.#owed))
      return this.#begin(entry, size);
    this.#forgetIdle(entry);
    return null;
  }

  /**
   * A place, as soon as it is this person's turn.
   *
   * @param {Person} person @param {number} [size] @returns {Promise<Entry>}
   * @throws {import('@plinth/plugin').AppError} SHARE_USED, SERVER_BUSY; CALLER_LEFT if the request has ended meanwhile
   */
  async take(person, size = 1) {
    return this.takeNow(person, size) ?? this.#wait(person, this.#entryOf(person), size);
  }

  /** Counts what is there already, whether or not there was room for it. @param {Person} person @param {number} size @returns {Entry} */
  add(person, size) {
    return this.#begin(this.#entryOf(person), size);
  }

  /** Gives a place back. @param {Entry} entry @param {number} [size] @param {number} [ms] how long it was taken */
  give(entry, size = 1, ms) {
    if (ms !== undefined) notePace(entry, ms);
    this.#running -= size;
    entry.running -= size;
    entry.turn = ++this.#turn;
    if (entry.isVisitor) this.#visiting -= size;
    if (this.#inLine > 0) this.#next();
    this.#forgetIdle(entry);
  }

  /** The most that one person gets at once, and so the most that can be asked for. */
  get largest() {
    return this.#share.each;
  }

  /** @template T @param {Person} person @param {() => Promise<T>} work @returns {Promise<T>} */
  async use(person, work) {
    const entry = this.takeNow(person) ?? (await this.take(person));
    try {
      return await work();
    } finally {
      this.give(entry);
    }
  }

  /** Whether this person has all that one may have. @param {Person} person */
  isUsedUpBy(person) {
    const entry = this.#people.get(person.key);
    return entry !== undefined && entry.most < this.#share.places && entry.running >= entry.most;
  }

  /** Whether several people have come within the last minute. */
  get hasCompany() {
    return performance.now() < this.#companyUntil;
  }

  /** How many wait. */
  waiting() {
    return this.#inLine;
  }

  /** How many have a place. */
  running() {
    return this.#running;
  }

  /** Nobody who waits gets a place any more. @param {unknown} error */
  refuseAll(error) {
    for (const entry of [...this.#people.values()]) for (const waiter of [...entry.line]) waiter.fail(error);
  }

  /** @param {Person} person @returns {Entry} */
  #entryOf({ key, kind, held, isAll }) {
    const { places, each, inCompany } = this.#share;
    let entry = this.#people.get(key);
    if (!entry) {
      const pace = BUSY_MS / (inCompany ?? each);
      entry = { key, isVisitor: kind === 'visitor', most: each, running: 0, pace, turn: ++this.#turn, line: [] };
      this.#people.set(key, entry);
    }
    const own = inCompany === undefined ? each : this.#inCompany(entry, inCompany);
    // What it holds a connection for can't wait until it gives it back: one at a time goes on.
    entry.most = isAll ? places : held > 0 ? own + 1 : own;
    return entry;
  }

  /**
   * Who is alone may have more than one of several, and so may whoever is no burden: as many as keep the process busy for no
   * longer than others may wait.
   *
   * @param {Entry} entry @param {number} least
   */
  #inCompany({ key, pace, running }, least) {
    const { each } = this.#share;
    if (key !== this.#last) {
      if (this.#last !== '') this.#companyUntil = performance.now() + ABOUT_MS;
      this.#last = key;
    }
    if (running < least) return least;
    const most = BUSY_MS / pace;
    return most >= each || performance.now() >= this.#companyUntil ? each : Math.max(least, Math.floor(most));
  }

  /** Whether it is within the person's share. What is larger than a whole one has it to itself. @param {Entry} entry @param {number} size */
  #mayRun({ isVisitor, most, running }, size) {
    const { visitors } = this.#share;
    if (running > 0 && running + size > most) return false;
    return !isVisitor || this.#visiting === 0 || this.#visiting + size <= visitors;
  }

  /** @param {number} size */
  #hasRoom(size) {
    return this.#running === 0 || this.#running + size <= this.#share.places;
  }

  /** @param {Entry} entry @param {number} size */
  #begin(entry, size) {
    this.#running += size;
    entry.running += size;
    entry.turn = ++this.#turn;
    if (entry.isVisitor) this.#visiting += size;
    return entry;
  }

  #next() {
    this.#owed = 0;
    while (this.#inLine > 0) {
      const entry = this.#whoseTurn();
      if (!entry) return;
      const [{ size }] = entry.line;
      if (!this.#hasRoom(size)) return void (this.#owed = size);
      const waiter = /** @type {Waiter} */ (entry.line.shift());
      this.#count(entry, -1);
      waiter.give(this.#begin(entry, size));
    }
  }

  /** Of those who wait and may have a place, the one who was served longest ago. @returns {Entry | null} */
  #whoseTurn() {
    /** @type {Entry | null} */
    let first = null;
    for (const entry of this.#people.values())
      if (entry.line.length > 0 && entry.turn < (first?.turn ?? Infinity) && this.#mayRun(entry, entry.line[0].size))
        first = entry;
    return first;
  }

  /** @param {Person} person @param {Entry} entry @param {number} size @returns {Promise<Entry>} */
  #wait(person, entry, size) {
    const { waiting, ms } = this.#share;
    const { isPatient } = person;
    if (!isPatient && entry.line.length >= waiting) throw shareUsed();
    const ofKind = entry.isVisitor ? this.#visitorsInLine : this.#inLine - this.#visitorsInLine;
    if (ofKind >= MOST_WAITING) throw this.#busy();
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        person.waits--;
        person.offOver(left);
      };
      /** @type {Waiter} */
      const waiter = {
        size,
        give: (given) => (done(), resolve(given)),
        fail: (error) => (done(), this.#leave(entry, waiter), reject(error)),
      };
      const left = () => waiter.fail(callerLeft());
      // It is their own doing if their own requests are in front.
      const isOwnDoing = () => !isPatient && (entry.running > 0 || entry.line.length > 1);
      const late = () => waiter.fail(isOwnDoing() ? shareUsed() : this.#busy());
      const timer = setTimeout(late, ms * (isPatient ? PATIENCE : 1)).unref();
      if (person.mayLeave && !person.isOver) person.onOver(left);
      person.waits++;
      entry.line.push(waiter);
      this.#count(entry, 1);
    });
  }

  /** @param {Entry} entry @param {Waiter} waiter */
  #leave(entry, waiter) {
    const at = entry.line.indexOf(waiter);
    if (at < 0) return;
    entry.line.splice(at, 1);
    this.#count(entry, -1);
    // What it waited for is free for others.
    this.#next();
    this.#forgetIdle(entry);
  }

  /** @param {Entry} entry @param {1 | -1} more */
  #count({ isVisitor }, more) {
    this.#inLine += more;
    if (isVisitor) this.#visitorsInLine += more;
  }

  /** @param {Entry} entry */
  #forgetIdle(entry) {
    if (entry.running === 0 && entry.line.length === 0 && this.#people.get(entry.key) === entry)
      this.#people.delete(entry.key);
  }
}

/** Quickly up, slowly down; who does several things at once shares the process among them. @param {Entry} entry @param {number} ms */
function notePace(entry, ms) {
  const one = ms / entry.running;
  entry.pace += (one - entry.pace) * (one > entry.pace ? UP : DOWN);
}

/** @param {ConstructorParameters<typeof Turns>} given */
export const createTurns = (...given) => new Turns(...given);
