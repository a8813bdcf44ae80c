/** @import { Actor, Table, Values, Row } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */
import { ADMIN, AppError, isAdmin, mayOpen, phrase } from '@plinth/plugin';
import { roleLabel } from '../frame/index.js';
import { levelKey, RIGHTS } from './access-form.js';
import { ORDER } from './matrix.js';
import { buildAddress } from '../objects/build-address.js';

const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);
const MOST_ROWS = 20;

/**
 * The question: who (`user:<id>` or `role:<name>`), about what (`table:`, `view:`, `page:<name>` or `file`), and which
 * row or file.
 *
 * @typedef {{ who: string, what: string, id: string }} Asked
 */

/** @param {Request} req @returns {Asked} */
export function readAsked({ query }) {
  const text = (/** @type {string} */ name) => query.get(name)?.trim() ?? '';
  return { who: text('who'), what: text('what'), id: text('id') };
}

/**
 * The answer for the template of its kind; null if there is no question yet.
 *
 * @param {App} app @param {Request} req @param {Asked} asked
 * @returns {Promise<{ kind: 'row' | 'table' | 'opening' | 'file', who: string, subject: string, [key: string]: any } |
 *   null>}
 * @throws {AppError} if something does not exist
 */
export async function explain(app, req, asked) {
  if (!asked.what) return null;
  const { actor, name: who } = await askedActor(app, req, asked.who);
  const [kind, name] = asked.what.split(/:(.*)/s);
  const sources = await app.data.access.sources(req.ctx.actor, actor);
  const about = { app, req, actor, who, asked, through: (/** @type {string} */ role) => through(req, sources[role]) };
  if (kind === 'file') return aboutFile(about);
  if (kind === 'view' || kind === 'page') return aboutOpening(about, kind, name);
  const table = req.ctx.catalog.table(name ?? kind);
  return asked.id ? aboutRow(about, table) : aboutTable(about, table);
}

/** @typedef {{ app: App, req: Request, actor: Actor, who: string, asked: Asked, through: (role: string) => string }} About */

/** @param {App} app @param {Request} req @param {string} who @returns {Promise<{ actor: Actor, name: string }>} */
async function askedActor(app, req, who) {
  const { t, actor: admin, catalog } = req.ctx;
  const [kind, name] = (who || 'role:public').split(/:(.*)/s);
  if (kind === 'user') {
    const user = await app.data.people.users.get(admin, name);
    return { actor: await app.data.access.actorOfUser(admin, user.id), name: user.name || user.email };
  }
  const role = catalog.roles.find((one) => one.name === name);
  if (!role) throw new AppError('ROLE_NOT_FOUND', phrase`There is no role "${name ?? ''}"`, { status: 404 });
  const label = name === 'public' ? t('admin.access.visitor') : t('admin.access.anybody', { role: t(role.label) });
  return { actor: app.data.access.actorOfRole(admin, name), name: label };
}

/**
 * Where somebody has a role from, unless it is obvious.
 *
 * @param {Request} req @param {{ groups: string[], includedBy: string[] } | undefined} source
 */
function through(req, source) {
  if (!source) return '';
  const { t } = req.ctx;
  const groups = source.groups.map((group) => t('admin.groups.through', { group }));
  const roles = source.includedBy.map((role) => t('admin.access.partOf', { role: roleLabel(req, role) }));
  return [...groups, ...roles].join(', ');
}

/** @param {About} about @param {Table} table */
async function aboutRow({ app, req, actor, who, asked, through }, table) {
  const admin = req.ctx.actor;
  // Nothing can be said about a missing row.
  await app.data.rows.get(admin, table.name, asked.id, { fields: [] });
  const answers = await Promise.all(
    OPERATIONS.map((operation) =>
      app.data.access.explain(admin, { table: table.name, id: asked.id, actor, operation }),
    ),
  );
  const [label] = await rowsOf(app, req, table, asked.id);
  return {
    kind: /** @type {const} */ ('row'),
    who,
    subject: `${table.label} · ${label?.label ?? asked.id}`,
    table,
    answers: answers.map((/** @type {Values} */ answer) => ({
      ...answer,
      roles: answer.roles
        .filter((/** @type {Values} */ { level }) => level !== 'none')
        .sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.holds) - Number(a.holds))
        .map((/** @type {Values} */ one) => ({ ...one, through: through(one.role) })),
      silent: answer.roles
        .filter((/** @type {Values} */ { level }) => level === 'none')
        .map((/** @type {Values} */ { role }) => role),
    })),
    fields: app.data.access.fields(admin, table.name, actor),
  };
}

