import { MOST_WEIGHT, tooLarge, weightOf } from '@plinth/expressions';
import { phrase } from '@plinth/plugin';
import { USER_PARAM, rightsKey, isTableVisible } from '../../../rules/rights/index.js';
import { param } from '../../../postgres/sql/index.js';
import { filterInvalid } from '../../../postgres/errors/row-errors.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Actor, Catalog, FieldLike, Registry, Table } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Run } from '../../types.d.ts' */

/** @typedef {(run: Run) => unknown} Resolve */
/** @typedef {ReturnType<typeof createCompilation>} Compilation */

/** The most characters that rules of other tables may add to the expressions of one filter. */
const LONGEST_RULES = 50_000;

/**
 * One statement being compiled: its actor, its late-bound values, and unique aliases.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor, leaveOut?: boolean, strict?: boolean }} for_
 *   leaveOut: columns that the actor may not read are empty instead of an error; strict: tables that they may not read
 *   have no fields, however they are reached
 */
export function createCompilation({ catalog, registry, actor, leaveOut = false, strict = false }) {
  /** @type {Map<string, Resolve>} */
  const resolvers = new Map([[USER_PARAM, (run) => run.actor.userId]]);
  let aliases = 0;
  let conditions = 0;
  let weight = 0;
  let rulesLength = 0;
  return {
    catalog,
    registry,
    actor,
    leaveOut,
    /** Whether fields of a related table may be named. @param {Table} table */
    isVisible: (table) => !strict || isTableVisible(actor, table),
    rightsKey: rightsKey(actor),
    resolvers,
    /** An alias that no table or field has. @param {string} letter */
    alias: (letter) => `${letter}$${aliases++}`,
    /** A bound value that is known when the statement runs. @param {Resolve} resolve @returns {Fragment} */
    slot(resolve) {
      const name = `v${resolvers.size}`;
      resolvers.set(name, resolve);
      return param(name);
    },
    /** Counts a condition, so that nobody can make the database work through endless ones. */
    addCondition() {
      conditions++;
      if (conditions > LIMITS.filterConditions)
        throw filterInvalid(
          phrase`A filter can have at most ${LIMITS.filterConditions} conditions`,
          'Leave some out, or ask in several requests',
        );
    },
    /**
     * Counts what an expression costs the planner, because a filter may contain many.
     *
     * @param {string} source @param {Tree} tree
     */
    addExpression(source, tree) {
      weight += weightOf(tree);
      if (weight > MOST_WEIGHT) throw tooLarge(source);
    },
    /**
     * Counts the rules of other tables inside an expression, which may be far longer than the expression itself.
     *
     * @param {string} source @param {Fragment} rules
     */
    addRules(source, { texts }) {
      rulesLength += texts.reduce((sum, text) => sum + text.length, 0);
      if (rulesLength > LONGEST_RULES) throw tooLarge(source);
    },
    /** @param {FieldLike} field */
    type: (field) => registry.fieldType(field.type),
    /**
     * The table that a relation or user field refers to; null for files and removed targets.
     *
     * @param {{ target?: string | null }} field
     * @returns {Table | null}
     */
    targetOf: (field) => (field.target && catalog.hasTable(field.target) ? catalog.table(field.target) : null),
  };
}
