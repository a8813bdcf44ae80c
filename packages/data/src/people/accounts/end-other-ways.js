import { k } from '../../postgres/sql/index.js';
import { revokeApiTokens } from './api-tokens.js';

/**
 * Ends a user's other ways to log in, besides sessions: API tokens, and reset links that may wait in a mailbox. Used
 * when the password or the e-mail address changes.
 *
 * @param {{ query: Function }} on @param {string} userId
 */
export async function endOtherWays(on, userId) {
  await revokeApiTokens(on, userId);
  const waiting = k('plinth.password_resets').where('user_id', userId).whereNull('used_at');
  await on.query(waiting.update({ used_at: k.fn.now() }));
}
