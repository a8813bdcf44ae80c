/** @import { Actor, Catalog, Table, TableAccess } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { asCondition, grantOf, predicate, USER_PARAM } from '../rights/index.js';
import { tableSql } from '../catalog/physical.js';
import { ident, join, sql, toStatement } from '../sql/index.js';

/** Rows beyond these are not counted: who saves rights should not wait for a count of millions. */
export const MOST_COUNTED = 100_000;
const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);

/**
 * @typedef {{ before: number, after: number, gained: number, lost: number }} Change
 * @typedef {{ role: string, user: { id: string, name: string } | null, read: Change, update: Change, delete: Change }} RoleEffect
 *   user: whose rows were counted, where it depends on the person
 */

/**
 * What another access list would change, counted by the statements that both lists make.
 *
 * @param {{ db: Database, catalog: () => Catalog, actorOf: (roleIds: readonly string[], userId: string) => Actor }} context
 */
export function createEffect({ db, catalog, actorOf }) {
  /** Somebody who has a role, to count for. @param {string} roleId */
  async function sampleUser(roleId) {
    const { rows } = await db.query(sql`select u.id, u.name from plinth.users u
      where u.disabled_at is null and ${roleId}::uuid = any (plinth.roles_of(u.id))
      order by lower(u.name), u.id limit 1`);
    return rows[0] ?? null;
  }

  /** @param {{ id: string, name: string }} role */
  async function actorFor(role) {
    if (role.name === 'public') return { user: null, actor: VISITOR };
    const everybody = role.name === 'user' ? await anyUser() : null;
    const user = everybody ?? (await sampleUser(role.id));
    return { user, actor: actorOf([role.id], user?.id ?? NOBODY) };
  }

  /** Everybody who logs in is a "user". */
  async function anyUser() {
    const admin = catalog().roles.find(({ name }) => name === 'admin')?.id ?? '';
    const { rows } = await db.query(sql`select u.id, u.name from plinth.users u where u.disabled_at is null
      order by ${admin} = any (plinth.roles_of(u.id)::text[]), lower(u.name), u.id limit 1`);
    return rows[0] ?? null;
  }

  /**
   * @param {Table} table @param {{ access: Record<string, TableAccess>, owner: string | null }} next
   * @returns {Promise<{ counted: number, roles: RoleEffect[] }>}
   */
  return async function effect(table, next) {
    const roles = catalog().roles.filter(({ name }) => name !== 'admin');
    const after = like(table, next);
    const found = await Promise.all(
      roles.map(async (role) => {
        const { user, actor } = await actorFor(role);
        const counts = await count(db, actor, table, after);
        const personal = OPERATIONS.some((one) => isPersonal(actor, table, one) || isPersonal(actor, after, one));
        return { role: role.name, user: personal ? user : null, ...counts };
      }),
    );
    return {
      counted: found[0]?.counted ?? 0,
      roles: found.map(({ counted, ...role }) => /** @type {RoleEffect} */ (role)),
    };
  };
}

/** The table with another access list. @param {Table} table @param {object} next @returns {Table} */
const like = (table, next) =>
  Object.create(table, Object.fromEntries(Object.entries(next).map(([key, value]) => [key, { value }])));

const VISITOR = /** @type {Actor} */ ({ userId: null, roles: ['public'], system: false });
/** Of a role that nobody has yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @param {Database} db @param {Actor} actor @param {Table} before @param {Table} after */
async function count(db, actor, before, after) {
  const columns = OPERATIONS.flatMap((operation) => {
    const [had, has] = [before, after].map(
      (table) => sql`coalesce(${asCondition(predicate(actor, table, operation, 't'))}, false)`,
    );
    return [had, has, sql`${has} and not ${had}`, sql`${had} and not ${has}`].map(
      (condition, i) => sql`(count(*) filter (where ${condition}))::int as ${ident(`${operation}${i}`)}`,
    );
  });
  const statement = sql`select count(*)::int as counted, ${join(columns)}
    from (select * from ${tableSql(before)} limit ${MOST_COUNTED}) t`;
  const { rows } = await db.query(toStatement(statement, { [USER_PARAM]: actor.userId }));
  const [row] = rows;
  const changes = OPERATIONS.map((operation) => {
    const [had, has, gained, lost] = [0, 1, 2, 3].map((i) => row[`${operation}${i}`]);
    return [operation, { before: had, after: has, gained, lost }];
  });
  return { counted: row.counted, ...Object.fromEntries(changes) };
}

/** Whether two people of one role may reach different rows. @param {Actor} actor @param {Table} table @param {typeof OPERATIONS[number]} operation */
function isPersonal(actor, table, operation) {
  const grant = grantOf(actor, table, operation);
  return typeof grant === 'object' && (grant.own || grant.rules.some((rule) => /\buser\b/.test(rule)));
}
