/** @import { Values } from '@plinth/plugin' */
/** @import { Scope } from '@plinth/expressions' */
/** @import { App, Form, Request } from '../types.d.ts' */
/** @import { Condition, Named } from './rule-builder.js' */
import { describeScope } from '@plinth/expressions';
import { needsValue, operatorsOf, writeRule } from './rule-builder.js';
import { readRule } from './read-rule.js';

const MOST_CONDITIONS = 8;
const MOST_CHOICES = 50;

/** @typedef {{ joined: 'and' | 'or', conditions: Condition[] }} Built */

/**
 * Selections in the builder, after a step.
 *
 * @param {Form} form @param {readonly Named[]} names
 * @returns {Built & { isNew: boolean }}
 */
export function readBuilt(form, names) {
  const step = form.get('op') ?? '';
  if (step === 'open') {
    const known = readRule(form.get('source') ?? '', names);
    return { ...(known ?? { joined: 'and', conditions: [blank()] }), isNew: known === null };
  }
  const count = Math.min(Math.max(Number(form.get('count')) || 1, 1), MOST_CONDITIONS);
  const conditions = Array.from({ length: count }, (_, i) => ({
    field: form.get(`${i}.field`) ?? '',
    op: form.get(`${i}.op`) ?? '',
    value: form.get(`${i}.value`) ?? '',
  }));
  const [what, index = ''] = step.split(':');
  if (what === 'more' && count < MOST_CONDITIONS) conditions.push(blank());
  if (what === 'remove') conditions.splice(Number(index), 1);
  if (conditions.length === 0) conditions.push(blank());
  return { joined: form.get('joined') === 'or' ? 'or' : 'and', conditions, isNew: false };
}

/** @returns {Condition} */
const blank = () => ({ field: '', op: '', value: '' });

/** @param {Scope} scope */
export const namesOf = (scope) => describeScope(scope).names;

/** @param {Built} built @param {readonly Named[]} names */
export const written = ({ conditions, joined }, names) => writeRule(conditions, joined, names);

/**
 * @param {App} app @param {Request} req @param {Scope} scope @param {Built & { isNew: boolean }} built
 */
export async function builderModel(app, req, scope, { joined, conditions, isNew }) {
  const { t } = req.ctx;
  const usable = namesOf(scope).filter(({ type }) => operatorsOf(type).length > 0);
  const groups = [
    { label: t(scope.table?.label ?? ''), fields: usable.filter(({ name }) => name.startsWith('row.')) },
    { label: t('admin.expression.asker'), fields: usable.filter(({ name }) => name.startsWith('user.')) },
  ].filter(({ fields }) => fields.length > 0);
  return {
    joined,
    isNew,
    groups: groups.map(({ label, fields }) => ({
      label,
      fields: fields.map((field) => ({ value: field.name, label: t(field.label) })),
    })),
    conditions: await Promise.all(
      conditions.map(async (condition) => {
        const named = usable.find(({ name }) => name === condition.field);
        const ops = operatorsOf(named?.type);
        const op = ops.includes(condition.op) ? condition.op : (ops[0] ?? '');
        const wants = op !== '' && needsValue(op);
        return {
          ...condition,
          op,
          ops,
          ...(wants && named ? await valueControl(app, req, scope, named) : { kind: null }),
        };
      }),
    ),
  };
}

/**
 * How a value is entered: selected if there are few, otherwise typed; dates may also be the word today.
 *
 * @param {App} app @param {Request} req @param {Scope} scope @param {Named} named
 * @returns {Promise<{ kind: string, choices?: { value: string, label: string }[], hint?: string }>}
 */
async function valueControl(app, req, { table }, { name, type }) {
  const { t, actor } = req.ctx;
  const own = /^row\.(\w+)$/.exec(name)?.[1];
  const field = own && table?.hasField(own) ? table.field(own) : null;
  const options = /** @type {{ value: string, label?: string }[] | undefined} */ (field?.attributes.options);
  if (options?.length)
    return { kind: 'select', choices: options.map(({ value, label }) => ({ value, label: label || value })) };
  if (name === 'user.roles') {
    return {
      kind: 'select',
      choices: req.ctx.catalog.roles.map((role) => ({ value: role.name, label: t(role.label) })),
    };
  }
  if (type.name === 'row' && table && field) {
    const found = await app.data.rows.choices(actor, table.name, field.name, { limit: MOST_CHOICES });
    return {
      kind: 'select',
      choices: found.map((/** @type {Values} */ { value, label }) => ({ value: String(value), label: String(label) })),
    };
  }
  if (['date', 'moment'].includes(type.name))
    return { kind: 'date', hint: type.name === 'date' ? '2026-11-21, today' : 'now, today' };
  return { kind: ['int', 'decimal'].includes(type.name) ? 'number' : 'text' };
}
