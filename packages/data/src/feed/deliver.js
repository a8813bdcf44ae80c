/** @import { Change, ChangeEvent } from '../changes/types.d.ts' */
/** @import { Audience } from './audiences.js' */
/** @import { Seen } from './look.js' */
/** @import { Subscription } from './subscription.js' */
import { placeOf } from './replay.js';
import { printEvent } from './subscription.js';
import { hearing, keyOf } from './tell.js';

/**
 * Rows times kinds of readers that are looked at together, about: a transaction of very many rows is told in parts, so
 * that its rows are never all in memory.
 */
const MOST_AT_ONCE = 50_000;
/** What each change counts for at least: at most a thousand of them are one part. */
const LEAST = 50;

/**
 * @typedef {{ audiences: ReturnType<typeof import('./audiences.js').createAudiences>,
 *   look: ReturnType<typeof import('./look.js').createLook>, roll: ReturnType<typeof import('./roll.js').createRoll>,
 *   links: ReturnType<typeof import('./links.js').createLinks>, between: () => Promise<void> }} To between: ends those
 *   who lost their rights while a batch is told
 * @typedef {Extract<ChangeEvent, { kind: 'changes' }>} Commit
 * @typedef {{ change: Change, id: string }} Placed id: of its event
 */

/**
 * Puts what each subscription is to hear of some commits into its pending events; of all parts but the last it is sent.
 *
 * @param {To} to @param {readonly Commit[]} commits
 * @returns {Promise<Set<Subscription>>} those who must begin anew
 */
export async function deliver({ audiences, look, roll, links, between }, commits) {
  const told = commits.map(({ position, changes }) => ({ position, changes: links.asRows(changes.filter(isRow)) }));
  const changes = told.flatMap((commit) => commit.changes.filter((change) => change !== null));
  const doubting = await beginAnewWithoutKeys({ audiences, look }, changes);
  const placed = told.flatMap(({ position, changes: own }) =>
    own.flatMap((change, i) => (change === null ? [] : { change, id: placeOf(position, i, own.length) })),
  );
  for (const [i, part] of inParts(placed, audiences).entries()) {
    if (i > 0) roll.flush({ midway: true });
    const seen = await seenOf(part, { audiences, look });
    // Rows are read as they are now, perhaps later than the changes that are told: what was revoked before counts for them.
    await between();
    for (const { change, id } of part)
      for (const audience of audiences.of(change.table)) tellOne(audience, change, { seen, id, doubting, roll });
  }
  tellWatchers(roll, changes);
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

/** The rows of some changes as everybody concerned sees them now. @param {readonly Placed[]} part @param {Pick<To, 'audiences' | 'look'>} to */
function seenOf(part, { audiences, look }) {
  /** @type {Map<Audience, Set<string>>} */
  const wanted = new Map();
  for (const { change } of part) for (const audience of audiences.of(change.table)) note(wanted, audience, change);
  return look.rows(
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
 * Very large transactions and the trigger driver do not say which rows changed.
 *
 * @param {Pick<To, 'audiences' | 'look'>} to @param {readonly Change[]} changes
 */
async function beginAnewWithoutKeys({ audiences, look }, changes) {
  const tables = new Set(changes.filter(({ key }) => key === null).map(({ table }) => table));
  const affected = [...tables].flatMap((table) => [...audiences.of(table)]);
  await look.members(affected);
  return new Set(affected.flatMap(({ subscriptions }) => [...subscriptions]));
}

/**
 * @param {Audience} audience @param {Change} change
 * @param {{ seen: Seen, id: string, doubting: Set<Subscription>, roll: To['roll'] }} of
 */
function tellOne(audience, change, { seen, id, doubting, roll }) {
  const { table, readId } = audience.sight;
  const { told, doubtful } = hearing(audience, change, seen);
  if (doubtful) for (const one of audience.subscriptions) if (one.resumed) doubting.add(one);
  for (const [i, { kind, id: key, row }] of told.entries()) {
    // A change of a key is two events; only the second says that it is done.
    const place = i + 1 === told.length ? id : null;
    const event = printEvent(place, kind, { table, id: readId(key), row });
    for (const one of audience.subscriptions) if (tells(one.kinds, kind)) roll.tell(one, event);
  }
}

/** Whether somebody wants to hear of it: a row leaves by an update. @param {ReadonlySet<string> | null} kinds @param {string} kind */
export function tells(kinds, kind) {
  return kinds === null || kinds.has(kind === 'left' ? 'update' : kind);
}

/** @param {To['roll']} roll @param {readonly Change[]} changes */
function tellWatchers(roll, changes) {
  const event = printEvent(null, 'changed', {});
  for (const one of roll.watching(new Set(changes.map(({ table }) => table)))) roll.tell(one, event);
}
