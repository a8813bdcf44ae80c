/** @import { Table } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../../types.d.ts' */
/** @import { FormErrors } from '../run-edit.js' */
import { describeScope } from '@plinth/expressions';
import { rowLabel } from '../expressions/try-expression.js';
import { formErrors } from '../run-edit.js';
import { levelOf, readBuilder, RIGHTS, rolesOf } from './access-form.js';
import { needsValue, operatorsOf } from './rule-builder.js';

const MOST_SAMPLES = 30;

/** What a rule of a table can name. @param {Request} req @param {Table} table */
export const scopeOf = (req, table) => describeScope({ catalog: req.ctx.catalog, table, result: ['bool'] });

/**
 * The row and the person that rules are tried with: those chosen, else the first.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {Form | null} form
 */
export async function readSample(app, req, table, form) {
  const { actor, t } = req.ctx;
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const spec = { table: table.name, select, sort: [{ field: 'id' }], limit: MOST_SAMPLES };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  const { users } = await app.data.people.users.list(actor, { limit: MOST_SAMPLES });
  const people = [
    ...users.map((/** @type {any} */ { id, name, email }) => ({ value: id, label: name || email })),
    { value: '', label: t('admin.access.visitor') },
  ];
  const choices = rows.map((/** @type {any} */ { id, label }) => ({ value: String(id), label: rowLabel(id, label) }));
  const row = form?.get('sample.row') ?? choices[0]?.value ?? '';
  if (row && !choices.some((/** @type {any} */ { value }) => value === row)) choices.push({ value: row, label: row });
  // For an admin a rule is never asked.
  const someone = users.find((/** @type {any} */ { roles }) => !roles.includes('admin'))?.id ?? people[0].value;
  return { row, user: form?.get('sample.user') ?? someone, rows: choices, people };
}

/**
 * Whether a rule holds for the sample, and why; or what is wrong with it.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} rule @param {{ row: string, user: string }} sample
 */
export async function tryRule(app, req, table, rule, { row, user }) {
  if (rule.trim() === '') return { verdict: null, error: null };
  try {
    const question = { table: table.name, rule, id: row, user: user || null };
    return { verdict: await app.data.access.tryRule(req.ctx.actor, question), error: null };
  } catch (error) {
    const told = formErrors(error, req.ctx.t);
    return { verdict: null, error: told.code === 'ROW_NOT_FOUND' ? null : told };
  }
}

/**
 * A card for each right that goes by a rule.
 *
 * @param {App} app @param {Request} req @param {Table} table
 * @param {{ form: Form | null, errors: FormErrors, written: { name: string, rule: string } | null }} state
 */
export async function ruleCards(app, req, table, { form, errors, written }) {
  const { t } = req.ctx;
  const found = rolesOf(req).flatMap((role) =>
    RIGHTS.flatMap((right) => {
      const name = `${role.name}.${right}`;
      const kept = levelOf(table, role.name, right);
      const level = form ? (form.get(name) ?? 'none') : kept.level;
      if (level !== 'rule') return [];
      const rule = written?.name === name ? written.rule : (form?.get(`${name}.rule`) ?? kept.rule);
      return [{ name, right, title: `${t(role.label)}: ${t(`admin.access.${right}`)}`, rule }];
    }),
  );
  if (found.length === 0) return { rules: [], sample: null, expression: '', known: [] };
  const sample = await readSample(app, req, table, form);
  const scope = scopeOf(req, table);
  const builder = readBuilder(form);
  const rules = await Promise.all(
    found.map(async (one) => ({
      ...one,
      ...(await tryRule(app, req, table, one.rule, sample)),
      refused: errors.fields[`access.${one.name}`] ?? null,
      builder: written?.name !== one.name && builder.rule === one.name ? builderModel(req, builder, scope) : null,
    })),
  );
  const expression = JSON.stringify({ table: table.name, place: 'rule' });
  return { rules, sample, expression, known: await knownNames(app, req) };
}

/** What user.groups and user.roles may hold. @param {App} app @param {Request} req @returns {Promise<string[]>} */
async function knownNames(app, req) {
  const groups = await app.data.people.groups.list(req.ctx.actor);
  return [...groups, ...rolesOf(req)].map((/** @type {{ name: string }} */ { name }) => name);
}

/** @param {Request} req @param {ReturnType<typeof readBuilder>} builder @param {ReturnType<typeof scopeOf>} scope */
function builderModel({ ctx: { t } }, { joined, conditions }, { names }) {
  const usable = names.filter(({ type }) => operatorsOf(type).length > 0);
  const fields = usable.map(({ name, label }) => ({
    value: name,
    label: name.startsWith('user.') ? t('admin.access.ofUser', { label: t(label) }) : t(label),
  }));
  return {
    joined,
    fields,
    conditions: conditions.map((condition) => {
      const ops = operatorsOf(usable.find(({ name }) => name === condition.field)?.type);
      const op = ops.includes(condition.op) ? condition.op : (ops[0] ?? '');
      return { ...condition, op, needsValue: op !== '' && needsValue(op), ops };
    }),
  };
}
