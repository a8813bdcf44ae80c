/** @import { Change } from '../changes/types.d.ts' */
/** @import { Audience, Wanted } from './audiences.js' */
/** @import { Place } from './place.js' */
/** @import { Subscription } from './subscription.js' */
import { tells } from './deliver.js';
import { after, printPlace } from './place.js';
import { MOST_BYTES, missedChanges, retell } from './replay.js';
import { signatureOf } from './signature.js';
import { printEvent } from './subscription.js';
import { keyOf } from './tell.js';

/** Missed changes that are looked at together. */
const AT_ONCE = 1000;

/**
 * Takes in a subscription between two batches: what it missed, then `ready`. What took its rights on its way here was
 * looked at for those who were here already, so it is asked for once more; from then on the line keeps for it what comes.
 *
 * @param {{ catalog: () => import('@plinth/plugin').Catalog, current(): Promise<unknown>, between: () => Promise<void>,
 *   audiences: ReturnType<typeof import('./audiences.js').createAudiences>,
 *   look: ReturnType<typeof import('./look.js').createLook>, roll: ReturnType<typeof import('./roll.js').createRoll>,
 *   links: ReturnType<typeof import('./links.js').createLinks>,
 *   retention: import('./retention.js').Retention }} parts
 * @param {{ subscription: Subscription, rows: readonly Wanted[], since: Place | null, told: bigint }} arriving
 *   told: everything up to there has been told to the others
 */
export async function arrive(parts, { subscription, rows, since, told }) {
  const { audiences, look, roll, links, retention, between } = parts;
  if (!(await isAsItCame(parts, subscription, rows))) return;
  const found = rows.map((wanted) => audiences.find(subscription.actor, wanted));
  const fresh = found.filter(({ isNew }) => isNew).map(({ audience }) => audience);
  subscription.audiences = found.length === 1 ? found[0].audience.alone : found.map(({ audience }) => audience);
  roll.add(subscription);
  await look.members(fresh);
  if (since) {
    const missed = await whatWasMissed({ look, links, retention }, subscription, since, told);
    if (missed) for (const event of missed) roll.tell(subscription, event);
    else roll.reset([subscription], 'expired');
  }
  await between();
  const position = printPlace(after(told));
  if (!subscription.over) roll.tell(subscription, printEvent(position, 'ready', { position }));
}

/**
 * Ends it where its rights, or what it rests on in the Catalog, are others by now.
 *
 * @param {Pick<Parameters<typeof arrive>[0], 'catalog' | 'current' | 'roll'>} parts @param {Subscription} subscription
 * @param {readonly Wanted[]} rows
 */
async function isAsItCame({ catalog, current, roll }, subscription, rows) {
  await current();
  const names = rows.map(({ table }) => table);
  if (signatureOf(catalog(), names, subscription.tables) !== subscription.signature)
    roll.finish(subscription, 'changed');
  else await roll.confirm(subscription);
  return !subscription.over;
}

/**
 * @param {{ look: ReturnType<typeof import('./look.js').createLook>,
 *   links: ReturnType<typeof import('./links.js').createLinks>, retention: import('./retention.js').Retention }} parts
 * @param {Subscription} subscription @param {Place} since @param {bigint} told
 * @returns {Promise<Buffer[] | null>} null: not known any more
 */
async function whatWasMissed({ look, links, retention }, { audiences, kinds, tables }, since, told) {
  const known = since.position > told ? null : retention.since(since);
  const kept = known && known.map(({ position, changes }) => ({ position, changes: links.asRows(changes) }));
  const missed = kept && missedChanges(kept, since, told, new Set(audiences.map(({ sight }) => sight.table)));
  if (!kept || !missed) return null;
  const inserted = new Map(audiences.map((audience) => [audience, /** @type {Set<string>} */ (new Set())]));
  /** @type {Buffer[]} */
  const events = [];
  let bytes = 0;
  for (let i = 0; i < missed.length; i += AT_ONCE) {
    const told = await retellPart(look, missed.slice(i, i + AT_ONCE), inserted);
    if (!told) return null;
    for (const { kind, event } of told) {
      if (!tells(kinds, kind)) continue;
      events.push(event);
      bytes += event.length;
    }
    if (bytes > MOST_BYTES) return null;
  }
  const changed = missedChanges(kept, since, told, new Set(tables));
  if (changed === null || changed.length > 0) events.push(printEvent(null, 'changed', {}));
  return events;
}

/**
 * @param {ReturnType<typeof import('./look.js').createLook>} look @param {readonly { change: Change, id: string }[]} missed
 * @param {ReadonlyMap<Audience, Set<string>>} inserted by the audiences that he is of
 */
async function retellPart(look, missed, inserted) {
  const wanted = [...inserted.keys()].map((audience) => ({
    audience,
    keys: [...new Set(missed.flatMap(keysIn(audience.sight.table)))],
  }));
  const seen = await look.rows(wanted, [...new Set(missed.map(({ change }) => change.transaction))]);
  const events = [];
  for (const [audience, own] of inserted) {
    const ofTable = missed.filter(({ change }) => change.table === audience.sight.table);
    const told = retell(ofTable, audience, seen, own);
    if (!told) return null;
    events.push(...told);
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
