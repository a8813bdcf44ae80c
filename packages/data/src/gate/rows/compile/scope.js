import { columnSql, tableSql } from '../../../postgres/sql/physical.js';
import { asCondition, offered, predicate, readableField } from '../../../rules/rights/index.js';
import { ident, join, sql } from '../../../postgres/sql/index.js';
import { HiddenField, fieldNotFound } from '../../../postgres/errors/row-errors.js';
import { fieldSql } from './formula.js';

/** @import { Field, FieldType, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Via } from '../../../rules/rights/predicate.js' */
/** @import { Compilation } from './compilation.js' */
/** @typedef {ReturnType<typeof createScope>} Scope */
/** @typedef {{ field: Field, type: FieldType, table: Table, alias: string, column: Fragment, own: boolean }} Found */

/** A longer path is a mistake or an attack. */
const MOST_STEPS = 6;

/**
 * A table in a statement with the relations that paths follow from it: one left join per distinct step, with the rights
 * of the target table, so that an unreadable row yields nulls.
 *
 * @param {Compilation} c @param {Table} table @param {{ via?: Via, former?: boolean, under?: string | null }} [options]
 *   former: include people who can no longer log in in choices; under: the field that leads here, named in errors if the
 *   actor may not know the table
 */
export function createScope(c, table, { via = 'direct', former = false, under = null } = {}) {
  const alias = c.alias('t');
  /** @type {Map<string, { alias: string, table: Table, sql: Fragment }>} */
  const joins = new Map();

  /** @param {Table} from @param {string} fromAlias @param {Field} field @param {Table} to @param {string} key */
  function step(from, fromAlias, field, to, key) {
    const known = joins.get(key);
    if (known) return known;
    const toAlias = c.alias('j');
    const rights = predicate(c.actor, to, 'read', toAlias, 'pointed');
    const on = sql`${ident(toAlias, 'id')} = ${columnSql(from, field, fromAlias)}`;
    const made = {
      alias: toAlias,
      table: to,
      sql: sql`left join ${tableSql(to)} ${ident(toAlias)} on ${rights === 'all' ? on : sql`${on} and ${asCondition(rights)}`}`,
    };
    joins.set(key, made);
    return made;
  }

  const scope = {
    c,
    table,
    alias,
    /** Rows of the table that the actor may read. */
    rights:
      via === 'choice' && !former ? offered(c.actor, table, alias) : predicate(c.actor, table, 'read', alias, via),
    id: ident(alias, 'id'),

    /** The field at the end of a path. @param {string} path @returns {Found} */
    resolve(path) {
      const names = typeof path === 'string' ? path.split('.') : [];
      const called = under === null || c.isVisible(table) ? table.name : under;
      if (names.length === 0 || names.length > MOST_STEPS) throw fieldNotFound(called, path);
      let at = { table, alias };
      for (const [i, name] of names.entries()) {
        const isKnown = (i === 0 && under === null) || name === 'id' || c.isVisible(at.table);
        const field = isKnown ? readable(c, at.table, name) : null;
        if (!field) throw missing(c, at.table, name, called, path);
        const type = c.type(field);
        if (i === names.length - 1) {
          const column = type.storage === 'join' ? ident(at.alias, 'id') : fieldSql(c, at.table, field, at.alias);
          return { field, type, ...at, column, own: i === 0 };
        }
        const target = type.storage === 'column' ? c.targetOf(field) : null;
        if (!target) throw fieldNotFound(called, path);
        at = step(at.table, at.alias, field, target, names.slice(0, i + 1).join('.'));
      }
      throw fieldNotFound(called, path);
    },

    /**
     * The row that a relation or user field (by path) refers to.
     *
     * @param {string} path @param {Found} found @param {Table} target
     */
    follow: (path, found, target) => step(found.table, found.alias, found.field, target, path),

    /** From clause with all joins requested so far; call it last. */
    from() {
      const tables = [sql`${tableSql(table)} ${ident(alias)}`, ...[...joins.values()].map((entry) => entry.sql)];
      return join(tables, '\n  ');
    },
  };
  return scope;
}

/** @param {Compilation} c @param {Table} at @param {string} name @param {string} table @param {string} path */
const missing = (c, at, name, table, path) =>
  c.leaveOut && at.hasField(name) ? new HiddenField(table, path) : fieldNotFound(table, path);

/** @param {Compilation} c @param {Table} table @param {string} name @returns {Field | null} */
export function readable(c, table, name) {
  if (!table.hasField(name)) return null;
  const field = table.field(name);
  // The type's plugin is disabled: its values stay, but can't be read meanwhile.
  if (!c.registry.has('fieldType', field.type)) return null;
  return readableField(c.actor, table, field) ? field : null;
}
