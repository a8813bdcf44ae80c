import { ADMIN, html, inputInvalid } from '@plinth/plugin';
import { LEVELS, levelKey, levelOf, RIGHTS } from '../../access/access-form.js';
import { includedRoles } from '../../access/matrix.js';
import { findRole } from './find-role.js';
import { expectField, openForm, partsFor, routed, saves, shows } from '../../frame/index.js';
import { plain } from '../../objects/references.js';

/** @import { Role, Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Changes one cell of the rights matrix: what a role may do with a table, or whether it opens a view or page. */
export const screen = {
  path: '/access',
  title: 'admin.nav.access',
  routes: routed({
    'GET /cell': shows(showCell),
    'POST /cell': saves(saveCell, showCell),
    'POST /open': saves(toggleOpening, showCell),
  }),
};

/** @param {Request} req @param {{ get: (name: string) => string | null }} asked @returns {{ table: Table, role: Role }} */
function cellOf({ ctx: { catalog } }, asked) {
  const table = catalog.table(asked.get('table') ?? '');
  const role = findRole(catalog, asked.get('role') ?? '');
  if (role.name === ADMIN) throw inputInvalid({ role: 'has every right' });
  return { table, role };
}

/** Choices that a rule stands for stay as they are here; rules are written on the table's own screen. @param {Request} req @param {Form} form @returns {Outcome} */
function saveCell(req, form) {
  const { table, role } = cellOf(req, form);
  const before = plain(table.access);
  const rights = Object.fromEntries(
    RIGHTS.map((right) => {
      const level = form.get(right) ?? 'none';
      if (!LEVELS[right].includes(level)) throw inputInvalid({ [right]: 'is not a level of this right' });
      const had = before[role.name]?.[right] ?? 'none';
      if (level === 'rule' && typeof had !== 'object') throw inputInvalid({ [right]: 'needs a rule' });
      return [right, level === 'rule' ? had : level];
    }),
  );
  const access = { ...before, [role.name]: rights };
  if (RIGHTS.every((right) => rights[right] === 'none')) delete access[role.name];
  return { edit: 'set-access', input: { table: table.name, access }, next: '/admin/access' };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function toggleOpening(req, form) {
  const { catalog } = req.ctx;
  const kind = form.get('kind') === 'page' ? 'page' : 'view';
  const name = form.get('name') ?? '';
  const { roles } = kind === 'page' ? catalog.page(name) : catalog.view(name);
  const role = form.get('role') ?? '';
  const next = roles.filter((one) => one !== role);
  if (next.length === roles.length) next.push(role);
  return { edit: `change-${kind}`, input: { [kind]: name, changes: { roles: next } }, next: '/admin/access' };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showCell(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const { table, role } = cellOf(req, form ?? req.query);
  const { options } = partsFor(req);
  const names = { role: t(role.label), table: table.label };
  const selects = RIGHTS.map((right) => {
    const had = levelOf(table, role.name, right).level;
    const level = form?.get(right) ?? had;
    const choices = LEVELS[right].filter((one) => one !== 'rule' || had === 'rule');
    const label = t(`admin.access.${right}`);
    const id = `${table.name}-${role.name}-${right}`;
    return html`<label for="${id}">${label}</label><select class="form-select form-select-sm" id="${id}" name="${right}"
      >${options(
        choices.map((value) => ({ value, label: t(levelKey(right, value)) })),
        level,
      )}</select>`;
  });
  const inherited = includedRoles(catalog, role)
    .filter((name) => name !== role.name && Object.hasOwn(table.access, name))
    .map((name) => t(findRole(catalog, name).label));
  return {
    title: t('admin.access.cell', names),
    crumbs: [{ label: t('admin.nav.access'), url: '/admin/access' }],
    errors,
    body: html`${openForm({ class: 'adm-cell-form', id: 'cell', action: '/admin/access/cell', says: t('admin.access.cell', names) })}
      ${expectField(catalog, table.id, form?.get('expect'))}
      <input type="hidden" name="table" value="${table.name}"><input type="hidden" name="role" value="${role.name}">
      <div class="adm-cell-levels">${selects}</div>
      ${inherited.length > 0 && html`<p class="form-text">${t('admin.access.cellInherits', { roles: inherited.join(', ') })}</p>`}
      <div class="btn-list"><button class="btn btn-sm btn-primary">${t('admin.save')}</button>
      <a class="btn btn-sm" href="/admin/access">${t('admin.cancel')}</a>
      <a class="btn btn-sm btn-ghost-secondary" href="/admin/tables/${table.name}/access">${t('admin.access.cellMore')}</a></div></form>`,
  };
}
