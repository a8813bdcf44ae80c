import { createRouter } from '../../../http/router.js';
import { VIEWING_AS } from '../../../identity/viewing-as.js';

/** @import { App, Routes } from '../../../types.d.ts' */

export const screen = { path: '/view-as', title: 'admin.viewAs.title', routes };

/** Looking at the site as a role or a person sees it. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.post('/', async (req, res) => {
    const form = await req.form();
    const who = form.get('who') ?? '';
    const [kind, name] = who.split(':');
    const isKnown =
      kind === 'role'
        ? req.ctx.catalog.roles.some((role) => role.name === name)
        : kind === 'user' && (await app.data.people.users.get(req.ctx.actor, name)) !== null;
    if (!isKnown) return res.redirect('/admin/access');
    const about = kind === 'user' ? { about: name } : { what: name };
    await app.data.security.add('viewing-as', { by: req.ctx.actor.userId, address: req.ctx.address, ...about });
    res.cookie(VIEWING_AS, who, { maxAge: 3600 });
    res.redirect('/');
  });
  router.post('/end', async (req, res) => {
    await app.data.security.add('viewing-as-ended', { by: req.ctx.actor.userId, address: req.ctx.address });
    res.cookie(VIEWING_AS, '', { maxAge: 0 });
    res.redirect('/admin/access');
  });
  return router;
}
