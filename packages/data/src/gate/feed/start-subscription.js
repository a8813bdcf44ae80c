/** @import { Change } from '../../postgres/changes/types.d.ts' */
/** @import { Audience, Wanted } from './audiences.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Subscription } from './subscription.js' */
import { wants } from './fan-out.js';
import { after, printCursor } from './cursor.js';
import { MOST_BYTES, missedChanges, replayEvents } from './replay.js';
import { signatureOf } from './signature.js';
import { printEvent } from './subscription.js';
import { keyOf } from './row-events.js';

/** How many missed changes are read at once. */
const AT_ONCE = 1000;

/**
 * Starts a subscription between two batches: sends the changes that it missed, then `ready`. Rights are checked once more,
 * because they may have been revoked while it waited, when only existing subscriptions were checked.
 *
 * @param {{ catalog: () => import('@plinth/plugin').Catalog, current(): Promise<unknown>, between: () => Promise<void>,
 *   audiences: ReturnType<typeof import('./audiences.js').createAudiences>,
 *   visibility: ReturnType<typeof import('./visibility-query.js').createVisibilityQuery>, subscriptions: ReturnType<typeof import('./subscriptions.js').createSubscriptions>,
 *   links: ReturnType<typeof import('./links.js').createLinks>,
 *   retention: import('./retention.js').Retention }} parts
 * @param {{ subscription: Subscription, rows: readonly Wanted[], since: Cursor | null, delivered: bigint }} starting
 *   delivered: everything up to this position has been delivered to the others
 */
export async function startSubscription(parts, { subscription, rows, since, delivered }) {
  const { audiences, visibility, subscriptions, links, retention, between } = parts;
  if (!(await isAsItCame(parts, subscription, rows))) return;
  const found = rows.map((wanted) => audiences.find(subscription.actor, wanted));
  const fresh = found.filter(({ isNew }) => isNew).map(({ audience }) => audience);
  subscription.audiences = found.length === 1 ? found[0].audience.alone : found.map(({ audience }) => audience);
  subscriptions.add(subscription);
  await visibility.members(fresh);
  if (since) {
    const missed = await whatWasMissed({ visibility, links, retention }, subscription, since, delivered);
    if (missed) for (const event of missed) subscriptions.send(subscription, event);
    else subscriptions.reset([subscription], 'expired');
  }
  await between();
  const position = printCursor(after(delivered));
  if (!subscription.over) subscriptions.send(subscription, printEvent(position, 'ready', { position }));
}

/**
 * Ends the subscription if its rights, or what it depends on in the Catalog, have changed meanwhile.
 *
 * @param {Pick<Parameters<typeof startSubscription>[0], 'catalog' | 'current' | 'subscriptions'>} parts @param {Subscription} subscription
 * @param {readonly Wanted[]} rows
 */
async function isAsItCame({ catalog, current, subscriptions }, subscription, rows) {
  await current();
  const names = rows.map(({ table }) => table);
  if (signatureOf(catalog(), names, subscription.tables) !== subscription.signature)
    subscriptions.finish(subscription, 'changed');
  else await subscriptions.confirm(subscription);
  return !subscription.over;
}

/**
 * @param {{ visibility: ReturnType<typeof import('./visibility-query.js').createVisibilityQuery>,
 *   links: ReturnType<typeof import('./links.js').createLinks>, retention: import('./retention.js').Retention }} parts
 * @param {Subscription} subscription @param {Cursor} since @param {bigint} delivered
 * @returns {Promise<Buffer[] | null>} null: no longer known
 */
async function whatWasMissed({ visibility, links, retention }, { audiences, kinds, tables }, since, delivered) {
  const known = since.position > delivered ? null : retention.since(since);
  const kept = known && known.map(({ position, changes }) => ({ position, changes: links.asRows(changes) }));
  const missed = kept && missedChanges(kept, since, delivered, new Set(audiences.map(({ plan }) => plan.table)));
  if (!kept || !missed) return null;
  const inserted = new Map(audiences.map((audience) => [audience, /** @type {Set<string>} */ (new Set())]));
  /** @type {Buffer[]} */
  const events = [];
  let bytes = 0;
  for (let i = 0; i < missed.length; i += AT_ONCE) {
    const part = await replayPart(visibility, missed.slice(i, i + AT_ONCE), inserted);
    if (!part) return null;
    for (const { kind, event } of part) {
      if (!wants(kinds, kind)) continue;
      events.push(event);
      bytes += event.length;
    }
    if (bytes > MOST_BYTES) return null;
  }
  const changed = missedChanges(kept, since, delivered, new Set(tables));
  if (changed === null || changed.length > 0) events.push(printEvent(null, 'changed', {}));
  return events;
}

/**
 * @param {ReturnType<typeof import('./visibility-query.js').createVisibilityQuery>} visibility @param {readonly { change: Change, id: string }[]} missed
 * @param {ReadonlyMap<Audience, Set<string>>} inserted by audience of the subscription
 */
async function replayPart(visibility, missed, inserted) {
  const wanted = [...inserted.keys()].map((audience) => ({
    audience,
    keys: [...new Set(missed.flatMap(keysIn(audience.plan.table)))],
  }));
  const seen = await visibility.rows(wanted, [...new Set(missed.map(({ change }) => change.transaction))]);
  const events = [];
  for (const [audience, own] of inserted) {
    const ofTable = missed.filter(({ change }) => change.table === audience.plan.table);
    const part = replayEvents(ofTable, audience, seen, own);
    if (!part) return null;
    events.push(...part);
  }
  const order = new Map(missed.map(({ id }, i) => [id, i]));
  return events.sort((a, b) => Number(order.get(a.id)) - Number(order.get(b.id)));
}

/** @param {string} table @returns {(missed: { change: Change }) => string[]} */
function keysIn(table) {
  return ({ change: { kind, key, table: of } }) => {
    const id = keyOf(key);
    return id === null || kind === 'delete' || of !== table ? [] : [id];
  };
}
