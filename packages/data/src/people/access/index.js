/** @import { Actor, Catalog, Registry, TableAccess } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Operation } from '../../rules/rights/grants.js' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
import { createActors } from '../../rules/rights/actors.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { readKey } from '../../catalog/schema/key.js';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { createEffect } from './effect.js';
import { explainFields } from './explain-fields.js';
import { createExplainFile } from './explain-file.js';
import { createExplainRow } from './explain-row.js';
import { createJudge } from './judge-rule.js';
import { countReached, reachedOf } from './reach.js';
import { roleSources } from './sources.js';
import { unknownNames } from './unknown-names.js';

/** Questions of admins about rights: what a change would do, and why somebody may or may not do something. */
export { MOST_COUNTED } from './effect.js';

/** @param {{ db: Database, registry: Registry, catalog: () => Catalog, clock: () => Date }} context */
export function createAccess({ db, registry, catalog, clock }) {
  const actors = createActors();
  const judge = createJudge({ db, registry, catalog, clock });
  const explainRow = createExplainRow({ db, judge });
  const effect = createEffect({ db, catalog, actorOf: (ids, userId) => actors(catalog(), userId, ids) });

  /** The rights of a user or a visitor. @param {string | null} userId @returns {Promise<Actor>} */
  async function actorOfUser(userId) {
    if (userId === null) return { userId: null, roles: ['public'], system: false };
    const { rows } = await db.query(
      k('plinth.users as u')
        .select('u.id', 'u.name', 'u.email', { timeZone: 'u.time_zone' })
        .select({ roles: k.raw('plinth.roles_of(u.id)'), groups: k.raw('plinth.groups_of(u.id)') })
        .where('u.id', asUuid(userId)),
    );
    if (rows.length === 0) throw rowNotFound();
    const [{ id, roles, ...person }] = rows;
    return actors(catalog(), id, roles, person);
  }

  return {
    /** @param {Actor} admin @param {string | null} userId null: a visitor @returns {Promise<Actor>} */
    async actorOfUser(admin, userId) {
      requireAdmin(admin);
      return actorOfUser(userId);
    },

    ...createAnswers({ db, registry, catalog }),

    /**
     * A person with just this role and no rows of their own.
     *
     * @param {Actor} admin @param {string} role
     * @returns {Actor}
     */
    actorOfRole(admin, role) {
      requireAdmin(admin);
      const found = catalog().roles.filter(({ name }) => name === role);
      const { roles } = actors(
        catalog(),
        '',
        found.map(({ id }) => id),
      );
      return { userId: null, roles: role === 'public' ? ['public'] : roles, system: false };
    },

    /**
     * What another access list would change.
     *
     * @param {Actor} admin @param {string} table
     * @param {{ access: Record<string, TableAccess>, owner: string | null }} next already checked
     */
    async effect(admin, table, next) {
      requireAdmin(admin);
      return effect(catalog().table(table), next);
    },

    /**
     * Whether a rule holds for a row and a user, and what decided it.
     *
     * @param {Actor} admin @param {{ table: string, rule: string, id: unknown, user: string | null }} question
     * @throws EXPRESSION_INVALID, ROW_NOT_FOUND
     */
    async tryRule(admin, { table: name, rule, id, user }) {
      requireAdmin(admin);
      const table = catalog().table(name);
      const verdict = await judge(table, rule, readKey(registry, table, id), await actorOfUser(user));
      if (!verdict) throw rowNotFound();
      return verdict;
    },

    /**
     * Why somebody may or may not read, change or delete a row, role by role.
     *
     * @param {Actor} admin
     * @param {{ table: string, id: unknown, user?: string | null, actor?: Actor, operation: Operation }} question a
     *   user's id, null for a visitor, or a set of rights
     */
    async explain(admin, { table: name, id, user, actor, operation }) {
      requireAdmin(admin);
      const table = catalog().table(name);
      const key = readKey(registry, table, id);
      return explainRow(actor ?? (await actorOfUser(user ?? null)), table, key, operation);
    },
  };
}

/**
 * Other questions about somebody's rights.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog }} context
 */
function createAnswers({ db, registry, catalog }) {
  const explainFile = createExplainFile({ db, catalog, registry });
  return {
    /**
     * Where somebody's roles come from: which groups gave them, which other roles inherit them.
     *
     * @param {Actor} admin @param {Actor} actor
     */
    sources(admin, actor) {
      requireAdmin(admin);
      return roleSources({ db, catalog }, actor.userId, actor.roles);
    },

    /** How many rows of a table somebody can reach. @param {Actor} admin @param {string} table @param {Actor} actor */
    reach(admin, table, actor) {
      requireAdmin(admin);
      return countReached(db, actor, catalog().table(table));
    },

    /**
     * What somebody may do with each of the given rows, by key.
     *
     * @param {Actor} admin @param {string} table @param {Actor} actor @param {readonly (string | number)[]} ids
     */
    reached(admin, table, actor, ids) {
      requireAdmin(admin);
      return reachedOf(db, actor, catalog().table(table), ids);
    },

    /** The fields of a table as somebody sees them. @param {Actor} admin @param {string} table @param {Actor} actor */
    fields(admin, table, actor) {
      requireAdmin(admin);
      return explainFields(actor, catalog().table(table));
    },

    /**
     * Groups and roles that rules, conditions and other expressions mention and that don't exist.
     *
     * @param {Actor} admin
     */
    async unknownNames(admin) {
      requireAdmin(admin);
      return unknownNames(db, /** @type {StoredCatalog} */ (catalog()), registry);
    },

    /** Why somebody may or may not have a stored file. @param {Actor} admin @param {string} id @param {Actor} actor */
    file(admin, id, actor) {
      requireAdmin(admin);
      return explainFile(actor, id);
    },
  };
}
