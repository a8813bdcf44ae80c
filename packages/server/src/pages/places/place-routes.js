/** @import { App, Request } from '../../types.d.ts' */
import { notFound } from '../../http/requests/canonical-path.js';
import { requireUser } from '../../http/requests/require-role.js';
import { createRouter } from '../../http/requests/router.js';

/**
 * /places: what the shell's script tells of the page that is open: that it was seen, and whether it is a favourite.
 *
 * @param {App} app
 */
export function placeRoutes(app) {
  const router = createRouter();
  const { places } = app.data;
  router.use(requireUser);

  router.post('/seen', async (req, res) => {
    const place = placeOf(req, (await req.form()).get('here') ?? '');
    res.json({ starred: await places.see(req.ctx.actor, place) });
  });

  router.post('/star', async (req, res) => {
    const form = await req.form();
    const place = placeOf(req, form.get('here') ?? '');
    const starred = form.get('starred') === 'true';
    await places.star(req.ctx.actor, place, starred);
    res.json({ starred });
  });

  return router;
}

/**
 * What an address of this site shows: a view of one row stands for that row, and a form of a view, such as
 * /view/orders/change, for the view.
 *
 * @param {Request} req @param {string} here path and query
 * @returns {{ kind: 'page' | 'view' | 'row', name: string, id?: string }}
 */
function placeOf({ ctx: { catalog } }, here) {
  const address = here.startsWith('/') && URL.canParse(here, 'http://x') ? new URL(here, 'http://x') : null;
  const [, kind, name] = /^\/(page|view)\/([a-z0-9_-]+)(?:\/[a-z-]+)?$/.exec(address?.pathname ?? '') ?? [];
  if (!address || !kind) throw notFound();
  if (kind === 'page') return { kind: 'page', name };
  const id = address.searchParams.get('id');
  const table = catalog.hasView(name) ? catalog.view(name).table : null;
  return id !== null && table ? { kind: 'row', name: table, id } : { kind: 'view', name };
}
