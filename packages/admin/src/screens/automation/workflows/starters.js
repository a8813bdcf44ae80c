import { html } from '@plinth/plugin';
import { usesOf } from '../../../objects/references.js';
import { workflowUrl } from './page.js';
import { wordOf } from '../../../objects/kind-words.js';

/** @import { Workflow } from '@plinth/plugin' */
/** @import { Request } from '../../../types.d.ts' */

/** What starts a workflow, with the way there and to a new trigger. @param {Request} req @param {Workflow} workflow */
export function startersOf(req, { name }) {
  const { t, app, catalog } = req.ctx;
  const points = (/** @type {import('@plinth/plugin').Reference} */ one) =>
    one.kind === 'workflow' && one.name === name;
  const uses = usesOf(app, catalog, points).filter((use) => use.kind !== 'workflow' || use.name !== name);
  const list = uses.map(
    ({ kind, label, url }) =>
      html`<li class="list-inline-item">${wordOf(kind, { t, registry: app.registry })} <a href="${url}">${label}</a></li>`,
  );
  const query = new URLSearchParams({ workflow: name });
  return html`<div class="d-flex flex-wrap align-items-baseline gap-2 mb-3"><span class="text-secondary">${t(
    uses.length > 0 ? 'admin.workflow.startedBy' : 'admin.workflow.startedByNone',
  )}</span>${uses.length > 0 && html`<ul class="list-inline mb-0">${list}</ul>`}<a href="/admin/automation/~new?${query}">${t('admin.workflow.startWhen')}</a></div>`;
}

/** The way to start it by hand. @param {Request} req @param {Workflow} workflow @param {import('@plinth/plugin').Html} icon */
export const runButton = ({ ctx: { t } }, { name, enabled }, icon) =>
  enabled ? html`<a class="btn" href="${workflowUrl(name, 'start')}">${icon} ${t('admin.workflow.run')}</a>` : null;
