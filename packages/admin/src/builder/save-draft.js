import { AppError } from '@plinth/plugin';
import { plain } from '../objects/references.js';
import { openDraft } from './open-draft.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * Saves a draft on top of the version that the browser has seen.
 *
 * @param {Request} req @param {Edited} edited @param {{ draft: Draft, version: unknown }} sent
 * @returns {Promise<number>} its version now
 * @throws {AppError} DRAFT_CHANGED (409) with the draft as it is now
 */
export async function saveDraft(req, edited, { draft, version }) {
  const { app, actor, catalog } = req.ctx;
  const { id } = edited.subject;
  const published = catalog.object(id)?.version ?? 0;
  const sent = { draft, version: Number(version), base: plain(edited.draft), published };
  const outcome = await app.data.drafts.save(actor, id, sent);
  if ('version' in outcome) return outcome.version;
  throw await draftChanged(req, edited);
}

/** @param {Request} req @param {Edited} edited */
export async function draftChanged(req, edited) {
  const { draft, version, by: last } = await openDraft(req, edited);
  const by = last?.id === req.ctx.actor.userId ? null : last;
  return new AppError('DRAFT_CHANGED', 'Somebody else has changed this draft meanwhile', {
    status: 409,
    details: { draft, version, by },
    hint: 'Take over their changes and save again',
  });
}
