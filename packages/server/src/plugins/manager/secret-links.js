/** @import { App, Request } from '../../types.d.ts' */
/** @import { SecretLinks } from '@plinth/plugin' */

/**
 * Secret links of a plugin: stored with the API tokens of their owner, who sees them in the profile and can revoke them there.
 *
 * @param {App} app @param {Request} req @param {string} plugin its name
 * @returns {SecretLinks}
 */
export function secretLinks(app, req, plugin) {
  const { apiTokens } = app.data.people;
  const { actor, author, session } = req.ctx;
  const purposeOf = (/** @type {string} */ about) => `${plugin}:${about}`;
  const own = async (/** @type {string} */ about) => {
    if (actor.userId === null) return [];
    const tokens = await apiTokens.list(actor, actor.userId);
    return tokens.filter(({ purpose }) => purpose === purposeOf(about));
  };
  const revoke = async (/** @type {string} */ about) => {
    for (const { id } of await own(about)) await apiTokens.revoke(author, String(actor.userId), id);
  };

  return {
    async find(about) {
      const [found] = await own(about);
      return found ? { createdAt: found.createdAt, usedAt: found.usedAt } : null;
    },
    async make(about, name) {
      await revoke(about);
      const by = { sessionId: session?.id, purpose: purposeOf(about) };
      const { token } = await apiTokens.create(author, String(actor.userId), { name: name.slice(0, 200) }, by);
      return token;
    },
    revoke,
    actorOf: (secret, about) => apiTokens.readerOf(secret, purposeOf(about)),
  };
}
