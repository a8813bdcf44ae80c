import { withDraftViews } from '../../builder/draft-views.js';
import { editedAt } from '../../builder/edited.js';
import { newView } from '../../builder/new-view.js';
import { DRAFT_LIMITS, readDraft } from '../../builder/read-draft.js';
import { routed } from '../../frame/index.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** Views made in the builder: an element that shows a new one, which is published along with the draft. */
export const screen = {
  path: '/build',
  title: 'admin.builder.title',
  routes: routed({ 'POST /:kind/:name/make-view': make }),
};

/** @param {Request} req @param {Response} res */
async function make(req, res) {
  const { subject } = editedAt(req);
  const { draft, template, table } = await req.json(DRAFT_LIMITS);
  // Names are free in the draft as well, and a list leads to the form that was made before it.
  withDraftViews(req, readDraft(subject, draft));
  const node = newView(req, subject, { template: String(template ?? ''), table: String(table ?? '') });
  const { view, views } = node.settings ?? {};
  res.json({ node, label: views[view].label });
}
