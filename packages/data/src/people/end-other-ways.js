import { sql } from '../sql/index.js';
import { revokeApiTokens } from './api-tokens.js';

/**
 * Ends what lets somebody in besides his sessions: his API tokens, and links for a new password that wait in a mailbox. Who
 * changed the password or the e-mail address has a reason.
 *
 * @param {{ query: Function }} on @param {string} userId
 */
export async function endOtherWays(on, userId) {
  await revokeApiTokens(on, userId);
  await on.query(sql`
    update plinth.password_resets set used_at = now() where user_id = ${userId}::uuid and used_at is null`);
}
