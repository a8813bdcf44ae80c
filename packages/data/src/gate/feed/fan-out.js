/** @import { Change, ChangeEvent } from '../../postgres/changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Seen } from './visibility-query.js' */
/** @import { Subscription } from './subscription.js' */
import { cursorOf } from './replay.js';
import { printEvent } from './subscription.js';
import { topicsOf } from './topics.js';
import { eventsFor, keyOf } from './row-events.js';

/**
 * About how many pairs of row and audience are read at once. Larger transactions are delivered in parts, so that their
 * rows are never all in memory.
 */
const MOST_AT_ONCE = 50_000;
/** The least that a change counts, so that a part has at most a thousand changes. */
const LEAST = 50;

/**
 * @typedef {{ audiences: ReturnType<typeof import('./audiences.js').createAudiences>,
 *   visibility: ReturnType<typeof import('./visibility-query.js').createVisibilityQuery>, subscriptions: ReturnType<typeof import('./subscriptions.js').createSubscriptions>,
 *   links: ReturnType<typeof import('./links.js').createLinks>, between: () => Promise<void> }} To between: ends those
 *   who lost their rights while a batch is being delivered
 * @typedef {Extract<ChangeEvent, { kind: 'changes' }>} Commit
 * @typedef {{ change: Change, id: string }} Placed id: of its event
 */

/**
 * Adds the events of some commits to each subscription's pending events. All parts but the last are sent, too.
 *
 * @param {To} to @param {readonly Commit[]} commits
 * @returns {Promise<Set<Subscription>>} those that must be reset
 */
export async function fanOut({ audiences, visibility, subscriptions, links, between }, commits) {
  const rowChanges = commits.map(({ position, changes }) => ({
    position,
    changes: links.asRows(changes.filter(isRow)),
  }));
  const changes = rowChanges.flatMap((commit) => commit.changes.filter((change) => change !== null));
  const doubting = await beginAnewWithoutKeys({ audiences, visibility }, changes);
  const placed = rowChanges.flatMap(({ position, changes: own }) =>
    own.flatMap((change, i) => (change === null ? [] : { change, id: cursorOf(position, i, own.length) })),
  );
  for (const [i, part] of inParts(placed, audiences).entries()) {
    if (i > 0) subscriptions.flush({ midway: true });
    const seen = await seenOf(part, { audiences, visibility });
    // Rows are read in their current state, which may be newer than the change, so rights revoked by now apply, too.
    await between();
    for (const { change, id } of part)
      for (const audience of audiences.of(change.table))
        deliverChange(audience, change, { seen, id, doubting, subscriptions });
  }
  notifyWatchers(subscriptions, [
    ...changes.map(({ table }) => table),
    ...commits.flatMap(({ changes: all }) => topicsOf(all)),
  ]);
  return doubting;
}

/** @param {readonly Placed[]} changes @param {To['audiences']} audiences @returns {Placed[][]} */
function inParts(changes, audiences) {
  /** @type {Placed[][]} */
  const parts = [];
  let room = 0;
  for (const one of changes) {
    const cost = Math.max(LEAST, audiences.of(one.change.table).size);
    if (room < cost) {
      parts.push([]);
      room = MOST_AT_ONCE;
    }
    parts[parts.length - 1].push(one);
    room -= cost;
  }
  return parts;
}

/**
 * The rows of some changes as each audience sees them now.
 *
 * @param {readonly Placed[]} part
 * @param {Pick<To, 'audiences' | 'visibility'>} to
 */
function seenOf(part, { audiences, visibility }) {
  /** @type {Map<Audience, Set<string>>} */
  const wanted = new Map();
  for (const { change } of part) for (const audience of audiences.of(change.table)) note(wanted, audience, change);
  return visibility.rows(
    [...wanted].map(([audience, keys]) => ({ audience, keys: [...keys] })),
    [...new Set(part.map(({ change }) => change.transaction))],
  );
}

/** @param {Change} change */
const isRow = ({ schema }) => schema === 'app';

/** @param {Map<Audience, Set<string>>} wanted @param {Audience} audience @param {Change} change */
function note(wanted, audience, { kind, key }) {
  const id = keyOf(key);
  if (id === null || kind === 'delete') return;
  const keys = wanted.get(audience);
  if (keys) keys.add(id);
  else wanted.set(audience, new Set([id]));
}

/**
 * Very large transactions and the trigger driver do not say which rows changed, so these subscriptions must be reset.
 *
 * @param {Pick<To, 'audiences' | 'visibility'>} to @param {readonly Change[]} changes
 */
async function beginAnewWithoutKeys({ audiences, visibility }, changes) {
  const tables = new Set(changes.filter(({ key }) => key === null).map(({ table }) => table));
  const affected = [...tables].flatMap((table) => [...audiences.of(table)]);
  await visibility.members(affected);
  return new Set(affected.flatMap(({ subscriptions }) => [...subscriptions]));
}

/**
 * @param {Audience} audience @param {Change} change
 * @param {{ seen: Seen, id: string, doubting: Set<Subscription>, subscriptions: To['subscriptions'] }} of
 */
function deliverChange(audience, change, { seen, id, doubting, subscriptions }) {
  const { table, readId } = audience.plan;
  const { events, doubtful } = eventsFor(audience, change, seen);
  if (doubtful) for (const one of audience.subscriptions) if (one.resumed) doubting.add(one);
  for (const [i, { kind, id: key, row }] of events.entries()) {
    // A changed key makes two events; only the second one carries the cursor.
    const cursor = i + 1 === events.length ? id : null;
    const event = printEvent(cursor, kind, { table, id: readId(key), row });
    for (const one of audience.subscriptions) if (wants(one.kinds, kind)) subscriptions.send(one, event);
  }
}

/**
 * Whether a subscription asked for this kind of event. `left` belongs to `update`.
 *
 * @param {ReadonlySet<string> | null} kinds
 * @param {string} kind
 */
export function wants(kinds, kind) {
  return kinds === null || kinds.has(kind === 'left' ? 'update' : kind);
}

/** @param {To['subscriptions']} subscriptions @param {readonly string[]} topics tables, and rows whose comments changed */
function notifyWatchers(subscriptions, topics) {
  const event = printEvent(null, 'changed', {});
  for (const one of subscriptions.watching(new Set(topics))) subscriptions.send(one, event);
}
