/** @import { Share } from './figures.js' */
/** @import { Person } from './person.js' */
import { callerLeft, serverBusy, shareUsed } from './errors.js';
import { MOST_WAITING } from './figures.js';

/**
 * @typedef {{ key: string, isVisitor: boolean, most: number, running: number, turn: number, line: Waiter[] }} Entry of one person;
 *   turn: when they came or were served last
 * @typedef {{ give: (entry: Entry) => void, fail: (error: unknown) => void }} Waiter
 */

/** How long somebody counts as being about, in ms. */
const ABOUT_MS = 60_000;
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
   * @param {Person} person @returns {Entry | null}
   */
  takeNow(person) {
    const entry = this.#entryOf(person);
    if (entry.line.length === 0 && this.#mayRun(entry)) return this.#begin(entry);
    this.#forgetIdle(entry);
    return null;
  }

  /**
   * A place, as soon as it is this person's turn.
   *
   * @param {Person} person @returns {Promise<Entry>}
   * @throws {import('@plinth/plugin').AppError} SHARE_USED, SERVER_BUSY; CALLER_LEFT if the request has ended meanwhile
   */
  async take(person) {
    return this.takeNow(person) ?? this.#wait(person, this.#entryOf(person));
  }

  /** Gives a place back. @param {Entry} entry */
  give(entry) {
    this.#running--;
    entry.running--;
    entry.turn = ++this.#turn;
    if (entry.isVisitor) this.#visiting--;
    if (this.#inLine > 0) this.#next();
    this.#forgetIdle(entry);
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
    const { places } = this.#share;
    const each = this.#eachFor(key);
    let entry = this.#people.get(key);
    if (!entry) {
      entry = { key, isVisitor: kind === 'visitor', most: each, running: 0, turn: ++this.#turn, line: [] };
      this.#people.set(key, entry);
    }
    // What it holds a connection for can't wait until it gives it back: one at a time goes on.
    entry.most = isAll ? places : held > 0 ? each + 1 : each;
    return entry;
  }

  /** Who is alone may have more than one of several. @param {string} key */
  #eachFor(key) {
    const { each, inCompany = each } = this.#share;
    if (inCompany === each) return each;
    const now = performance.now();
    if (key !== this.#last) {
      if (this.#last !== '') this.#companyUntil = now + ABOUT_MS;
      this.#last = key;
    }
    return now < this.#companyUntil ? inCompany : each;
  }

  /** @param {Entry} entry */
  #mayRun({ isVisitor, most, running }) {
    const { places, visitors } = this.#share;
    return this.#running < places && running < most && (!isVisitor || this.#visiting < visitors);
  }

  /** @param {Entry} entry */
  #begin(entry) {
    this.#running++;
    entry.running++;
    entry.turn = ++this.#turn;
    if (entry.isVisitor) this.#visiting++;
    return entry;
  }

  #next() {
    while (this.#inLine > 0 && this.#running < this.#share.places) {
      const entry = this.#whoseTurn();
      if (!entry) return;
      const waiter = /** @type {Waiter} */ (entry.line.shift());
      this.#count(entry, -1);
      waiter.give(this.#begin(entry));
    }
  }

  /** Of those who wait and may have a place, the one who was served longest ago. @returns {Entry | null} */
  #whoseTurn() {
    /** @type {Entry | null} */
    let first = null;
    for (const entry of this.#people.values())
      if (entry.line.length > 0 && entry.turn < (first?.turn ?? Infinity) && this.#mayRun(entry)) first = entry;
    return first;
  }

  /** @param {Person} person @param {Entry} entry @returns {Promise<Entry>} */
  #wait(person, entry) {
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

/** @param {ConstructorParameters<typeof Turns>} given */
export const createTurns = (...given) => new Turns(...given);
