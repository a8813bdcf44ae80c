/** @import { Table, TableAccess, Values } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
/** @import { Condition } from '../expressions/rule-builder.js' */
import { limitedRoles } from '@plinth/plugin';

export const RIGHTS = /** @type {const} */ (['read', 'create', 'update', 'delete', 'choices']);

/** Options for a right. @type {Readonly<Record<typeof RIGHTS[number], readonly string[]>>} */
export const LEVELS = Object.freeze({
  read: ['none', 'own', 'all', 'rule'],
  create: ['none', 'all', 'rule'],
  update: ['none', 'own', 'all', 'rule'],
  delete: ['none', 'own', 'all', 'rule'],
  choices: ['none', 'all'],
});

/**
 * The key of a level's name. Adding choices is not about rows.
 *
 * @param {string} right @param {string} level
 */
export const levelKey = (right, level) => `admin.access.${right === 'choices' ? 'choices.' : ''}${level}`;

const MOST_CONDITIONS = 8;

/**
 * The access list that a form describes.
 *
 * @param {Request} req @param {Form} form @returns {Record<string, TableAccess>}
 */
export function readAccess(req, form) {
  const access = /** @type {Values} */ ({});
  for (const role of limitedRoles(req.ctx.catalog)) {
    const rights = Object.fromEntries(RIGHTS.map((right) => [right, readLevel(form, `${role.name}.${right}`, right)]));
    if (Object.values(rights).some((level) => level !== 'none')) access[role.name] = rights;
  }
  return access;
}

/** @param {Form} form @param {string} name @param {typeof RIGHTS[number]} right */
function readLevel(form, name, right) {
  const level = form.get(name) ?? 'none';
  if (!LEVELS[right].includes(level)) return 'none';
  return level === 'rule' ? { rule: (form.get(`${name}.rule`) ?? '').trim() } : level;
}

/**
 * The form for a table's current rights.
 *
 * @param {Table} table @param {string} role @param {typeof RIGHTS[number]} right
 */
export function levelOf(table, role, right) {
  const level = (Object.hasOwn(table.access, role) ? table.access[role] : null)?.[right] ?? 'none';
  return typeof level === 'object' ? { level: 'rule', rule: level.rule } : { level, rule: '' };
}

/**
 * Selections in the rule builder.
 *
 * @param {Form | null} form @returns {{ rule: string, joined: 'and' | 'or', conditions: Condition[] }} rule: the rule
 *   whose builder is open
 */
export function readBuilder(form) {
  const count = Math.min(Math.max(Number(form?.get('b.count')) || 1, 1), MOST_CONDITIONS);
  const conditions = Array.from({ length: count }, (_, i) => ({
    field: form?.get(`b.${i}.field`) ?? '',
    op: form?.get(`b.${i}.op`) ?? '',
    value: form?.get(`b.${i}.value`) ?? '',
  }));
  return { rule: form?.get('b.rule') ?? '', joined: form?.get('b.joined') === 'or' ? 'or' : 'and', conditions };
}
