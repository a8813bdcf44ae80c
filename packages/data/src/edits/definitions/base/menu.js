/** @import { Catalog, MenuItem, Values } from '@plinth/plugin' */
import { checkSettings, inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { uuidv7 } from '../../../catalog/schema/uuid.js';
import { onlyKeys } from './names.js';
import { checkRoles } from './roles.js';
import { iconName, line, oneOf } from './texts.js';

const KINDS = /** @type {const} */ (['page', 'view', 'link', 'admin', 'group']);

/**
 * A menu in stored form; entries without an id get one.
 *
 * @param {unknown} items @param {Catalog} catalog @param {number} [depth]
 * @returns {MenuItem[]}
 */
export function checkMenu(items, catalog, depth = 1) {
  const tooMany = phrase`A menu, and a group in it, has at most ${LIMITS.menuEntries} entries: remove some, or move them into a group`;
  if (!Array.isArray(items) || items.length > LIMITS.menuEntries) throw inputInvalid({ items: tooMany }, tooMany);
  if (depth > LIMITS.menuLevels && items.length > 0)
    throw inputInvalid({ items: phrase`must be nested at most ${LIMITS.menuLevels} levels deep` });
  return items.map((item) => checkItem(item, catalog, depth));
}

/** @param {Values} item @param {Catalog} catalog @param {number} depth @returns {MenuItem} */
function checkItem(item, catalog, depth) {
  onlyKeys('a menu entry', item, ['id', 'kind', 'label', 'icon', 'target', 'roles', 'items']);
  const kind = oneOf('kind', item.kind, KINDS, 'link');
  const label = line('label', item.label);
  if (!label) throw inputInvalid({ label: 'A menu entry needs a label' });
  return {
    id: typeof item.id === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(item.id) ? item.id : uuidv7(),
    kind,
    label,
    ...(item.icon && { icon: iconName('icon', item.icon, '') }),
    ...(kind !== 'group' && item.target && { target: target(kind, item.target) }),
    ...(item.roles?.length > 0 && { roles: checkRoles(item.roles, catalog) }),
    ...(kind === 'group' && { items: checkMenu(item.items ?? [], catalog, depth + 1) }),
  };
}

/**
 * Entries for removed pages and views stay: they show up as a problem, and are left out of the menu.
 *
 * @param {string} kind @param {unknown} given
 */
function target(kind, given) {
  const type = kind === 'page' || kind === 'view' ? kind : 'url';
  return checkSettings([{ name: 'target', type, required: true }], { target: given }).target;
}
