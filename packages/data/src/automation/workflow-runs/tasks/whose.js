/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
import { ADMIN, AppError } from '@plinth/plugin';
import { sql } from '../../../postgres/sql/index.js';

/**
 * Tasks that somebody may know of: their own, those of their roles unless one person has taken one over, those that nobody
 * else can decide for admins, and what they decided; of runs that they started, what was decided. Never open ones that they
 * must not decide.
 *
 * @param {Catalog} catalog @param {Actor} actor @returns {Fragment} over `t`
 */
export function mayKnow(catalog, actor) {
  const me = personOf(actor);
  const roles = catalog.roles.filter(({ name }) => actor.roles.includes(name)).map(({ id }) => id);
  const isAdmin = actor.roles.includes(ADMIN);
  return sql`(t.decided_by = ${me}::uuid
    or t.state <> 'open' and exists (select from plinth.workflow_runs r where r.id = t.run_id and r.caused_by = ${me}::uuid)
    or t.not_by is distinct from ${me}::uuid
       and (t.user_id = ${me}::uuid
            or t.role_id = any(${roles}::uuid[])
               and not exists (select from plinth.users o where o.id = t.user_id and o.disabled_at is null)
            or ${isAdmin} and t.orphaned_at is not null))`;
}

/** @param {Actor} actor @returns {string} @throws {AppError} LOGIN_REQUIRED, FORBIDDEN for tokens */
export function personOf({ userId, scope }) {
  if (userId === null) throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
  // The limits of a token are about tables only.
  if (scope) throw new AppError('FORBIDDEN', 'API tokens can’t decide tasks', { status: 403 });
  return userId;
}

/** Open tasks that nobody can decide: the person is gone, and nobody has the role. */
export const ORPHANS = sql`
  update plinth.tasks t
     set orphaned_at = now()
   where t.state = 'open' and t.orphaned_at is null
     and not exists (select from plinth.users u where u.id = t.user_id and u.disabled_at is null)
     and not exists (select from plinth.users u where u.disabled_at is null and u.id is distinct from t.not_by
                         and t.role_id = any(plinth.roles_of(u.id)))
  returning t.id, t.title`;
