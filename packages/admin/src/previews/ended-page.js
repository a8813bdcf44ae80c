import { fileURLToPath } from 'node:url';
import { mayOpen } from '@plinth/plugin';

/** @import { App, Request, Response } from '@plinth/server/types' */
/** @import { EndedLink, LinkedDraft } from '../builder/draft-of-link.js' */

const TEMPLATE = fileURLToPath(new URL('./ended.ejs', import.meta.url));

/**
 * Says why a preview link shows nothing: what ended it, or that the reader may not see the draft. Names nothing that the
 * reader may not see.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {EndedLink | LinkedDraft} found
 */
export function endedPage(app, { ctx: { actor, t } }, res, found) {
  const [reason, published] = 'reason' in found ? [found.reason, found.published] : ['right', null];
  const isOpen = published !== null && mayOpen(published.roles, actor);
  const title = t(reason === 'right' ? 'delivered.preview.refused' : 'delivered.preview.ended');
  const model = {
    t,
    title,
    why: t(`delivered.preview.ended.${reason}`),
    open: isOpen ? published.url : null,
    // What was published is what the reader is looking for.
    ask: reason === 'published' && isOpen ? '' : t(`delivered.preview.${reason === 'right' ? 'askRight' : 'askLink'}`),
  };
  const body = app.views.renderTemplate(TEMPLATE, model);
  res.page({ title, body, status: 404, bare: true, width: 'narrow' });
}
