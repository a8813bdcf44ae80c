import { treeLines } from '../layout/tree.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * What the outline says of nodes besides their kind: a field or view by its label, a text by its beginning.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft @returns {Record<string, string>} by node id
 */
export function outlineHints(req, subject, draft) {
  /** @type {Record<string, string>} */
  const hints = {};
  for (const { name } of subject.layouts) {
    const layout = { root: draft.layouts[name], table: subject.table, problems: new Map() };
    for (const { id, hint } of treeLines(req.ctx.app.registry, req, layout)) if (hint) hints[id] = hint;
  }
  return hints;
}
