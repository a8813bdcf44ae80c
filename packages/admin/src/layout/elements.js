import { isOfType, node, walkLayout } from '@plinth/plugin';

/** @import { Catalog, Element, Node, Registry, SettingsSchema, Table } from '@plinth/plugin' */

const GROUPS = /** @type {const} */ (['layout', 'content', 'data', 'action']);

/** When a node is shown. @type {SettingsSchema} */
export const VISIBLE = [
  { name: 'roles', type: 'roles', label: 'admin.layout.roles', help: 'admin.layout.rolesHelp' },
  { name: 'when', type: 'expression', result: 'bool', label: 'admin.layout.when', help: 'admin.layout.whenHelp' },
];

/**
 * Elements that only make sense in certain others, which contain nothing else: a tab in tabs. What a menu accepts among
 * other things (a link) can be anywhere.
 *
 * @param {Registry} registry @param {string} type
 */
export function onlyIn(registry, type) {
  return registry
    .all('element')
    .filter(({ children }) => Array.isArray(children) && children.length === 1 && children[0] === type)
    .map((element) => element.name);
}

/**
 * A node as the palette adds it: defaults filled in, and two parts if it is useless without them.
 *
 * @param {Registry} registry @param {string} type @returns {Node}
 */
export function newNode(registry, type) {
  const { settings, children } = registry.element(type);
  const defaults = Object.fromEntries(
    settings.filter((one) => one.default !== undefined).map((one) => [one.name, structuredClone(one.default)]),
  );
  if (children === 'none') return node(type, defaults);
  const part = Array.isArray(children) ? children[0] : null;
  return node(type, defaults, part ? [newNode(registry, part), newNode(registry, part)] : []);
}

/**
 * A new node that needs a field shows the first one that is not in the layout yet; if all are, the first one.
 *
 * @param {Registry} registry @param {Node} added @param {{ table: Table | null, root: Node }} place table: the
 *   surrounding one
 * @returns {Node}
 */
export function withField(registry, added, { table, root }) {
  const needed = registry.element(added.type).settings.find((one) => one.type === 'field' && one.required && !one.of);
  if (!needed || !table) return added;
  const { fieldTypes } = needed;
  const fitting = table.fields.filter(
    (field) => (!field.auto || field.auto === 'number' || field.auto === 'function') && isOfType(field, fieldTypes),
  );
  const shown = new Set();
  walkLayout(root, ({ settings }) => void shown.add(settings?.field));
  const field = fitting.find(({ name }) => !shown.has(name)) ?? fitting[0];
  return field ? { ...added, settings: { ...added.settings, [needed.name]: field.name } } : added;
}

/**
 * A new node that needs a table is about the surrounding one, or the first.
 *
 * @param {Registry} registry @param {Node} added @param {Table | undefined} table @returns {Node}
 */
export function withTable(registry, added, table) {
  const needed = registry.element(added.type).settings.find((one) => one.type === 'table' && one.required);
  return needed && table ? { ...added, settings: { ...added.settings, [needed.name]: table.name } } : added;
}

/**
 * Elements that can be added here, by group.
 *
 * @param {Registry} registry @param {{ hasTable: boolean, form: boolean }} place
 * @returns {{ name: string, elements: Element[] }[]}
 */
export function paletteOf(registry, { hasTable, form }) {
  const fits = (/** @type {Element} */ element) =>
    element.scope === 'any' || (element.scope === 'row' && hasTable) || (element.scope === 'form' && form);
  const elements = registry.all('element').filter(fits);
  return GROUPS.map((name) => ({ name, elements: elements.filter((element) => element.group === name) })).filter(
    (group) => group.elements.length > 0,
  );
}

/**
 * The table that names in a node's settings refer to: the view's, or that of the surrounding child rows.
 *
 * @param {Registry} registry @param {Catalog} catalog @param {Node} root @param {string} id @param {Table | null} table
 * @returns {Table | null}
 */
export function tableAt(registry, catalog, root, id, table) {
  /** @param {Node} current @param {Table | null} here @returns {Table | null | undefined} */
  const step = (current, here) => {
    if (current.id === id) return here;
    const inner = innerTable(registry, catalog, current, here);
    for (const child of current.children ?? []) {
      const found = step(child, inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return step(root, table) ?? null;
}

/**
 * The table of what is in a node: that of its child rows, or the surrounding one.
 *
 * @param {Registry} registry @param {Catalog} catalog @param {Node} current @param {Table | null} here
 * @returns {Table | null}
 */
export function innerTable(registry, catalog, current, here) {
  const by = registry.has('element', current.type) ? registry.element(current.type).childrenOf : undefined;
  const relation = by && current.settings?.[by];
  const name = typeof relation === 'string' ? relation.split('.')[0] : null;
  return name && catalog.hasTable(name) ? catalog.table(name) : here;
}
