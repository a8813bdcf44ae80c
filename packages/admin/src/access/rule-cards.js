/** @import { Html, Table, Values } from '@plinth/plugin' */
/** @import { App, Form, FormErrors, Request } from '../types.d.ts' */
import { isAdmin, limitedRoles } from '@plinth/plugin';
import { describeScope } from '@plinth/expressions';
import { formErrors } from '../frame/index.js';
import { findPeople, personLabel, personSelect } from './person-select.js';
import { rowLabel } from '../expressions/try-expression.js';
import { levelOf, readBuilder, RIGHTS } from './access-form.js';
import { needsValue, operatorsOf } from '../expressions/rule-builder.js';

const MOST_SAMPLES = 30;

/** Names that a rule of a table can use. @param {Request} req @param {Table} table */
export const scopeOf = (req, table) => describeScope({ catalog: req.ctx.catalog, table, result: ['bool'] });

/**
 * The row and the person that rules are tried with: the chosen ones, otherwise the first.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {Form | null} form
 */
export async function readSample(app, req, table, form) {
  const { actor } = req.ctx;
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const spec = { table: table.name, select, sort: [{ field: 'id' }], limit: MOST_SAMPLES };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  const choices = rows.map((/** @type {Values} */ { id, label }) => ({
    value: String(id),
    label: rowLabel(id, label),
  }));
  const row = form?.get('sample.row') ?? choices[0]?.value ?? '';
  if (row && !choices.some((/** @type {Values} */ { value }) => value === row))
    choices.push({ value: row, label: row });
  return { row, rows: choices, ...(await readPerson(app, req, form)) };
}

/**
 * Who a rule is tried as: the chosen person, one found by a typed name, or the first who is not an admin.
 *
 * @param {App} app @param {Request} req @param {Form | null} form
 * @returns {Promise<{ user: string, person: Html }>} user: the id, empty for a visitor; person: the select
 */
async function readPerson(app, req, form) {
  const found = form?.get('sample.find')?.trim() ?? '';
  const people = await findPeople(app, req, found);
  const given = found && people[0] ? people[0].value : (form?.get('sample.user') ?? (await someone(app, req)));
  const user = given === VISITOR ? '' : given;
  const isListed = user === '' || people.some(({ value }) => value === user);
  const label = isListed ? null : await personLabel(app, req, user);
  const person = personSelect(req, {
    id: 'sample-user',
    name: 'sample.user',
    chosen: user || VISITOR,
    address: '/admin/access/people?for=sample',
    find: 'sample.find',
    found,
    groups: [
      {
        label: req.ctx.t('admin.nav.users'),
        choices: [...(label ? [{ value: user, label }] : []), ...people, visitor(req)],
      },
    ],
    more: { 'data-adm-level': '' },
  });
  return { user: label || isListed ? user : '', person };
}

/** Rules don't apply to admins. @param {App} app @param {Request} req @returns {Promise<string>} */
async function someone(app, req) {
  const { users } = await app.data.people.users.list(req.ctx.actor, { limit: MOST_SAMPLES });
  return users.find((user) => !isAdmin(user))?.id ?? users[0]?.id ?? '';
}

/** A select sends an empty value even for its empty option, which therefore gets a text. */
const VISITOR = 'visitor';

/** @param {Request} req */
export const visitor = ({ ctx: { t } }) => ({ value: VISITOR, label: t('admin.access.visitor') });

/**
 * Whether a rule holds for the sample, and why; or what is wrong with it.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} rule @param {{ row: string, user: string
 *   }} sample
 */
export async function tryRule(app, req, table, rule, { row, user }) {
  if (rule.trim() === '') return { verdict: null, error: null };
  try {
    const question = { table: table.name, rule, id: row, user: user === VISITOR ? null : user || null };
    return { verdict: await app.data.access.tryRule(req.ctx.actor, question), error: null };
  } catch (error) {
    const told = formErrors(error, req.ctx.t);
    return { verdict: null, error: told.code === 'ROW_NOT_FOUND' ? null : told };
  }
}

/**
 * A card for each right that depends on a rule.
 *
 * @param {App} app @param {Request} req @param {Table} table
 * @param {{ form: Form | null, errors: FormErrors, written: { name: string, rule: string } | null }} state
 */
export async function ruleCards(app, req, table, { form, errors, written }) {
  const { t } = req.ctx;
  const found = limitedRoles(req.ctx.catalog).flatMap((role) =>
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

/** Possible values of user.groups and user.roles. @param {App} app @param {Request} req @returns {Promise<string[]>} */
async function knownNames(app, req) {
  const groups = await app.data.people.groups.list(req.ctx.actor);
  return [...groups, ...limitedRoles(req.ctx.catalog)].map((/** @type {{ name: string }} */ { name }) => name);
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
