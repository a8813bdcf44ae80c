import { html } from '@plinth/plugin';
import { column, partsFor } from '../../frame/index.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** @typedef {{ name: string, label: string, does: string, url: string }} Use where: of a function, and where it is changed */

/** The functions that are called when a row of the table is saved: those that validate it and those that calculate fields. @param {Request} req @param {Table} table */
export function functionsPart(req, table) {
  const { t } = req.ctx;
  const uses = usesIn(req, table);
  if (uses.length === 0) return null;
  const list = partsFor(req).table(
    'admin.nav.functions',
    [
      column(
        'admin.kind.function',
        (/** @type {Use} */ one) => html`<a href="/admin/functions/${one.name}">${one.label}</a>`,
      ),
      column('admin.automation.steps', ({ does, url }) => html`<a class="text-secondary" href="${url}">${does}</a>`),
    ],
    uses,
    { style: 'mb-4 adm-named' },
  );
  return html`<h2 class="h3 mt-4">${t('admin.nav.functions')}</h2>${list}`;
}

/** @param {Request} req @param {Table} table @returns {Use[]} */
function usesIn({ ctx: { t, catalog } }, table) {
  const base = `/admin/tables/${table.name}`;
  const labelOf = (/** @type {string} */ name) => catalog.functions.find((one) => one.name === name)?.label || name;
  const rules = table.constraints.flatMap((rule) =>
    rule.kind === 'function'
      ? [{ name: rule.function, does: t('admin.automation.validates'), url: `${base}/rules` }]
      : [],
  );
  const fields = table.fields.flatMap((field) =>
    field.function
      ? [
          {
            name: field.function,
            url: `${base}/fields/${field.name}`,
            does: t('admin.automation.calculates', { field: t(field.label) }),
          },
        ]
      : [],
  );
  return [...rules, ...fields].map((use) => ({ ...use, label: labelOf(use.name) }));
}
