/** @import { Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Condition, Named } from './rule-builder.js' */
import { needsValue } from './rule-builder.js';
import { namesOf } from './builder.js';
import { readRule } from './read-rule.js';
import { scopeOf } from './places.js';

/** Values that are names. */
const NAMES = Object.freeze({ today: 'admin.today', now: 'admin.now', 'user.id': 'admin.currentUser' });

/**
 * A condition as a sentence, such as "Total is at least 1000 and Status is Open". Null if it can only be shown as it is
 * written.
 *
 * @param {Request} req @param {string} source @param {{ table: string | null, old?: boolean, event?: string | null,
 *   input?: string | null }} where
 */
export function conditionWords(req, source, { table, old = false, event = null, input = null }) {
  const { t } = req.ctx;
  const place = old ? 'change' : 'condition';
  const names = namesOf(scopeOf(req, { table, place, result: 'bool', event, input }));
  const built = readRule(source, names);
  if (!built || !built.conditions.every(({ value }) => isKnown(value, names))) return null;
  const parts = built.conditions.map((condition) => sentence(req, condition, names, table));
  return parts.join(` ${t(built.joined === 'or' ? 'admin.or' : 'admin.and')} `);
}

/** A value that is a name without a label is left to the expression. @param {string} value @param {readonly Named[]} names */
const isKnown = (value, names) =>
  !/^(row|user|old|event|input)\./.test(value) ||
  Object.hasOwn(NAMES, value) ||
  names.some(({ name }) => name === value);

/** @param {Request} req @param {Condition} condition @param {readonly Named[]} names @param {string | null} table */
function sentence(req, { field, op, value }, names, table) {
  const { t } = req.ctx;
  const label = (/** @type {string} */ name) => t(names.find((one) => one.name === name)?.label ?? name);
  const said = needsValue(op) ? valueWords(req, field, value, names, table) : '';
  return `${label(field)} ${t(`admin.access.op.${op}`)} ${said}`.trim();
}

/** @param {Request} req @param {string} name @param {string} value @param {readonly Named[]} names @param {string | null} table */
function valueWords({ ctx: { t, catalog } }, name, value, names, table) {
  if (Object.hasOwn(NAMES, value)) return t(NAMES[/** @type {'now'} */ (value)]);
  const other = names.find((one) => one.name === value);
  if (other) return t(other.label);
  const own = /^row\.(\w+)$/.exec(name)?.[1];
  const of = table && catalog.hasTable(table) ? catalog.table(table) : null;
  const options = own && of?.hasField(own) ? /** @type {Values[]} */ (of.field(own).attributes.options ?? []) : [];
  const chosen = options.find((option) => option.value === value);
  return chosen ? chosen.label || chosen.value : value;
}
