/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Operation } from '../../rules/rights/grants.js' */
/** @import { Verdict } from './judge-rule.js' */
import { isUnlimited, ownerField } from '../../rules/rights/index.js';
import { tableName } from '../../postgres/sql/physical.js';
import { asKey, k } from '../../postgres/sql/index.js';

/**
 * What one of an actor's roles says about an operation on a row.
 *
 * @typedef {{ role: string, level: 'none' | 'own' | 'all' | 'rule', holds: boolean, rule: string | null,
 *   owner: { field: string, value: string | null, label: string | null } | null, verdict: Verdict | null, problem: Error
 *   | null }} RoleAnswer
 * @typedef {{ operation: Operation, may: boolean, unlimited: boolean, roles: RoleAnswer[] }} Explanation
 */

/**
 * Why somebody may or may not read, change or delete a row.
 *
 * @param {{ db: Database, judge: ReturnType<typeof import('./judge-rule.js').createJudge> }} context
 */
export function createExplainRow({ db, judge }) {
  /** @param {Table} table @param {string | number} id @returns {Promise<RoleAnswer['owner']>} */
  async function ownerOf(table, id) {
    const field = ownerField(table);
    if (!field) return null;
    const { rows } = await db.query(
      k({ t: tableName(table) })
        .leftJoin('plinth.users as u', 'u.id', `t.${field.name}`)
        .select({ value: `t.${field.name}`, label: 'u.name' })
        .where('t.id', asKey(table, id)),
    );
    return { field: field.name, value: rows[0]?.value ?? null, label: rows[0]?.label ?? null };
  }

  /** @param {Actor} actor @param {Table} table @param {string | number} id @param {Operation} operation @param {string} role @returns {Promise<RoleAnswer>} */
  async function answerOf(actor, table, id, operation, role) {
    const level = (Object.hasOwn(table.access, role) ? table.access[role] : null)?.[operation] ?? 'none';
    /** @type {RoleAnswer} */
    const answer = { role, level: 'none', holds: false, rule: null, owner: null, verdict: null, problem: null };
    if (level === 'all') return { ...answer, level, holds: true };
    if (level === 'own') {
      const owner = await ownerOf(table, id);
      return { ...answer, level, owner, holds: actor.userId !== null && owner?.value === actor.userId };
    }
    if (typeof level !== 'object') return answer;
    try {
      const verdict = await judge(table, level.rule, id, actor);
      return { ...answer, level: 'rule', rule: level.rule, verdict, holds: verdict?.holds === true };
    } catch (error) {
      return { ...answer, level: 'rule', rule: level.rule, problem: /** @type {Error} */ (error) };
    }
  }

  /**
   * @param {Actor} actor whose rights are explained @param {Table} table @param {string | number} id
   * @param {Operation} operation @returns {Promise<Explanation>}
   */
  return async function explainRow(actor, table, id, operation) {
    if (isUnlimited(actor)) return { operation, may: true, unlimited: true, roles: [] };
    /** @type {RoleAnswer[]} */
    const roles = [];
    for (const role of actor.roles) roles.push(await answerOf(actor, table, id, operation, role));
    return { operation, may: roles.some(({ holds }) => holds), unlimited: false, roles };
  };
}
