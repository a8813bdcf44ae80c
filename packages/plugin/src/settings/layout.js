/** @import { Message, Setting, SettingsSchema, Node } from '../index.d.ts' */
/** @import { Nested } from './checkers.js' */
import { LAYOUT_SIZES, NODE_AT } from '../layout-sizes.js';
import { phrase } from '../texts/phrase.js';
import { APP_LIMITS } from '../limits.js';

/** For whom and when an element is shown. @type {SettingsSchema} */
const VISIBLE = [
  { name: 'roles', type: 'roles' },
  { name: 'when', type: 'expression' },
];
const KEYS = ['id', 'type', 'settings', 'children', 'visible', 'at'];

/**
 * Checks the shape of a layout tree: ids, types, nesting, and for whom its nodes are shown. Callers with the registry
 * check the settings of each node against its element's schema.
 *
 * @param {any} root @param {Setting} setting @param {string} key @param {Record<string, Message>} errors
 * @param {Nested} nested
 */
export function checkLayout(root, setting, key, errors, nested) {
  const seen = new Set();
  let count = 0;

  /** @param {Node} node @param {string} at @param {number} depth */
  const step = (node, at, depth) => {
    if (++count > APP_LIMITS.layoutElements || depth > APP_LIMITS.layoutLevels) {
      errors[key] =
        phrase`must have at most ${APP_LIMITS.layoutElements} elements, nested at most ${APP_LIMITS.layoutLevels} levels deep`;
      return;
    }
    if (typeof node !== 'object' || node === null || Array.isArray(node)) {
      errors[at] = 'must be an element { id, type, settings, children }';
      return;
    }
    if (typeof node.type !== 'string' || !/^[a-z][a-z0-9_]{0,62}$/.test(node.type))
      errors[`${at}.type`] = 'must be the name of an element';
    if (typeof node.id !== 'string' || !/^[a-z0-9_-]{1,40}$/i.test(node.id)) errors[`${at}.id`] = 'must be a short id';
    else if (seen.has(node.id)) errors[`${at}.id`] = phrase`"${node.id}" occurs twice in this layout`;
    seen.add(node.id);
    for (const name of Object.keys(node)) if (!KEYS.includes(name)) errors[`${at}.${name}`] = 'is unknown here';
    if (node.visible !== undefined) nested(VISIBLE, node.visible, `${at}.visible`, errors);
    if (node.at !== undefined) checkAt(node.at, `${at}.at`, errors, nested);
    if (node.children === undefined) return;
    if (!Array.isArray(node.children)) errors[`${at}.children`] = 'must be a list';
    else node.children.forEach((child, /** @type {number} */ i) => step(child, `${at}.${i}`, depth + 1));
  };

  step(root, key, 0);
  return root;
}

/**
 * How a node is laid out on screens of each size.
 *
 * @param {unknown} at @param {string} key @param {Record<string, Message>} errors @param {Nested} nested
 */
function checkAt(at, key, errors, nested) {
  const sizes = /** @type {SettingsSchema} */ (LAYOUT_SIZES.map((name) => ({ name, type: 'json' })));
  const given = nested(sizes, at, key, errors);
  for (const size of LAYOUT_SIZES) {
    const one = given[size];
    if (one === undefined) continue;
    nested(NODE_AT, one, `${key}.${size}`, errors);
    for (const [name, value] of Object.entries(one ?? {}))
      if (typeof value === 'string') errors[`${key}.${size}.${name}`] = 'must not be text';
  }
}
