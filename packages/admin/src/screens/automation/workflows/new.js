import { attrs, html } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';
import { partsFor, saves, shows, wrongFields } from '../../../frame/index.js';
import { STARTING_POINTS, picture } from '../../../workflow/starting-points.js';
import { WORKFLOWS, workflowUrl } from './page.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../../types.d.ts' */

const NEW = `${WORKFLOWS}/~new`;

/** A new workflow: its name, what it is about, and what it begins with. No workflow's name is "~new". */
export const newRoutes = { 'GET /~new': shows(show), 'POST /~new': saves(create, show) };

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  const { form, errors } = tried;
  const parts = partsFor(req);
  const tables = catalog.tables.filter(({ system }) => !system).map(({ name, label }) => ({ value: name, label }));
  const chosen = form?.get('start') ?? 'empty';
  const card = (/** @type {typeof STARTING_POINTS[number]} */ point) => {
    const { name } = point;
    return html`<label class="wf-start"><input class="form-check-input"${attrs({ type: 'radio', name: 'start', value: name, checked: name === chosen })}>
      ${picture(point)}<span><strong>${t(`admin.workflow.start.${name}`)}</strong><span class="d-block text-secondary">${t(`admin.workflow.start.${name}Help`)}</span></span></label>`;
  };
  return {
    title: t('admin.workflow.new'),
    icon: 'sitemap',
    errors,
    styles: ['admin/workflow/dialogs.css'],
    crumbs: [{ label: t('admin.nav.automation'), url: '/admin/automation' }],
    body: parts.form({
      action: NEW,
      submit: t('admin.workflow.create'),
      cancel: '/admin/automation',
      schema: [
        text('label', 'admin.workflow.label', { required: true }),
        select('table', 'admin.workflow.table', tables, {
          help: 'admin.workflow.tableHelp',
          none: 'admin.workflow.noTable',
        }),
      ],
      values: { table: req.query.get('table') ?? undefined },
      tried,
      below: html`<fieldset class="mb-3"><legend class="form-label">${t('admin.workflow.start')}</legend><div class="wf-starts">${STARTING_POINTS.map(card)}</div></fieldset>`,
    }),
  };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function create(req, form) {
  const { t, catalog } = req.ctx;
  const label = (form.get('label') ?? '').trim();
  const name = form.get('table') ?? '';
  const table = catalog.hasTable(name) ? catalog.table(name) : null;
  const point = STARTING_POINTS.find((one) => one.name === form.get('start')) ?? STARTING_POINTS[0];
  if (!label) return { errors: wrongFields({ label: t('admin.labelMissing') }) };
  if (point.needsTable && !table) return { errors: wrongFields({ table: t('admin.workflow.needsTable') }) };
  const made = point.make({ table, text: (key) => t(`admin.workflow.text.${key}`) });
  const workflow = { label, table: table?.name ?? null, app: table?.app ?? null, ...made };
  return {
    edit: 'add-workflow',
    input: { workflow },
    next: ({ ids }) => workflowUrl(Object.keys(ids)[0]),
  };
}
