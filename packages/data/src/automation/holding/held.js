import { AppError } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';

/**
 * Whether the site may run and send things automatically. Each statement that claims such work includes it, so that all
 * processes hold still as soon as a database is restored.
 */
export const MAY_ACT = sql`not exists (select from plinth.holds)`;

/** @param {{ query(statement: unknown): Promise<{ rows: any[] }> }} db @returns {Promise<boolean>} */
export async function isHeld(db) {
  const { rows } = await db.query(sql`select exists (select from plinth.holds) as held`);
  return rows[0].held;
}

export const siteHeld = () =>
  new AppError('SITE_HELD', 'This site was restored from a backup and sends nothing yet', {
    status: 409,
    hint: 'An admin can turn on automation and outgoing messages, at the top of any page of the admin',
  });
