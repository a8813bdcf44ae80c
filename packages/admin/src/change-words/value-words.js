/** @import { Catalog, Node, Registry, Setting, Table, Translate } from '@plinth/plugin' */

/**
 * @typedef {{ registry: Registry, catalog: Catalog, t: Translate, table: Table | null,
 *   layoutWords(before: Node, after: Node): string[] }} WordContext table: of the view, or null
 */

const LONGEST = 80;

/**
 * A value of a setting, as its form shows it.
 *
 * @param {Setting} setting @param {unknown} value @param {WordContext} context
 * @returns {string | null} null if it takes more than a few words
 */
export function valueWords(setting, value, { catalog, t, table }) {
  const list = Array.isArray(value) ? value : [value];
  if (list.some((one) => typeof one === 'object' && one !== null)) return null;
  const options = new Map((setting.options ?? []).map((option) => [option.value, t(option.label)]));
  const words = list.map((one) => options.get(one) ?? named(setting.type, String(one), { catalog, table }));
  const text = words.join(', ');
  return text.length > LONGEST || text.includes('\n') ? null : text;
}

/** @param {string} type of the setting @param {string} text @param {{ catalog: Catalog, table: Table | null }} context */
function named(type, text, { catalog, table }) {
  if (['field', 'fields', 'fieldPath'].includes(type)) return (table && catalog.path(table, text)?.field.label) || text;
  if (type === 'view') return (catalog.hasView(text) && catalog.view(text).label) || text;
  if (type === 'page') return (catalog.hasPage(text) && catalog.page(text).title) || text;
  if (type === 'table') return (catalog.hasTable(text) && catalog.table(text).label) || text;
  if (type === 'childRelation') return childTable(catalog, text)?.label ?? text;
  if (type === 'role' || type === 'roles') return catalog.roles.find(({ name }) => name === text)?.label || text;
  return text;
}

/** @param {Catalog} catalog @param {string} relation "issues.project" */
function childTable(catalog, relation) {
  const [name] = relation.split('.');
  return catalog.hasTable(name) ? catalog.table(name) : null;
}