/** @param {About} about @param {Table} table */
async function aboutTable({ app, req, actor, who, asked, through }, table) {
  const admin = req.ctx.actor;
  const rows = await rowsOf(app, req, table);
  const [reach, reached] = await Promise.all([
    app.data.access.reach(admin, table.name, actor),
    app.data.access.reached(
      admin,
      table.name,
      actor,
      rows.map(({ id }) => id),
    ),
  ]);
  const address = (/** @type {string} */ id) =>
    `/admin/access?${new URLSearchParams({ who: asked.who, what: `table:${table.name}`, id })}#why`;
  return {
    kind: /** @type {const} */ ('table'),
    who,
    subject: table.label,
    table,
    counted: reach.counted,
    levelKey,
    rights: RIGHTS.map((right) => ({
      right,
      reached: right === 'create' || right === 'choices' ? null : reach[right],
      ...strongest(table, actor, right),
      through,
    })),
    rows: rows.map(({ id, label }) => ({ label, url: address(String(id)), may: reached.get(String(id)) ?? null })),
    fields: app.data.access.fields(admin, table.name, actor),
  };
}

/** The most generous level. @param {Table} table @param {Actor} actor @param {typeof RIGHTS[number]} right */
function strongest(table, actor, right) {
  if (isAdmin(actor)) return { level: 'all', given: [{ role: ADMIN, rule: null }] };
  const all = actor.roles.map((role) => {
    const level = (Object.hasOwn(table.access, role) ? table.access[role] : null)?.[right] ?? 'none';
    return typeof level === 'object' ? { role, level: 'rule', rule: level.rule } : { role, level, rule: null };
  });
  const most = Math.max(...all.map(({ level }) => ORDER.indexOf(level)), 0);
  const some = all.filter(({ level }) => level !== 'none');
  return { level: ORDER[most], given: most === ORDER.length - 1 ? some.filter(({ level }) => level === 'all') : some };
}

/**
 * The newest rows, or one, by label.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} [id]
 * @returns {Promise<{ id: string | number, label: string }[]>}
 */
async function rowsOf(app, req, table, id) {
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const where = id === undefined ? {} : { where: { field: 'id', op: /** @type {const} */ ('eq'), value: id } };
  const spec = { table: table.name, select, sort: [{ field: 'id', descending: true }], limit: MOST_ROWS, ...where };
  const [{ rows }] = await app.data.select(req.ctx.actor, [{ spec, params: {} }]);
  return rows.map((/** @type {Row} */ row) => {
    const text = typeof row.label === 'string' || typeof row.label === 'number' ? String(row.label).slice(0, 80) : '';
    return {
      id: row.id,
      label: text === '' || text === String(row.id) ? `#${row.id}` : `#${String(row.id).slice(0, 8)} ${text}`,
    };
  });
}

/** @param {About} about @param {'view' | 'page'} kind @param {string} name */
async function aboutOpening({ app, req, actor, who, asked, through }, kind, name) {
  const { catalog, locale, actor: admin } = req.ctx;
  const found = kind === 'view' ? catalog.view(name) : catalog.page(name);
  const { roles } = found;
  const by = roles.filter((role) => actor.roles.includes(role));
  const plans = app.views.plans(catalog);
  const plan = kind === 'view' ? plans.view(name, locale) : plans.page(name, locale);
  const tables = plan.reads.filter((/** @type {string} */ one) => catalog.hasTable(one) && !catalog.table(one).system);
  return {
    kind: /** @type {const} */ ('opening'),
    who,
    subject: 'label' in found ? found.label : found.title,
    of: kind,
    may: mayOpen(roles, actor),
    isAdmin: isAdmin(actor),
    roles,
    url: buildAddress(kind, name),
    by: by.map((role) => ({ role, through: through(role) })),
    tables: await Promise.all(
      tables.map(async (/** @type {string} */ one) => ({
        table: catalog.table(one),
        url: `/admin/access?${new URLSearchParams({ who: asked.who, what: `table:${one}` })}#why`,
        ...(await app.data.access.reach(admin, one, actor)),
      })),
    ),
  };
}

/** @param {About} about */
async function aboutFile({ app, req, actor, who, asked }) {
  const told = await app.data.access.file(req.ctx.actor, asked.id, actor);
  return { kind: /** @type {const} */ ('file'), who, subject: told.file.name, ...told };
}
