/** @import { Actor, Catalog, Table, TableAccess } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { isNamedIn } from '@plinth/expressions';
import { ADMIN, limitedRoles } from '@plinth/plugin';
import { asCondition, grantOf, predicate, USER_PARAM } from '../../rules/rights/index.js';
import { tableName, tableSql } from '../../postgres/sql/physical.js';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { ident, join, k, sql, toStatement } from '../../postgres/sql/index.js';

/** Rows beyond this are not counted, since saving rights should not wait for a count of millions. */
export const MOST_COUNTED = 100_000;
const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);

/** For how many people rows are counted if rights depend on the person; fewer for large tables. */
const MOST_PEOPLE = 20;
const MOST_LOOKS = 1_000_000;
const MOST_NAMED = 5;

/**
 * @typedef {{ before: number, after: number, gained: number, lost: number }} Change
 * @typedef {{ name: string, gained: number, lost: number }} PersonEffect over all operations
 * @typedef {{ role: string, people: number | null, persons: PersonEffect[], read: Change, update: Change, delete:
 *   Change }} RoleEffect
 *   people: if rights depend on the person, the number of people of the role whose rows were counted, as a sum; persons:
 *   those for whom most changes
 */

/**
 * What another access list would change, counted by the statements that both lists produce.
 *
 * @param {{ db: Database, catalog: () => Catalog, actorOf: (roleIds: readonly string[], userId: string) => Actor }}
 *   context
 */
export function createEffect({ db, catalog, actorOf }) {
  /**
   * People with a role; everybody who logs in has "user". Admins come last, since they have every right anyway.
   *
   * @param {{ id: string, name: string }} role @param {number} most @returns {Promise<{ id: string, name: string }[]>}
   */
  async function peopleOf(role, most) {
    const admin = catalog().roles.find(({ name }) => name === ADMIN)?.id ?? '';
    const people = k('plinth.users as u').select('u.id', 'u.name').whereNull('u.disabled_at');
    if (role.name !== 'user') people.whereRaw('?::uuid = any (plinth.roles_of(u.id))', [role.id]);
    const order = k.raw(nameOrder('u.name', catalog()));
    people.orderByRaw('? = any (plinth.roles_of(u.id)::text[]), ?, u.id', [admin, order]).limit(most);
    const { rows } = await db.query(people);
    return rows;
  }

  /** @param {Table} table */
  async function sizeOf(table) {
    const { rows } = await db.query(
      k(k(tableName(table)).select(k.raw('1')).limit(MOST_COUNTED).as('t')).select(k.raw('count(*)::int as counted')),
    );
    return rows[0].counted;
  }

  /**
   * @param {Table} table @param {{ access: Record<string, TableAccess>, owner: string | null }} next
   * @returns {Promise<{ counted: number, roles: RoleEffect[] }>}
   */
  return async function effect(table, next) {
    const roles = limitedRoles(catalog());
    const after = like(table, next);
    const counted = await sizeOf(table);
    const most = Math.max(Math.min(Math.floor(MOST_LOOKS / Math.max(counted, 1)), MOST_PEOPLE), 1);
    const found = await Promise.all(
      roles.map(async (role) => {
        const anybody = role.name === 'public' ? VISITOR : actorOf([role.id], NOBODY);
        const personal = OPERATIONS.some((one) => isPersonal(anybody, table, one) || isPersonal(anybody, after, one));
        const people = personal && role.name !== 'public' ? await peopleOf(role, most) : [];
        const counts = await Promise.all(
          people.length > 0
            ? people.map(({ id }) => count(db, actorOf([role.id], id), table, after))
            : [count(db, anybody, table, after)],
        );
        return {
          role: role.name,
          people: people.length > 0 ? people.length : null,
          persons: personsOf(people, counts),
          ...summed(counts),
        };
      }),
    );
    return { counted, roles: found };
  };
}

/** @param {Record<string, Change>[]} counts @returns {{ read: Change, update: Change, delete: Change }} */
function summed(counts) {
  const sum = (/** @type {string} */ operation) =>
    counts.reduce((/** @type {Change} */ all, one) => {
      const { before, after, gained, lost } = one[operation];
      return {
        before: all.before + before,
        after: all.after + after,
        gained: all.gained + gained,
        lost: all.lost + lost,
      };
    }, NO_CHANGE);
  return { read: sum('read'), update: sum('update'), delete: sum('delete') };
}

/** @param {{ name: string }[]} people @param {Record<string, Change>[]} counts @returns {PersonEffect[]} */
function personsOf(people, counts) {
  return people
    .map(({ name }, i) => {
      const { gained, lost } = OPERATIONS.reduce(
        (all, one) => ({ gained: all.gained + counts[i][one].gained, lost: all.lost + counts[i][one].lost }),
        { gained: 0, lost: 0 },
      );
      return { name, gained, lost };
    })
    .filter(({ gained, lost }) => gained + lost > 0)
    .sort((a, b) => b.gained + b.lost - (a.gained + a.lost))
    .slice(0, MOST_NAMED);
}

const NO_CHANGE = Object.freeze({ before: 0, after: 0, gained: 0, lost: 0 });

/** The table with another access list. @param {Table} table @param {object} next @returns {Table} */
const like = (table, next) =>
  Object.create(table, Object.fromEntries(Object.entries(next).map(([key, value]) => [key, { value }])));

const VISITOR = /** @type {Actor} */ ({ userId: null, roles: ['public'], system: false });
/** For a role that nobody has yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @param {Database} db @param {Actor} actor @param {Table} before @param {Table} after @returns {Promise<Record<string, Change>>} */
async function count(db, actor, before, after) {
  const columns = OPERATIONS.flatMap((operation) => {
    const [had, has] = [before, after].map(
      (table) => sql`coalesce(${asCondition(predicate(actor, table, operation, 't'))}, false)`,
    );
    return [had, has, sql`${has} and not ${had}`, sql`${had} and not ${has}`].map(
      (condition, i) => sql`(count(*) filter (where ${condition}))::int as ${ident(`${operation}${i}`)}`,
    );
  });
  const statement = sql`select ${join(columns)}
    from (select * from ${tableSql(before)} limit ${MOST_COUNTED}) t`;
  const { rows } = await db.query(toStatement(statement, { [USER_PARAM]: actor.userId }));
  const [row] = rows;
  const changes = OPERATIONS.map((operation) => {
    const [had, has, gained, lost] = [0, 1, 2, 3].map((i) => row[`${operation}${i}`]);
    return [operation, { before: had, after: has, gained, lost }];
  });
  return Object.fromEntries(changes);
}

/**
 * Whether two people with the same role can reach different rows.
 *
 * @param {Actor} actor @param {Table} table @param {typeof OPERATIONS[number]} operation
 */
function isPersonal(actor, table, operation) {
  const grant = grantOf(actor, table, operation);
  return typeof grant === 'object' && (grant.own || grant.rules.some((rule) => isNamedIn(rule, 'user')));
}
