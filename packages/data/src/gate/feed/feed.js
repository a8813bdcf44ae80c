/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Wanted } from './audiences.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Listener } from './subscription.js' */
import { AppError } from '@plinth/plugin';
import { tableNotFound } from '../../postgres/errors/not-found.js';
import { startSubscription } from './start-subscription.js';
import { createAudiences } from './audiences.js';
import { checkRights } from './check-rights.js';
import { createCover } from './cover.js';
import { fanOut } from './fan-out.js';
import { createEventQueue } from './event-queue.js';
import { createLinks } from './links.js';
import { createVisibilityQuery } from './visibility-query.js';
import { after, printCursor } from './cursor.js';
import { retentionOf } from './retention.js';
import { createSubscriptions } from './subscriptions.js';
import { signatureOf } from './signature.js';
import { Subscription } from './subscription.js';

/** @typedef {ReturnType<typeof createFeed>} Feed */
/**
 * @typedef {object} Subscribing
 * @property {readonly Wanted[]} [rows] tables whose changed rows are delivered
 * @property {readonly string[]} [tables] tables of which only the fact that they changed is reported
 * @property {readonly string[] | null} [kinds] insert, update, delete; absent: all
 * @property {Cursor | null} [since] the last event that the client has
 */

/**
 * Delivers changes of rows to subscribers that may see them. All changes during one round trip to the database form a
 * batch, which needs one query for each kind of rights, however many subscribers there are.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, current(isFresh?: boolean): Promise<Catalog>,
 *   stream: ChangeStream, clock?: () => Date, log: { warn(event: string, fields?: object): void } }} context
 */
export function createFeed({ db, registry, catalog, current, stream, clock, log }) {
  const audiences = createAudiences({ catalog, registry });
  const visibility = createVisibilityQuery({ db, catalog, clock });
  const subscriptions = createSubscriptions(audiences);
  const check = (/** @type {readonly ChangeEvent[]} */ events) =>
    checkRights(events, { subscriptions, visibility, catalog, current });
  // Waiting events are not delivered yet, but the rights that they revoke must not be used for reading any more.
  const between = () => check(queue.waiting());
  const links = createLinks({ catalog, registry });
  const parts = {
    catalog,
    current,
    audiences,
    visibility,
    subscriptions,
    links,
    retention: retentionOf(stream),
    between,
  };
  const cover = createCover(stream, closing);
  const queue = createEventQueue({
    stream,
    isIdle: () => subscriptions.all.size === 0,
    deliver: createDelivery(parts, check, log),
    closing,
  });

  return {
    /**
     * Resolves once everything committed from now on will be delivered.
     *
     * @param {Actor} actor @param {Subscribing} options @param {Listener} listener
     * @throws {AppError} if the actor may not read what they subscribe to
     */
    async subscribe(actor, { rows = [], tables = NONE, kinds = null, since = null }, listener) {
      await cover.of(catalog());
      for (const wanted of rows) checkReadable(catalog(), audiences, wanted, actor);
      const names = rows.map(({ table }) => table);
      const subscription = new Subscription({
        actor,
        listener,
        signature: signatureOf(catalog(), names, tables),
        tables: tables.length > 0 ? tables : NONE,
        kinds: kinds && new Set(kinds),
        resumed: since !== null,
      });
      try {
        await queue.between((delivered) => startSubscription(parts, { subscription, rows, since, delivered }));
      } catch (error) {
        subscriptions.finish(subscription, 'refused');
        throw error;
      }
      subscriptions.flush();
      return subscription;
    },
    /** @param {Subscription} subscription */
    leave: (subscription) => subscriptions.finish(subscription, 'left'),
    review: subscriptions.review,
    /** Everything up to this cursor has been delivered and nothing after it; null in the middle of a batch. */
    cursor: () => (subscriptions.isMidway() ? null : printCursor(after(queue.delivered()))),
    sizes: () => ({ subscriptions: subscriptions.all.size, ...audiences.sizes(), retained: parts.retention.size() }),
    endAll: subscriptions.endAll,
    close() {
      queue.close();
      cover.close();
      subscriptions.endAll('closing');
    },
  };
}

/**
 * Delivers batches of events. If one fails, all subscribers are asked to read again, because some may have missed changes.
 *
 * @param {Parameters<typeof fanOut>[0]} parts
 * @param {(events: readonly ChangeEvent[]) => Promise<void>} check
 * @param {{ warn(event: string, fields?: object): void }} log
 * @returns {(events: ChangeEvent[]) => Promise<void>} never rejects
 */
function createDelivery(parts, check, log) {
  const { audiences, visibility, subscriptions } = parts;

  /** @param {ChangeEvent[]} events */
  async function deliver(events) {
    await check(events);
    const lost = events.findLastIndex(({ kind }) => kind === 'reset');
    if (lost >= 0) await resetAll();
    const commits = events.slice(lost + 1).filter((event) => event.kind === 'changes');
    subscriptions.reset(await fanOut(parts, commits), 'unknown');
  }

  async function resetAll() {
    subscriptions.reset(subscriptions.all, 'lost');
    await visibility.members(audiences.all());
  }

  return async (events) => {
    try {
      await deliver(events);
    } catch (error) {
      log.warn('changes could not be told', { error: String(error) });
      await resetAll().catch(() => subscriptions.endAll('lost'));
    }
    subscriptions.flush({ midway: false });
  };
}

/**
 * @param {Catalog} catalog
 * @param {ReturnType<typeof createAudiences>} audiences
 * @param {Wanted} wanted
 * @param {Actor} actor
 */
function checkReadable(catalog, audiences, wanted, actor) {
  const known = catalog.hasTable(wanted.table) && !catalog.table(wanted.table).system;
  if (!known || audiences.find(actor, wanted).audience.plan.nothing) throw tableNotFound(wanted.table, []);
}

/** @type {readonly string[]} */
const NONE = Object.freeze([]);

const closing = () =>
  new AppError('CHANGES_UNAVAILABLE', "Changes can't be received at the moment", {
    status: 503,
    hint: 'Try again in a few seconds',
  });
