/** @import { Database } from '../../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { ident, sql } from '../../../postgres/sql/index.js';

/** Neither owns a table or can log in; our own role switches to one of them for the duration of a transaction. */
export const READER = 'plinth_reader';
/** Sees all rows, which checks of written rows require, and writes what the policies allow its user. */
export const WRITER = 'plinth_writer';

/**
 * The roles must exist and our role must be a member of them; they are created if our role may create roles.
 *
 * @param {Pick<Database, 'query'>} db @throws {AppError} ROW_SECURITY_UNAVAILABLE
 */
export async function ensureRoles(db) {
  for (const role of [READER, WRITER]) await ensureRole(db, role);
}

/** @param {Pick<Database, 'query'>} db @param {string} name */
async function ensureRole(db, name) {
  const ask = sql`select rolsuper or rolbypassrls as strong,
      pg_has_role(oid, (select oid from pg_roles where rolname = current_user), 'usage') as owner,
      pg_has_role(current_user, oid, 'member') as ours
    from pg_roles where rolname = ${name}`;
  const found = async () => (await db.query(ask)).rows[0];
  if (!(await found())) {
    await db.query(sql`create role ${ident(name)} nologin`).catch(() => {});
    await db.query(sql`grant ${ident(name)} to current_user`).catch(() => {});
  }
  const role = await found();
  if (role && role.ours && !role.strong && !role.owner) return;
  throw new AppError(
    'ROW_SECURITY_UNAVAILABLE',
    'Row-level security needs the database roles "plinth_reader" and "plinth_writer", and Plinth must be a member of both',
    {
      hint: 'As a superuser: create role plinth_reader nologin; create role plinth_writer nologin; grant plinth_reader, plinth_writer to the role of DATABASE_URL. They must own nothing. Or start with ROW_SECURITY=off',
    },
  );
}
