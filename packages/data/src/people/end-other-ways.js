import { k } from '../sql/index.js';
import { revokeApiTokens } from './api-tokens.js';

/**
 * Ends what lets somebody in besides his sessions: his API tokens, and links for a new password that wait in a mailbox. Who
 * changed the password or the e-mail address has a reason.
 *
 * @param {{ query: Function }} on @param {string} userId
 */
export async function endOtherWays(on, userId) {
  await revokeApiTokens(on, userId);
  const waiting = k('plinth.password_resets').where('user_id', userId).whereNull('used_at');
  await on.query(waiting.update({ used_at: k.fn.now() }));
}
