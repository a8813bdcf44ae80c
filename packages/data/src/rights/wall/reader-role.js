/** @import { Database } from '../../postgres/database.js' */
import { AppError } from '@plinth/plugin';
import { ident, sql } from '../../sql/index.js';

/** Owns nothing, may log in nowhere; our own role becomes it for the length of a transaction. */
export const READER = 'plinth_reader';

/**
 * The role must be there and be ours to take; it is made where our role may make roles.
 *
 * @param {Pick<Database, 'query'>} db @throws {AppError} ROW_SECURITY_UNAVAILABLE
 */
export async function ensureReader(db) {
  const ask = sql`select rolsuper or rolbypassrls as strong,
      pg_has_role(oid, (select oid from pg_roles where rolname = current_user), 'usage') as owner,
      pg_has_role(current_user, oid, 'member') as ours
    from pg_roles where rolname = ${READER}`;
  const found = async () => (await db.query(ask)).rows[0];
  if (!(await found())) {
    await db.query(sql`create role ${ident(READER)} nologin`).catch(() => {});
    await db.query(sql`grant ${ident(READER)} to current_user`).catch(() => {});
  }
  const role = await found();
  if (role && role.ours && !role.strong && !role.owner) return;
  throw new AppError(
    'ROW_SECURITY_UNAVAILABLE',
    'Row security needs the database role "plinth_reader", which Plinth may become',
    {
      hint: 'As a superuser: create role plinth_reader nologin; grant plinth_reader to the role of DATABASE_URL. It must own nothing. Or start with ROW_SECURITY=off',
    },
  );
}
