import { withChildren, withTitles } from '../layout/fitting.js';
import { newNode, paletteOf, withField, withTable } from '../layout/elements.js';
import { hasControls } from '../layout/piece-on-its-own.js';
import { node, walkWithPieces } from '@plinth/plugin';
import { MADE } from './new-view.js';

/** @import { Field, Node, Table } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/**
 * nodes: new ones, whose ids are replaced when they are placed; words: further ones that the search finds it by.
 *
 * make: the kind of view that is made of a table that is asked for, instead of nodes
 *
 * @typedef {{ label: string, hint: string, icon: string, words: string, nodes: Node[], make?: string }} PaletteItem
 * @typedef {{ name: string, label: string, items: PaletteItem[] }} PaletteGroup
 */

/** In this order; those of the kinds of views make one. */
const FIRST = [
  'text',
  'button',
  'list',
  'edit',
  'chart',
  'board',
  'calendar',
  'number',
  'image',
  'columns',
  'tabs',
  'card',
];
/** Where elements that are typed into have their text. */
const TYPED = new Map([
  ['text', 'text'],
  ['heading', 'text'],
  ['button', 'label'],
]);
/** The most fields that are offered of each related table. */
const MAX_RELATED = 12;

/**
 * Everything that can be inserted: elements, the table's fields, those of related rows, totals, views and actions.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 * @returns {PaletteGroup[]}
 */
export function builderPalette(req, subject, draft) {
  const { t } = req.ctx;
  // Lists, calendars and the like have settings, but no layout to put anything in.
  if (!subject.layouts.length) return [];
  const { app, catalog } = req.ctx;
  // In a piece, fields are filled in only beside other controls.
  const isForm = subject.kind === 'piece' ? hasControls(draft.layouts.layout, catalog, app.registry) : subject.form;
  const fields = fieldsOf(req, subject, isForm);
  const groups = elementsOf(req, subject, draft);
  return [
    ...(fields.length ? [{ name: 'fields', label: subject.table?.label ?? '', items: fields }] : []),
    { name: 'first', label: t('admin.builder.palette.first'), items: firstOf(req, groups) },
    ...groups,
    { name: 'related', label: t('admin.builder.palette.related'), items: isForm ? [] : relatedOf(req, subject) },
    { name: 'totals', label: t('admin.builder.palette.totals'), items: isForm ? [] : totalsOf(req, subject) },
    { name: 'views', label: t('admin.builder.palette.views'), items: viewsOf(req, subject) },
    { name: 'pieces', label: t('admin.builder.palette.pieces'), items: piecesOf(req, subject) },
    { name: 'actions', label: t('admin.builder.palette.actions'), items: actionsOf(req, subject) },
  ].filter(({ items }) => items.length > 0);
}

/**
 * What people want first: a dozen elements and new views. The views ask for their table.
 *
 * @param {Request} req @param {readonly PaletteGroup[]} groups of all elements @returns {PaletteItem[]}
 */
function firstOf({ ctx: { app, t } }, groups) {
  const all = groups.flatMap(({ items }) => items);
  return FIRST.flatMap((one) => {
    if (!MADE.includes(one)) return all.find(({ nodes }) => nodes[0].type === one) ?? [];
    if (!app.registry.has('viewTemplate', one)) return [];
    const { label, icon } = app.registry.viewTemplate(one);
    const called = app.views.icon(icon).text;
    return [
      { label: t(`admin.builder.palette.make.${one}`), hint: '', icon: called, words: t(label), nodes: [], make: one },
    ];
  });
}

/** @param {Request} req @param {Subject} subject @param {Draft} draft @returns {PaletteGroup[]} */
function elementsOf({ ctx: { app, catalog, t } }, { table, form }, draft) {
  const { registry } = app;
  const [root] = Object.values(draft.layouts);
  const first = table ?? catalog.tables.find((/** @type {Table} */ one) => !one.system);
  return paletteOf(registry, { hasTable: Boolean(table), form }).map(({ name, elements }) => ({
    name,
    label: t(`admin.layout.group.${name}`),
    items: elements.map((element) => {
      const made = withTable(registry, withField(registry, newNode(registry, element.name), { table, root }), first);
      const fieldsIn = fieldsInRows(registry, element.name, { catalog, table, root });
      return item(app.views, {
        label: t(element.label),
        icon: element.icon,
        node: {
          ...withTitles(registry, root, withWords(made, t(element.label), table), t),
          ...(fieldsIn && { fieldsIn }),
        },
      });
    }),
  }));
}

/**
 * A text to type over: it is selected as soon as it is inserted.
 *
 * @param {Node} made @param {string} words @param {Table | null} table of the row, whose fields a heading may show
 */
function withWords(made, words, table) {
  const name = TYPED.get(made.type);
  if (!name || (made.type === 'heading' && table)) return made;
  return { ...made, settings: { ...made.settings, [name]: words } };
}

/**
 * The field that a new element has among child rows, by their relation.
 *
 * @param {import('@plinth/plugin').Registry} registry @param {string} type
 * @param {{ catalog: import('@plinth/plugin').Catalog, table: Table | null, root: Node }} place
 */
function fieldsInRows(registry, type, { catalog, table, root }) {
  const bare = newNode(registry, type);
  const found = (table ? catalog.children(table.name) : []).flatMap(({ table: child, field }) => {
    // What leads to the outer row is filled in with it.
    const inner = { ...child, fields: child.fields.filter((one) => one !== field) };
    const { settings = {} } = withField(registry, bare, { table: inner, root });
    const set = Object.entries(settings).filter(([name, value]) => value !== bare.settings?.[name]);
    return set.length > 0 ? [[`${child.name}.${field.name}`, Object.fromEntries(set)]] : [];
  });
  return found.length > 0 && Object.fromEntries(found);
}

