/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Expression } from '@plinth/expressions' */
/** @import { Image } from '../expressions/visible-rows.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Reach } from './reach.js' */
/** @import { SecuredActor } from './row-security/index.js' */
import { readExpression } from '@plinth/expressions';
import { orNothing } from '../../postgres/errors/or-nothing.js';
import { compileCondition } from '../expressions/compile-sql.js';
import { visibleTo } from '../reach/visible-to.js';
import { NO_REACH, reachOf } from './reach.js';
import { clock, dayOf, fixed, ident, param, readsToo, sql } from '../../postgres/sql/index.js';
import { USER_PARAM } from './user-param.js';
import { policyRuleOf, SCHEMA as POLICY_SCHEMA } from './row-security/index.js';

/**
 * Compiles the rules of access lists, each once per Catalog. Rules may use rows of other tables that the actor can't see,
 * because an admin wrote them; those of an installed app end where its system code does.
 *
 * @param {() => Catalog} catalog @param {Registry} registry
 * @returns {Rules}
 *
 * @typedef {object} Rules
 * @property {(table: Table, source: string) => Expression} read throws EXPRESSION_INVALID
 * @property {(table: Table, field: Field) => { table: Table, name: string }[]} namesIn fields that a field's formula uses
 * @property {(table: Table, source: string) => Reach} reach what the rule depends on
 * @property {(table: Table, source: string, alias: string, actor: SecuredActor, image?: Image) => Fragment} condition false where the rule
 *   names something that is gone; the same for all of the same `rightsKey`. Under row-level security, a rule that looks
 *   at other tables becomes a function
 */
export function createRules(catalog, registry) {
  /** @type {Map<string, Expression | null>} */
  const known = new Map();
  const read = (/** @type {Table} */ table, /** @type {string} */ source) =>
    readExpression(source, { catalog: catalog(), table, result: ['bool'] });

  /** @type {Map<string, Expression['names']>} */
  const named = new Map();
  /** @param {Table} table @param {Field} field */
  function formulaNames(table, field) {
    const within = [`${table.name}.${field.name}`];
    return readExpression(String(field.formula), { catalog: catalog(), table, allowUser: false, within }).names;
  }

  /** @param {Table} table @param {string} source */
  function found(table, source) {
    const key = `${table.name}\n${source}`;
    if (!known.has(key))
      known.set(
        key,
        orNothing(() => read(table, source)),
      );
    return known.get(key) ?? null;
  }

  /** @param {Table} table @param {string} source @param {string} alias @param {readonly string[]} roles */
  function functionOf(table, source, alias, roles) {
    const rule = policyRuleOf({ catalog: catalog(), registry }, table, source);
    if (!rule?.name) return null;
    const keys = sql`select ${ident(POLICY_SCHEMA, rule.name)}(${param(USER_PARAM)}::uuid, ${[...roles]}::text[])`;
    return sql`${ident(alias, 'id')} in (${keys})${readsToo(rule.tables)}`;
  }

  return {
    read,
    namesIn(table, field) {
      const key = `${table.name}.${field.name}`;
      if (!named.has(key)) named.set(key, orNothing(() => formulaNames(table, field)) ?? []);
      return (named.get(key) ?? []).map(({ table: name, name: of }) => ({ table: catalog().table(name), name: of }));
    },
    reach(table, source) {
      const expression = found(table, source);
      return expression ? reachOf(expression.tree, table, catalog()) : NO_REACH;
    },
    condition(table, source, alias, { roles, asked, rowSecurity = false }, image) {
      const expression = found(table, source);
      if (!expression) return fixed('false');
      const apart = rowSecurity ? functionOf(table, source, alias, roles) : null;
      if (apart) return apart;
      let aliases = 0;
      const timeZone = catalog().settings.timeZone ?? 'UTC';
      return compileCondition(expression.tree, {
        catalog: catalog(),
        registry,
        timeZone,
        image,
        ...visibleTo(catalog(), table.app, expression.names),
        alias: () => `${alias}$r${(aliases += 1)}`,
        rows: { row: { table, alias } },
        user: sql`${param(USER_PARAM)}::uuid`,
        roles,
        groups: asked,
        now: clock,
        today: dayOf(clock, timeZone),
      });
    },
  };
}
