/** @import { Catalog, Registry, Table, Values } from '@plinth/plugin' */
/** @import { Expression, Type } from '@plinth/expressions' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { RulePart } from './split-rule.js' */
import { dayAt, describeScope, holds, profileWith, readExpression, toJson } from '@plinth/expressions';
import { inputsSql, rowOfInputs } from '../../rules/expressions/inputs-sql.js';
import { tableName } from '../../postgres/sql/physical.js';
import { asKey, k, raw, sql } from '../../postgres/sql/index.js';
import { keyTable, labelOfRow } from './labels.js';
import { splitRule } from './split-rule.js';

/**
 * @typedef {{ userId: string | null, roles: readonly string[], groups?: readonly string[] }} Asker
 * @typedef {{ name: string, value: unknown, label: string | null, rows: boolean }} Decider a name in a rule and its
 *   value, for keys also the row's label; `rows`: the value is the number of related rows
 * @typedef {{ kind: RulePart['kind'], text: string, holds: boolean, values: Decider[], parts: Verdict[] }} Verdict
 */

/**
 * Explains why a rule holds for a row or doesn't, part by part. The evaluator runs the same rule that is in the
 * statements.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, clock: () => Date }} context
 */
export function createJudge({ db, registry, catalog, clock }) {
  /**
   * What an expression needs of one row.
   *
   * @param {Expression['reads']} reads @param {Table} table @param {string | number} id
   */
  async function inputsOf(reads, table, id) {
    let aliases = 0;
    const names = { catalog: catalog(), registry, alias: () => `x${(aliases += 1)}` };
    const inputs = raw(sql`${inputsSql(reads, { table, alias: 't' }, names)} as inputs`);
    const { rows } = await db.query(
      k({ t: tableName(table) })
        .select(inputs)
        .where('t.id', asKey(table, id)),
    );
    return rows.length === 0 ? null : rowOfInputs(rows[0].inputs, reads);
  }

  /** @param {Table} table @param {Decider} decider */
  async function addLabel(table, decider) {
    const of = decider.rows ? null : keyTable(catalog(), table, decider.name);
    if (of) decider.label = await labelOfRow(db, of, decider.value);
  }

  /** What a person's profile holds. @param {[string, Type][]} fields @param {string} userId */
  async function profileFields(fields, userId) {
    const profile = fields.length > 0 ? profileWith(fields[0][0], catalog()) : null;
    if (!profile) return null;
    const { table, field } = profile;
    const { rows } = await db.query(k(tableName(table)).select('id').where(field.name, userId));
    return rows.length === 0 ? null : inputsOf({ fields: Object.fromEntries(fields), lists: {} }, table, rows[0].id);
  }

  /** What rules can know about a person. @param {Asker} asker @param {Record<string, Type>} wanted */
  async function userOf({ userId, roles, groups = [] }, wanted) {
    const base = { id: userId, roles, groups, signedIn: userId !== null };
    const fields = Object.fromEntries(Object.entries(wanted).filter(([name]) => !(name in base)));
    const isFurther = (/** @type {[string, Type]} */ [name]) => profileWith(name, catalog()) !== null;
    const own = Object.entries(fields).filter((entry) => !isFurther(entry));
    const found =
      userId === null
        ? null
        : await inputsOf({ fields: Object.fromEntries(own), lists: {} }, catalog().table('users'), userId);
    const further = userId === null ? null : await profileFields(Object.entries(fields).filter(isFurther), userId);
    const nothing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
    return { ...nothing, ...found, ...further, ...base };
  }

  /**
   * @param {Table} table @param {string} source @param {string | number} id @param {Asker} asker
   * @returns {Promise<Verdict | null>} null if there is no such row
   * @throws EXPRESSION_INVALID
   */
  return async function judge(table, source, id, asker) {
    const scope = { catalog: catalog(), table, result: /** @type {const} */ (['bool']) };
    const rule = readExpression(source, scope);
    const row = await inputsOf(rule.reads, table, id);
    if (!row) return null;
    const types = typesOfUser(catalog());
    const user = await userOf(asker, Object.fromEntries(rule.user.map((name) => [name, types[name]])));
    const now = clock();
    const { timeZone = 'UTC' } = catalog().settings;
    const moment = BigInt(now.getTime()) * 1000n;
    const env = { row, user, now: moment, today: dayAt(moment, timeZone), timeZone };

    /** @param {RulePart} part @returns {Verdict} */
    const verdictOn = ({ kind, text, parts }) => {
      const expression = readExpression(text, scope);
      const values = kind === 'single' ? deciders(expression, env, types) : [];
      return { kind, text, holds: holds(expression.tree, env), values, parts: parts.map(verdictOn) };
    };
    const verdict = verdictOn(splitRule(source));
    await Promise.all(decidersIn(verdict).map((one) => addLabel(table, one)));
    return verdict;
  };
}

/** @param {Catalog} catalog @returns {Record<string, Type>} */
function typesOfUser(catalog) {
  const { names } = describeScope({ catalog, table: null });
  const ofUser = names.filter(({ name }) => name.startsWith('user.'));
  return Object.fromEntries(ofUser.map(({ name, type }) => [name.slice('user.'.length), type]));
}

/** @param {Expression} expression @param {import('@plinth/expressions').Env} env @param {Record<string, Type>} types @returns {Decider[]} */
function deciders({ reads, user }, env, types) {
  const row = /** @type {Values} */ (env.row);
  return [
    ...Object.entries(reads.fields).map(([path, type]) => decider(`row.${path}`, shown(row[path], type))),
    ...Object.keys(reads.lists).map((path) => ({ ...decider(`row.${path}`, row[path].length), rows: true })),
    ...user.map((name) => decider(`user.${name}`, shown(env.user[name], types[name]))),
  ];
}

/** @param {string} name @param {unknown} value @returns {Decider} */
const decider = (name, value) => ({ name, value, label: null, rows: false });

/** @param {Verdict} verdict @returns {Decider[]} */
const decidersIn = ({ values, parts }) => [...values, ...parts.flatMap(decidersIn)];

/** @param {any} value @param {Type | undefined} type */
function shown(value, type) {
  if (value === null || value === undefined || !type) return value ?? null;
  return type.name === 'list' && typeof value[0] === 'string' ? value : toJson(value, type);
}
