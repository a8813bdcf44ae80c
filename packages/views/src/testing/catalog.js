/** @import { Actor, Catalog, Field, Node, Page, Result, Select, Query, Table, View } from '@plinth/plugin' */
import { AppError, node } from '@plinth/plugin';
import { sampleTraits } from '@plinth/plugin/contract';

/**
 * Fields in short: 'text', 'relation:users', 'select:open,done', with '!' for required.
 *
 * @typedef {Record<string, string>} ShortFields
 */

/** The roles that a signed-in member of staff, a visitor and an admin have. @type {Record<string, Actor>} */
export const actors = {
  public: { userId: null, roles: ['public'], system: false },
  staff: { userId: 'u1', roles: ['staff', 'user', 'public'], system: false, name: 'Sam' },
  admin: { userId: 'u0', roles: ['admin', 'staff', 'user', 'public'], system: false },
};

/**
 * A catalog by hand, as the data layer would give it.
 *
 * @param {{ tables?: Record<string, ShortFields>, views?: (Partial<View> & { name: string, template: string })[],
 *   pages?: { name: string, layout: Node[] }[], pieces?: import('@plinth/plugin').Piece[], access?: Table['access'] }} parts
 * @returns {Catalog}
 */
export function buildCatalog({ tables = {}, views = [], pages = [], pieces = [], access }) {
  const all = new Map(
    Object.entries({ users: { name: 'text' }, ...tables }).map(([name, fields]) => [
      name,
      buildTable(name, fields, access),
    ]),
  );
  const allViews = new Map(views.map((view) => [view.name, buildView(view)]));
  const allPages = new Map(pages.map((page) => [page.name, buildPage(page)]));
  /** @type {<T>(map: Map<string, T>, kind: string) => (name: string) => T} */
  const found = (map, kind) => (name) => {
    const value = map.get(name);
    if (!value) throw new AppError(`${kind}_NOT_FOUND`, `There is no ${kind.toLowerCase()} "${name}"`, { status: 404 });
    return value;
  };
  const catalog = {
    version: 1,
    apps: [],
    tables: [...all.values()],
    views: [...allViews.values()],
    pages: [...allPages.values()],
    pieces,
    triggers: [],
    workflows: [],
    functions: [],
    secrets: [],
    mails: [],
    roles: [],
    menu: { id: 'menu', items: [] },
    settings: /** @type {any} */ ({ locale: 'en', timeZone: 'UTC', siteName: 'Test' }),
    plugins: [],
    problems: [],
    table: found(all, 'TABLE'),
    view: found(allViews, 'VIEW'),
    page: found(allPages, 'PAGE'),
    piece: found(new Map(pieces.map((piece) => [piece.name, piece])), 'PIECE'),
    workflow: found(new Map(), 'WORKFLOW'),
    function: found(new Map(), 'FUNCTION'),
    mail: found(new Map(), 'MAIL_TEMPLATE'),
    hasTable: (/** @type {string} */ name) => all.has(name),
    hasView: (/** @type {string} */ name) => allViews.has(name),
    hasPage: (/** @type {string} */ name) => allPages.has(name),
    hasPiece: (/** @type {string} */ name) => pieces.some((piece) => piece.name === name),
    hasWorkflow: () => false,
    hasFunction: () => false,
    hasSecret: () => false,
    hasMail: () => false,
    object: () => undefined,
    children: (/** @type {string} */ name) =>
      [...all.values()].flatMap((table) =>
        table.fields.filter((field) => field.target === name && !field.auto).map((field) => ({ table, field })),
      ),
    path: (/** @type {Table} */ table, /** @type {string} */ path) => followPath(all, table, path),
  };
  return /** @type {Catalog} */ (catalog);
}

/** @param {string} name @param {ShortFields} fields @param {Table['access']} [access] @returns {Table} */
function buildTable(name, fields, access) {
  const list = [
    buildField('id', name === 'users' ? 'uuid' : 'integer', 'id'),
    ...Object.entries(fields).map(([field, short]) => buildField(field, short, null)),
    buildField('created_at', 'date_time', 'created_at'),
    buildField('created_by', 'user:users', 'created_by'),
  ];
  const byName = new Map(list.map((field) => [field.name, field]));
  return {
    id: `table-${name}`,
    name,
    label: title(name),
    description: '',
    icon: 'table',
    app: null,
    key: name === 'users' ? 'uuid' : 'identity',
    fields: list,
    field: (field) => {
      const found = byName.get(field);
      if (!found) throw new AppError('FIELD_NOT_FOUND', `${name} has no field "${field}"`, { status: 422 });
      return found;
    },
    hasField: (field) => byName.has(field),
    display: Object.keys(fields)[0] ?? 'id',
    comments: 'off',
    history: false,
    historyDays: null,
    singular: '',
    owner: null,
    person: null,
    access: access ?? { public: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
    constraints: [],
    indexes: [],
    system: name === 'users',
  };
}

/** @param {string} name @param {string} short @param {Field['auto']} auto @returns {Field} */
function buildField(name, short, auto) {
  const [type, detail] = short.replace('!', '').split(':');
  const options = type.endsWith('select') && detail?.split(',').map((value) => ({ value, label: title(value) }));
  return {
    id: `field-${name}`,
    name,
    label: title(name),
    description: '',
    type,
    attributes: options ? { options } : detail ? { table: detail } : {},
    required: short.endsWith('!'),
    unique: false,
    default: null,
    auto,
    target: !options && detail ? detail : null,
    traits: sampleTraits(type),
  };
}

/** @param {Map<string, Table>} tables @param {Table} start @param {string} path */
function followPath(tables, start, path) {
  let table = start;
  const steps = [];
  const names = path.split('.');
  for (const [i, name] of names.entries()) {
    if (!table.hasField(name)) return null;
    const field = table.field(name);
    steps.push(field);
    if (i === names.length - 1) return { steps, field, table };
    const next = field.target ? tables.get(field.target) : undefined;
    if (!next) return null;
    table = next;
  }
  return null;
}

/** @param {Partial<View> & { name: string, template: string }} view @returns {View} */
function buildView(view) {
  return {
    id: `view-${view.name}`,
    label: title(view.name),
    description: '',
    app: null,
    table: null,
    roles: ['public'],
    config: {},
    ...view,
  };
}

/** @param {{ name: string, layout: Node[] }} page @returns {Page} */
function buildPage({ name, layout }) {
  const root = node('stack', {}, layout);
  return { id: `page-${name}`, name, title: title(name), description: '', app: null, roles: ['public'], layout: root };
}

/** @param {string} name */
function title(name) {
  return name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/**
 * Answers of the database for a plan's statements: `values` by column path, the same for each row.
 *
 * @param {Query} query @param {(select: Select, n: number) => unknown} value @param {number} [rows]
 * @returns {Result}
 */
export function answer(query, value, rows = 1) {
  const list = Array.from({ length: query.spec.table === null ? 1 : rows }, (_, n) => ({
    id: query.spec.table === null ? null : n + 1,
    ...Object.fromEntries(query.spec.select.map((select) => [select.as, value(select, n)])),
  }));
  return { rows: list, next: null, previous: null, totals: null, count: null };
}
