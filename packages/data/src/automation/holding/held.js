import { AppError } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';

/**
 * Whether the site may act by itself and send: part of each statement that claims such work, so that all processes hold
 * still from the first moment of a restored database.
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
