import { changeNode, findNode, withChildrenOf } from '@plinth/builder';
import { draftNodeName, draftWords } from '../change-words/index.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/** @param {Request} req */
const around = ({ ctx: { app, catalog, t } }) => ({ registry: app.registry, catalog, t });

/** What changed from one draft to another, a sentence each. @param {Request} req @param {Subject} subject @param {Draft} before @param {Draft} after */
export const changesInWords = (req, subject, before, after) => draftWords(subject, before, after, around(req));

/**
 * What one element was changed to, a sentence each.
 *
 * @param {Request} req @param {Subject} subject @param {{ base: Draft, side: Draft }} drafts @param {string} id of a node, or
 *   `general` or `settings`
 */
export function elementInWords(req, subject, { base, side }, id) {
  if (id === 'general' || id === 'settings') return changesInWords(req, subject, base, { ...base, [id]: side[id] });
  const found = findNode(side, id)?.node;
  const after = found ? changeNode(base, id, (node) => withChildrenOf(found, node)) : base;
  return changesInWords(req, subject, base, after);
}

/** What a node is called: Heading “Open issues”. @param {Request} req @param {Subject} subject @param {Draft} draft @param {string} id */
export function nameOfNode(req, subject, draft, id) {
  const { t } = req.ctx;
  if (id === 'general') return t('admin.layout.general');
  const found = findNode(draft, id);
  if (!found) return t('admin.nav.settings');
  return draftNodeName(subject, { root: draft.layouts[found.layout], node: found.node }, around(req));
}
