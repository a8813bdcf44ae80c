import { renderAdmin } from '../frame/index.js';
import { treeLines } from '../layout/tree.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */
/** @import { BuilderProblem } from './render-draft.js' */

/**
 * The layouts of a draft as trees, each node with its kind, its title, and whether something is wrong with it.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 * @param {{ problems: readonly BuilderProblem[], select: readonly string[] }} shown select: ids of the selected nodes
 * @returns {Html}
 */
export function outline(req, subject, draft, { problems, select }) {
  const { app, t } = req.ctx;
  /** @type {Map<string, string[]>} */
  const byNode = new Map();
  for (const { node, message } of problems) byNode.set(node, [...(byNode.get(node) ?? []), message]);
  const trees = subject.layouts.map(({ name, label }) => ({
    name,
    label: t(label),
    lines: treeLines(app.registry, req, { root: draft.layouts[name], table: subject.table, problems: byNode }),
  }));
  return renderAdmin(req, 'builder/outline', { trees, selected: new Set(select) });
}
