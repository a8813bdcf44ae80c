/** @import { Catalog } from '@plinth/plugin' */
/** @import { ChangeEvent } from '../changes/types.d.ts' */
/** @import { Subscription } from './subscription.js' */
import { signatureOf } from './signature.js';

/**
 * Ends the subscriptions of those who lost a right by these events, before anybody is told of them: what was revoked
 * before a change must not see it.
 *
 * @param {readonly ChangeEvent[]} events
 * @param {{ roll: ReturnType<typeof import('./roll.js').createRoll>, look: ReturnType<typeof import('./look.js').createLook>,
 *   catalog: () => Catalog, current(isFresh?: boolean): Promise<Catalog> }} parts
 */
export async function checkRights(events, { roll, look, catalog, current }) {
  const own = events
    .flatMap((event) => (event.kind === 'changes' ? event.changes : []))
    .filter(({ schema }) => schema === 'plinth');
  // What was lost may have been a change of rights.
  const isLost = events.some(({ kind }) => kind === 'reset');
  const affected = isLost ? roll.all : roll.affected(own);
  const isEdit = isLost || own.some(({ table }) => table === 'catalog_version');
  if (affected.size === 0 && !isEdit) return;
  await look.settled([...new Set(own.map(({ transaction }) => transaction))]);
  if (isEdit) await current(isLost ? false : true);
  await Promise.all([...affected].map(roll.confirm));
  if (!isEdit) return;
  const isOutdated = (/** @type {Subscription} */ one) =>
    signatureOf(catalog(), one.rows(), one.tables) !== one.signature;
  for (const one of [...roll.all].filter(isOutdated)) roll.finish(one, 'changed');
}
