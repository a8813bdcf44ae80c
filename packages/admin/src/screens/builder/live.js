import { AppError } from '@plinth/plugin';
import { editedAt } from '../../builder/edited.js';
import { LiveBuilders } from '../../builder/live.js';
import { createRouter } from '@plinth/server/http';

/** @import { App, Routes } from '@plinth/server/types' */

/** Who else has the same view or page open in the builder. */
export const screen = { path: '/build', title: 'admin.builder.title', routes };

/** @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  /** @type {LiveBuilders | undefined} */
  let live;
  router.get('/:kind/:name/live', async (req, res) => {
    const { subject } = editedAt(req);
    const tab = req.query.get('tab') ?? '';
    if (!/^[\w-]{8,40}$/.test(tab) || !res.socket || app.retired.aborted || app.data.stream?.state() !== 'live')
      throw notNow();
    live ??= new LiveBuilders(app);
    await live.open(req, res, { object: subject.id, tab });
  });
  router.post('/:kind/:name/presence', async (req, res) => {
    const { subject } = editedAt(req);
    const { tab, selected } = await req.json();
    const ids = Array.isArray(selected) ? selected.filter((one) => typeof one === 'string' && one.length <= 64) : [];
    await app.data.drafts.presence.note(req.ctx.actor, subject.id, { tab: String(tab), selected: ids });
    res.json({});
  });
  return router;
}

const notNow = () =>
  new AppError('CHANGES_UNAVAILABLE', "Changes can't be received at the moment", {
    status: 503,
    hint: 'Try again in a few seconds',
  });
