/** @import { Catalog } from '@plinth/plugin' */
/** @import { ChangeEvent } from '../../postgres/changes/types.d.ts' */
/** @import { Subscription } from './subscription.js' */
import { signatureOf } from './signature.js';

/**
 * Ends subscriptions that lose a right through these events before any event is delivered, so that nobody sees a change
 * made after their right was revoked.
 *
 * @param {readonly ChangeEvent[]} events
 * @param {{ subscriptions: ReturnType<typeof import('./subscriptions.js').createSubscriptions>, visibility: ReturnType<typeof import('./visibility-query.js').createVisibilityQuery>,
 *   catalog: () => Catalog, current(isFresh?: boolean): Promise<Catalog> }} parts
 */
export async function checkRights(events, { subscriptions, visibility, catalog, current }) {
  const own = events
    .flatMap((event) => (event.kind === 'changes' ? event.changes : []))
    .filter(({ schema }) => schema === 'plinth');
  // The missed changes may have included a change of rights.
  const isLost = events.some(({ kind }) => kind === 'reset');
  const affected = isLost ? subscriptions.all : subscriptions.affected(own);
  const isEdit = isLost || own.some(({ table }) => table === 'catalog_version');
  if (affected.size === 0 && !isEdit) return;
  await visibility.settled([...new Set(own.map(({ transaction }) => transaction))]);
  if (isEdit) await current(isLost ? false : true);
  await Promise.all([...affected].map(subscriptions.confirm));
  if (!isEdit) return;
  const isOutdated = (/** @type {Subscription} */ one) =>
    signatureOf(catalog(), one.rows(), one.tables) !== one.signature;
  for (const one of [...subscriptions.all].filter(isOutdated)) subscriptions.finish(one, 'changed');
}
