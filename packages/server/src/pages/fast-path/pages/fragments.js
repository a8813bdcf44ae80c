/** @import { Catalog } from '@plinth/plugin' */
/** @import { Fragment, OpenFragment } from '@plinth/views' */
/** @import { App, Context } from '../../../types.d.ts' */
/** @import { Audience } from './audience.js' */
/** @import { Stamp } from './page-cache.js' */
import { randomBytes } from 'node:crypto';
import { createReading } from '@plinth/data';
import { LRUCache } from 'lru-cache';

/** @typedef {ReturnType<typeof createReading>} Reading */
/**
 * A printed text, and at every second place the number of a value of the address.
 *
 * @typedef {readonly (string | number)[]} Pieces
 */
/**
 * @typedef {{ catalog: Catalog, stamp: Stamp, until: number, body: Pieces, actions: Pieces | null, user: boolean, zone: boolean,
 *   weight: number }} KeptFragment
 */

/** As of a page: how long "5 minutes ago" may be kept, in ms. */
const MOMENT_MS = 1000;
/** Approximate memory of an entry besides its text and its key. */
const OVERHEAD = 1500;
/** As many keys are remembered of which a fragment was asked for once. */
const SEEN = 2 ** 14;
/** Of one address. More than campaigns and trackers add to it. */
const MOST_MARKS = 8;

/** What stands for values: no text of rows or readers can contain it, since it is of this process alone. */
const MARK = `plv${randomBytes(12).toString('hex')}x`;
const MARKED = new RegExp(`${MARK}(\\d)x`);

/** Values look the same in an attribute, a text and an encoded address; with keys, nothing is done but to print them. */
const PLAIN_KEY = /^[\w:.-]+$/;
const PLAIN_VALUE = /^[\w.-]+$/;

/**
 * Views on pages, each with the views in it: kept apart from the pages, so that a page is made anew only where something
 * has changed, be it a table or what the address says about one of its views. They are valid as cached pages are, and used
 * only after the freshness barrier.
 *
 * @param {{ data: Pick<App['data'], 'catalog'>, versions: { stands: (stamp: Stamp) => boolean }, maxBytes: number }} options
 */
export function createFragments({ data, versions, maxBytes }) {
  /** @type {LRUCache<string, KeptFragment>} */
  const kept = new LRUCache({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: ({ weight }, key) => weight + key.length * 2 + OVERHEAD,
  });
  const tally = { hits: 0, misses: 0 };
  const seen = new Int32Array(SEEN);

  /**
   * Whether it is asked for again. What is asked for once, such as the pages of a list that a search engine goes through, is
   * not worth the work and the memory.
   *
   * @param {string} key
   */
  function isAgain(key) {
    const number = numberOf(key);
    const at = number & (SEEN - 1);
    const again = seen[at] === number;
    seen[at] = number;
    return again;
  }

  /** @param {KeptFragment} fragment */
  const isValid = (fragment) =>
    fragment.catalog === data.catalog() &&
    (fragment.until === Infinity || fragment.until > performance.now()) &&
    versions.stands(fragment.stamp);

  /** @param {string} key */
  function find(key) {
    const found = kept.get(key);
    if (found === undefined || isValid(found)) return found ?? null;
    kept.delete(key);
    return null;
  }

  return {
    tally,
    clear: () => kept.clear(),
    counts: () => ({ ...tally, kept: kept.size, bytes: kept.calculatedSize }),
    /**
     * The fragments of one page during one request.
     *
     * @param {Context} ctx @param {Audience} audience
     * @param {{ reading: Reading, stampOf: (tables: string[], snapshot: string) => Stamp | null }} page
     */
    begin: (ctx, audience, page) => new PageFragments(ctx, audience, { ...page, kept, find, isAgain, isValid, tally }),
  };
}

/** Of one page during one request. */
export class PageFragments {
  #ctx;
  #audience;
  #page;
  /** @type {KeptFragment[]} */
  #used = [];
  /** @type {MadeFragment[]} */
  #made = [];
  #began = performance.now();

  /**
   * @param {Context} ctx @param {Audience} audience
   * @param {Parameters<ReturnType<typeof createFragments>['begin']>[2] & { kept: LRUCache<string, KeptFragment>,
   *   find: (key: string) => KeptFragment | null, isAgain: (key: string) => boolean, isValid: (fragment: KeptFragment) => boolean,
   *   tally: { hits: number, misses: number } }} page
   */
  constructor(ctx, audience, page) {
    this.#ctx = ctx;
    this.#audience = audience;
    this.#page = page;
  }

