import { iconNames } from '@plinth/views';
import { createRouter } from '../../../http/router.js';
import { renderAdmin } from '../../page.js';

/** @import { App, Routes } from '../../../types.d.ts' */

export const screen = { path: '/pick', title: 'admin.pick.title', routes };

const MOST = 120;

/** What the dialogs of icon and file controls offer; without scripts the name or id is typed. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/icons', (req, res) => {
    const words = (req.query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const found = iconNames().filter((name) => words.every((word) => name.includes(word)));
    res.html(renderAdmin(app, req, 'site/pick-icons', { names: found.slice(0, MOST) }));
  });
  router.get('/files', async (req, res) => {
    const { actor, env } = req.ctx;
    const { files } = await app.data.files.list(actor, { search: req.query.get('q') ?? '', all: true, limit: 60 });
    const shown = files.map((/** @type {any} */ file) => ({
      ...file,
      thumbnail: file.width ? env.fileUrl(file, 'thumb') : null,
    }));
    res.html(renderAdmin(app, req, 'site/pick-files', { files: shown }));
  });
  return router;
}
