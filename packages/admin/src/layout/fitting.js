import { findNode } from './operations.js';

/** @import { Catalog, Node, Registry, Setting, SettingsSchema, Table, Translate, Row, Values } from '@plinth/plugin' */

/** Names of the settings that a node is called by. */
const TITLES = ['title', 'label', 'text'];
const TEXTS = new Set(['text', 'longtext', 'markdown']);

/**
 * The title that a node was given: of a card, a tab, a heading, a text.
 *
 * @param {Registry} registry @param {Node} node
 */
export function titleOf(registry, node) {
  if (!registry.has('element', node.type)) return '';
  const { settings } = registry.element(node.type);
  const isTitle = (/** @type {string} */ name) => settings.some((one) => one.name === name && TEXTS.has(one.type));
  const name = TITLES.find((one) => isTitle(one) && String(node.settings?.[one] ?? '').trim() !== '');
  return name ? String(node.settings?.[name]).trim() : '';
}

/**
 * A new node with the titles that it and its parts need, numbered among their siblings: Tab 1, Tab 2.
 *
 * @param {Registry} registry @param {Node} root with the new node in it @param {Node} added @param {Translate} t
 * @returns {Node}
 */
export function withTitles(registry, root, added, t) {
  const siblings = (findNode(root, added.id)?.parent?.children ?? []).filter(({ id }) => id !== added.id);
  const titled = numbered(registry, siblings, added, t);
  /** @type {Node[]} */
  const parts = [];
  for (const part of titled.children ?? []) parts.push(numbered(registry, parts, part, t));
  return titled.children ? { ...titled, children: parts } : titled;
}

/** @param {Registry} registry @param {Node[]} siblings @param {Node} node @param {Translate} t @returns {Node} */
function numbered(registry, siblings, node, t) {
  const { settings, children, label } = registry.element(node.type);
  const needed = settings.find(({ name, type, required }) => required && type === 'text' && TITLES.includes(name));
  // A button without a text is better asked for one than called Button 1.
  if (!needed || children === 'none' || node.settings?.[needed.name]) return node;
  const taken = new Set(siblings.map((one) => titleOf(registry, one)));
  let n = 1;
  while (taken.has(`${t(label)} ${n}`)) n += 1;
  return { ...node, settings: { ...node.settings, [needed.name]: `${t(label)} ${n}` } };
}

/**
 * Settings of an element that embeds a view, after another view was chosen: one whose rows belong to the surrounding
 * row starts with those, unless the way it is embedded was chosen in the same step.
 *
 * @param {SettingsSchema} schema @param {Values} values as chosen now
 * @param {Row} before @param {{ catalog: Catalog, table: Table | null }} place table: the surrounding
 *   one
 * @returns {Values}
 */
export function withChildren(schema, values, before, { catalog, table }) {
  const view = schema.find(({ type }) => type === 'view');
  const child = schema.find(({ type, showIf }) => type === 'childRelation' && showIf);
  if (!view || !child?.showIf || !table) return values;
  const { name: way, in: ways } = child.showIf;
  const name = values[view.name];
  if (!name || name === before[view.name] || !catalog.hasView(name)) return values;
  if ((values[way] ?? usual(schema, way)) !== (before[way] ?? usual(schema, way))) return values;
  const embedded = catalog.view(name);
  const isChild = ways.includes(values[way]);
  const relation = embedded.template === 'show' ? undefined : childOf(catalog, table, embedded.table);
  if (!relation) return isChild ? { ...values, [way]: usual(schema, way), [child.name]: undefined } : values;
  const isUsual = values[way] === undefined || values[way] === usual(schema, way);
  const fits = isChild && String(values[child.name]).split('.')[0] === embedded.table;
  return (isUsual || isChild) && !fits ? { ...values, [way]: ways[0], [child.name]: relation } : values;
}

/** @param {SettingsSchema} schema @param {string} name */
const usual = (schema, name) => schema.find((/** @type {Setting} */ one) => one.name === name)?.default;

/** @param {Catalog} catalog @param {Table} table @param {string | null} of */
function childOf(catalog, table, of) {
  const found = catalog.children(table.name).find((one) => one.table.name === of);
  return found && `${found.table.name}.${found.field.name}`;
}
