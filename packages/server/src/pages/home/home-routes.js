/** @import { App, Request } from '../../types.d.ts' */
/** @import { Task } from '@plinth/data' */
/** @typedef {import('../notifications/notice-entry.js').Notification} Notification */
import { requireUser } from '../../http/requests/require-role.js';
import { createRouter } from '../../http/requests/router.js';
import { noticeEntry } from '../notifications/notice-entry.js';
import { ownPlaces } from '../places/own-places.js';
import { entryOf } from '../tasks/task-words.js';

const TEMPLATE = new URL('./templates/home.ejs', import.meta.url).href;
/** Of each; the lists themselves have the rest. */
const MOST = 5;

/**
 * /home: what waits for the reader and what they open: tasks, unread notifications, favourites, recent items.
 *
 * @param {App} app
 */
export function homeRoutes(app) {
  const router = createRouter();
  router.use(requireUser);
  router.get('/', async (req, res) => {
    const { t } = req.ctx;
    const [tasks, notices, places] = await Promise.all([openTasks(req), unread(req), ownPlaces(req)]);
    const body = app.views.renderTemplate(TEMPLATE, { t, icon: app.views.icon, tasks, notices, ...places });
    res.page({ title: t('shell.home'), body, styles: ['core-views/css/search-palette.css'] });
  });
  return router;
}

/** Null where nobody is ever asked. @param {Request} req */
async function openTasks(req) {
  const { app, actor } = req.ctx;
  const { workflows } = app.data;
  if (!workflows.isUsed()) return null;
  const { tasks } = await workflows.tasks.list(actor, { state: 'open', after: null, row: null });
  return tasks.slice(0, MOST).map((/** @type {Task} */ one) => entryOf(req, one));
}

/** @param {Request} req */
async function unread(req) {
  const { app, actor } = req.ctx;
  const { notifications } = await app.data.notifications.list(actor, { before: null });
  return notifications
    .filter((/** @type {Notification} */ { isRead }) => !isRead)
    .slice(0, MOST)
    .map((/** @type {Notification} */ one) => noticeEntry(req, one));
}
