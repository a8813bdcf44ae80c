/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { ChangeEvent, ChangeStream } from '../changes/types.d.ts' */
/** @import { Wanted } from './audiences.js' */
/** @import { Place } from './place.js' */
/** @import { Listener } from './subscription.js' */
import { AppError } from '@plinth/plugin';
import { tableNotFound } from '../errors/not-found.js';
import { arrive } from './arrive.js';
import { createAudiences } from './audiences.js';
import { checkRights } from './check-rights.js';
import { createCover } from './cover.js';
import { deliver } from './deliver.js';
import { createLine } from './line.js';
import { createLinks } from './links.js';
import { createLook } from './look.js';
import { after, printPlace } from './place.js';
import { retentionOf } from './retention.js';
import { createRoll } from './roll.js';
import { signatureOf } from './signature.js';
import { Subscription } from './subscription.js';

/** @typedef {ReturnType<typeof createFeed>} Feed */
/**
 * @typedef {object} Subscribing
 * @property {readonly Wanted[]} [rows] tables of which rows are told
 * @property {readonly string[]} [tables] tables of which is only told that they changed
 * @property {readonly string[] | null} [kinds] insert, update, delete; absent: all
 * @property {Place | null} [since] where the reader stands already
 */

/**
 * Tells people of changes of rows as far as they may see them. What happens within one round trip to the database is
 * one batch: it asks once for each kind of rights, however many listen.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, current(isFresh?: boolean): Promise<Catalog>,
 *   stream: ChangeStream, clock?: () => Date, log: { warn(event: string, fields?: object): void } }} context
 */
export function createFeed({ db, registry, catalog, current, stream, clock, log }) {
  const audiences = createAudiences({ catalog, registry });
  const look = createLook({ db, catalog, clock });
  const roll = createRoll(audiences);
  const check = (/** @type {readonly ChangeEvent[]} */ events) => checkRights(events, { roll, look, catalog, current });
  // What waits is not told yet, but what it revokes counts for what is read from now on.
  const between = () => check(line.waiting());
  const links = createLinks({ catalog, registry });
  const parts = { catalog, current, audiences, look, roll, links, retention: retentionOf(stream), between };
  const cover = createCover(stream, closing);
  const line = createLine({ stream, isIdle: () => roll.all.size === 0, tell: tellOrLose, closing });

  /** @param {ChangeEvent[]} events */
  async function tellOrLose(events) {
    try {
      await tell(events);
    } catch (error) {
      log.warn('changes could not be told', { error: String(error) });
      await startAnew().catch(() => roll.endAll('lost'));
    }
    roll.flush({ midway: false });
  }

  /** @param {ChangeEvent[]} events */
  async function tell(events) {
    await check(events);
    const lost = events.findLastIndex(({ kind }) => kind === 'reset');
    if (lost >= 0) await startAnew();
    const commits = events.slice(lost + 1).filter((event) => event.kind === 'changes');
    roll.reset(await deliver(parts, commits), 'unknown');
  }

  /** Nobody knows what he missed. */
  async function startAnew() {
    roll.reset(roll.all, 'lost');
    await look.members(audiences.all());
  }

  return {
    /**
     * Resolves when everything committed from now on will be told.
     *
     * @param {Actor} actor @param {Subscribing} options @param {Listener} listener
     * @throws {AppError} where the actor may not read what he asks for
     */
    async subscribe(actor, { rows = [], tables = NONE, kinds = null, since = null }, listener) {
      await cover.of(catalog());
      for (const wanted of rows) checkReadable(catalog(), audiences, wanted, actor);
      const names = rows.map(({ table }) => table);
      const subscription = new Subscription({
        ...{ actor, listener, signature: signatureOf(catalog(), names, tables) },
        ...{ tables: tables.length > 0 ? tables : NONE, kinds: kinds && new Set(kinds), resumed: since !== null },
      });
      try {
        await line.between((told) => arrive(parts, { subscription, rows, since, told }));
      } catch (error) {
        roll.finish(subscription, 'refused');
        throw error;
      }
      roll.flush();
      return subscription;
    },
    /** @param {Subscription} subscription */
    leave: (subscription) => roll.finish(subscription, 'left'),
    review: roll.review,
    /** Everything up to here has been told, and nothing after it; null in the middle of a batch. */
    place: () => (roll.isMidway() ? null : printPlace(after(line.told()))),
    sizes: () => ({ subscriptions: roll.all.size, ...audiences.sizes(), retained: parts.retention.size() }),
    endAll: roll.endAll,
    close() {
      line.close();
      cover.close();
      roll.endAll('closing');
    },
  };
}

/** @param {Catalog} catalog @param {ReturnType<typeof createAudiences>} audiences @param {Wanted} wanted @param {Actor} actor */
function checkReadable(catalog, audiences, wanted, actor) {
  const known = catalog.hasTable(wanted.table) && !catalog.table(wanted.table).system;
  if (!known || audiences.find(actor, wanted).audience.sight.nothing) throw tableNotFound(wanted.table, []);
}

/** @type {readonly string[]} */
const NONE = Object.freeze([]);

const closing = () =>
  new AppError('CHANGES_UNAVAILABLE', "Changes can't be received at the moment", {
    status: 503,
    hint: 'Try again in a few seconds',
  });
