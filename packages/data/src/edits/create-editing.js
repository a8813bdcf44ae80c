/** @import { Context } from '../services.js' */
/** @import { createGate } from '../gate/create-gate.js' */
import { createApps } from './apps/index.js';
import { createDraftServices } from './drafts/index.js';

/**
 * Apps as documents, and drafts of the builder.
 *
 * @param {Context & Pick<ReturnType<typeof createGate>, 'files'>} context
 */
export function createEditing(context) {
  const drafts = createDraftServices(context);
  return { apps: createApps(context), drafts, sweep: () => drafts.sweep() };
}