/** @param {Request} req @param {Subject} subject @param {boolean} isForm @returns {PaletteItem[]} */
function fieldsOf({ ctx: { app, catalog, t } }, { kind, name, table }, isForm) {
  const isFilter = kind === 'view' && catalog.view(name).template === 'filter';
  const type = isFilter ? 'filter_field' : isForm ? 'form_field' : 'field';
  const fields = (table?.fields ?? []).filter((field) => type !== 'form_field' || !field.auto);
  const [automatic, own] = [true, false].map((wanted) => fields.filter(({ auto }) => Boolean(auto) === wanted));
  return [...own, ...automatic].map((field) =>
    ofField(app, field, t, newSettings(app.registry, type, { field: field.name })),
  );
}

/** Values of the rows that a relation field points at. @param {Request} req @param {Subject} subject @returns {PaletteItem[]} */
function relatedOf({ ctx: { app, catalog, t } }, { table }) {
  const relations = (table?.fields ?? []).filter(({ target, traits }) => target && !traits.isMany);
  return relations.flatMap((relation) => {
    const target = relation.target && catalog.hasTable(relation.target) ? catalog.table(relation.target) : null;
    const fields = (target?.fields ?? []).filter(({ auto, target: further }) => !auto && !further);
    return fields.slice(0, MAX_RELATED).map((field) => {
      const made = newSettings(app.registry, 'joined_field', { path: `${relation.name}.${field.name}` });
      return { ...ofField(app, field, t, made), hint: relation.label };
    });
  });
}

/** The number of rows that belong to a row. @param {Request} req @param {Subject} subject @returns {PaletteItem[]} */
function totalsOf({ ctx: { app, catalog, t } }, { table }) {
  if (!table) return [];
  return catalog.children(table.name).map(({ table: child, field }) => {
    const relation = `${child.name}.${field.name}`;
    const made = newSettings(app.registry, 'aggregation', { relation, aggregate: 'count' });
    const label = t('admin.builder.palette.count', { name: child.label });
    return item(app.views, { label, hint: field.label, icon: 'sum', node: made });
  });
}

/** @param {Request} req @param {Subject} subject @returns {PaletteItem[]} */
function viewsOf({ ctx: { app, catalog, t } }, { kind, name, table }) {
  const { registry } = app;
  const schema = registry.element('embed').settings;
  const others = catalog.views.filter((view) => kind !== 'view' || view.name !== name);
  return others.map((view) => {
    const before = newNode(registry, 'embed').settings ?? {};
    const settings = withChildren(schema, { ...before, view: view.name }, before, { catalog, table });
    const template = registry.has('viewTemplate', view.template) ? registry.viewTemplate(view.template) : null;
    // A table's list, detail view and form often have one label.
    const hint = template ? t(template.label) : '';
    const words = view.table && catalog.hasTable(view.table) ? catalog.table(view.table).label : '';
    const icon = template?.icon ?? 'layout-list';
    return item(app.views, { label: view.label || view.name, hint, words, icon, node: node('embed', settings) });
  });
}

/**
 * Saved pieces of layout that can be here: none that would contain itself, none with rows of another table.
 *
 * @param {Request} req @param {Subject} subject @returns {PaletteItem[]}
 */
function piecesOf({ ctx: { app, catalog } }, { kind, name, table }) {
  const holdsThis = (/** @type {import('@plinth/plugin').Piece} */ piece) => {
    let isInside = piece.name === name;
    walkWithPieces(piece.layout, catalog, (one) => (isInside ||= one.settings?.use?.piece === name));
    return isInside;
  };
  const fitting = catalog.pieces.filter(
    (piece) => (!piece.table || piece.table === table?.name) && !(kind === 'piece' && holdsThis(piece)),
  );
  return fitting.map((piece) => {
    const made = newSettings(app.registry, 'piece', { use: { piece: piece.name } });
    return item(app.views, { label: piece.label || piece.name, icon: 'puzzle', node: made });
  });
}

/** @param {Request} req @param {Subject} subject @returns {PaletteItem[]} */
function actionsOf({ ctx: { app, t } }, { table }) {
  const fitting = app.registry.all('action').filter(({ needsRow, background }) => !background && (!needsRow || table));
  return fitting.map((action) => {
    const made = newSettings(app.registry, 'action_button', { action: { action: action.name, config: {} } });
    return item(app.views, { label: t(action.label), icon: 'bolt', node: made });
  });
}

/**
 * @param {import('../types.d.ts').App} app @param {Field} field @param {import('@plinth/plugin').Translate} t @param {Node} made
 * @returns {PaletteItem}
 */
function ofField({ registry, views }, field, t, made) {
  const type = registry.has('fieldType', field.type) ? registry.fieldType(field.type) : null;
  const words = `${field.name} ${type ? t(type.label) : ''}`;
  return item(views, { label: field.label, icon: type?.icon ?? 'forms', words, node: made });
}

/** @param {import('@plinth/plugin').Registry} registry @param {string} type @param {Record<string, unknown>} settings @returns {Node} */
function newSettings(registry, type, settings) {
  const made = newNode(registry, type);
  return { ...made, settings: { ...made.settings, ...settings } };
}

/**
 * @param {{ icon: (name: string) => { text: string } }} views
 * @param {{ label: string, hint?: string, icon: string, words?: string, node: Node }} one
 * @returns {PaletteItem}
 */
const item = (views, { label, hint = '', icon, words = '', node: made }) => ({
  label,
  hint,
  words: `${words} ${made.type}`,
  icon: views.icon(icon).text,
  nodes: [made],
});
