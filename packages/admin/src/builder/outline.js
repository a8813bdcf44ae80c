import { treeHints } from '../layout/tree.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * What the outline says of nodes besides their kind: a field or view by its label, a text by its beginning.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft @returns {Record<string, string>} by node id
 */
export const outlineHints = (req, { layouts, table }, draft) =>
  Object.fromEntries(
    layouts.flatMap(({ name }) => treeHints(req.ctx.app.registry, req, { root: draft.layouts[name], table })),
  );