  /** @param {Fragment} fragment @returns {OpenFragment | null} null: it is part of the page */
  open(fragment) {
    const { find, isAgain, tally } = this.#page;
    const { zone, user } = this.#audience;
    const address = addressFor(fragment, this.#ctx.response.req.originalUrl);
    const key = `${fragment.index} ${address.here}`;
    const before = find(zone + key) ?? (user === zone ? null : find(user + key));
    if (!before && !isAgain(zone + key)) return null;
    const made = new MadeFragment(this.#ctx, { fragment, address, key, before });
    if (before) {
      tally.hits++;
      this.#used.push(before);
    } else {
      tally.misses++;
      this.#made.push(made);
    }
    return made;
  }

  /** Whether those that were kept are still valid. */
  stand() {
    return this.#used.every(this.#page.isValid);
  }

  /** Tables that are known by the stamps of kept fragments. @returns {Set<string>} */
  held() {
    const fresh = new Set([...this.#page.reading.tables, ...this.#made.flatMap((one) => [...one.tables()])]);
    return new Set(this.#used.flatMap(({ stamp }) => stamp.tables).filter((name) => !fresh.has(name)));
  }

  /** The page is made of them, and those that are new are kept. */
  finish() {
    const { reading, stampOf } = this.#page;
    for (const { stamp, user, zone, until } of this.#used) {
      for (const name of stamp.tables) reading.tables.add(name);
      join(reading, { user, zone, time: false, holds: until - performance.now() });
    }
    for (const made of this.#made) {
      this.#keep(made, stampOf([...made.tables()], reading.snapshot || '0:0:'));
      for (const name of made.reading.tables) reading.tables.add(name);
      join(reading, made.reading);
    }
  }

  /** @param {MadeFragment} made @param {Stamp | null} stamp */
  #keep({ text, fragment, reading, key }, stamp) {
    if (!text || !stamp || reading.time) return;
    const { varies } = fragment;
    const user = varies.user || reading.user;
    const until = this.#began + Math.min(varies.time ? MOMENT_MS : Infinity, reading.holds);
    const zone = varies.zone || reading.zone;
    const weight = (text.body.length + (text.actions?.length ?? 0)) * 2;
    this.#page.kept.set(this.#audience[user ? 'user' : 'zone'] + key, {
      catalog: this.#ctx.catalog,
      stamp,
      until,
      user,
      zone,
      body: piecesOf(text.body),
      actions: text.actions === null ? null : piecesOf(text.actions),
      weight,
    });
  }
}

/** A fragment that is printed, or was before. @implements {OpenFragment} */
class MadeFragment {
  #ctx;
  #address;
  /** @type {import('@plinth/plugin').RenderEnv | undefined} */
  #env;
  /** @type {URLSearchParams | undefined} */
  #query;
  #isRefused = false;
  /** @type {{ body: string, actions: string | null } | null} */
  text = null;
  reading = createReading();

  /**
   * @param {Context} ctx
   * @param {{ fragment: Fragment, address: ReturnType<typeof addressFor>, key: string, before: KeptFragment | null }} parts
   */
  constructor(ctx, { fragment, address, key, before }) {
    this.#ctx = ctx;
    this.#address = address;
    this.fragment = fragment;
    this.key = key;
    const { values } = address;
    this.before = before && {
      body: filled(before.body, values),
      actions: before.actions && filled(before.actions, values),
    };
  }

  get env() {
    return (this.#env ??= this.#ctx.envFor(this.reading, this.#address.here));
  }

  get query() {
    const { here } = this.#address;
    const start = here.indexOf('?');
    return (this.#query ??= new URLSearchParams(start < 0 ? '' : here.slice(start)));
  }

  /** @template T @param {() => T} work @returns {T} */
  noteZone(work) {
    const { made, zone } = this.#ctx.app.views.noteZone(work);
    if (zone) this.reading.zone = true;
    return made;
  }

  /** @param {string} text */
  filled(text) {
    return this.#address.values.length === 0 ? text : filled(piecesOf(text), this.#address.values);
  }

  refuse() {
    this.#isRefused = true;
  }

  /** @param {string} body @param {string | null} actions */
  keep(body, actions) {
    this.text = this.#isRefused ? null : { body, actions };
  }

  /** That its statements and its plan name. */
  tables() {
    const { catalog } = this.#ctx;
    const planned = this.fragment.reads.filter((name) => catalog.hasTable(name)).map((name) => catalog.table(name));
    const names = planned.map(({ name, system }) => `${system ? 'plinth' : 'app'}.${name}`);
    return new Set([...this.reading.tables, ...names]);
  }
}

/**
 * The address as a fragment is printed for it: marks stand for values that it doesn't read, so that it serves all addresses
 * that differ in them.
 *
 * @param {Fragment} fragment @param {string} here
 * @returns {{ here: string, values: readonly string[] }}
 */
function addressFor({ takesMarks, isFor }, here) {
  const start = here.indexOf('?');
  if (start < 0) return { here, values: [] };
  /** @type {string[]} */
  const values = [];
  const search = here.slice(start + 1);
  if (!takesMarks) return { here, values };
  const parts = search.split('&').map((part) => {
    const equals = part.indexOf('=');
    const [key, value] = [part.slice(0, equals), part.slice(equals + 1)];
    const isMarked = equals > 0 && PLAIN_KEY.test(key) && PLAIN_VALUE.test(value) && !isFor(key);
    return isMarked && values.length < MOST_MARKS ? `${key}=${MARK}${values.push(value) - 1}x` : part;
  });
  return { here: `${here.slice(0, start)}?${parts.join('&')}`, values };
}

/** Any two keys have the same one in four billion. @param {string} key */
function numberOf(key) {
  let number = -2128831035;
  for (let i = 0; i < key.length; i++) number = Math.imul(number ^ key.charCodeAt(i), 16777619);
  return number;
}

/** @param {string} text @returns {Pieces} */
function piecesOf(text) {
  if (!text.includes(MARK)) return [text];
  return text.split(MARKED).map((piece, i) => (i % 2 === 1 ? Number(piece) : piece));
}

/** @param {Pieces} pieces @param {readonly string[]} values */
function filled(pieces, values) {
  if (pieces.length === 1) return /** @type {string} */ (pieces[0]);
  let text = '';
  for (const piece of pieces) text += typeof piece === 'number' ? values[piece] : piece;
  return text;
}

/** What was made of a part depends on what the part depends on. @param {Reading} reading @param {Pick<Reading, 'user' | 'zone' | 'time' | 'holds'>} part */
function join(reading, part) {
  reading.user ||= part.user;
  reading.zone ||= part.zone;
  reading.time ||= part.time;
  reading.holds = Math.min(reading.holds, part.holds);
}
