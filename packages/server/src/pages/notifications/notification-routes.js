/** @import { App, Request } from '../../types.d.ts' */
/** @typedef {import('./notice-entry.js').Notification} Notification */
import { notFound } from '../../http/requests/canonical-path.js';
import { requireUser } from '../../http/requests/require-role.js';
import { refreshFace } from '../../http/identity/face-cookies.js';
import { createRouter } from '../../http/requests/router.js';
import { noticeEntry } from './notice-entry.js';
import { noticeAddress } from './notice-words.js';

const TEMPLATE = new URL('./templates/list.ejs', import.meta.url).href;
const KINDS = ['mention', 'assigned', 'other'];
const MAILS = ['now', 'daily', 'off'];

/**
 * /notifications: the reader's own, and the number that the bell shows.
 *
 * @param {App} app
 */
export function notificationRoutes(app) {
  const router = createRouter();
  const { notifications } = app.data;
  router.use(requireUser);

  // Each page asks for the number, so a name or picture that was changed elsewhere reaches the shell with it.
  router.get('/count', async (req, res) => {
    refreshFace(req, res);
    const { actor } = req.ctx;
    const [unread, tasks] = await Promise.all([notifications.unread(actor), openTasks(app, actor)]);
    res.json({ unread, tasks });
  });

  router.get('/', async (req, res) => {
    const { t, actor } = req.ctx;
    const before = req.query.get('before');
    const [page, muted, mailed] = await Promise.all([
      notifications.list(actor, { before }),
      notifications.muted(actor),
      notifications.mailed(actor),
    ]);
    const body = app.views.renderTemplate(TEMPLATE, {
      t,
      icon: app.views.icon,
      next: page.next,
      isUnread: page.notifications.some((/** @type {Notification} */ one) => !one.isRead),
      entries: page.notifications.map((/** @type {Notification} */ one) => noticeEntry(req, one)),
      kinds: KINDS.map((kind) => kindOf(kind, { t, muted, mailed })),
      mails: MAILS.map((value) => ({ value, label: t(`notifications.mail.${value}`) })),
    });
    res.page({ title: t('notifications.title'), body, width: 'narrow' });
  });

  /** Opens what one is about, which counts as reading it. */
  router.get('/open/:id', async (req, res) => {
    const { actor, viewingAs } = req.ctx;
    const found = await notifications.one(actor, req.params.id);
    const address = found && noticeAddress(req.ctx, found);
    if (!found || !address) throw notFound();
    if (!viewingAs) await notifications.markRead(actor, found.id);
    res.redirect(address);
  });

  router.post('/read', async (req, res) => {
    const form = await req.form();
    await notifications.markRead(req.ctx.actor, form.get('id') ?? undefined);
    res.redirect('/notifications');
  });

  router.post('/settings', async (req, res) => {
    const form = await req.form();
    const wanted = form.all('kind');
    const mails = KINDS.flatMap((kind) => (form.get(`mail.${kind}`) ? [[kind, form.get(`mail.${kind}`)]] : []));
    await notifications.mailBy(req.ctx.actor, Object.fromEntries(mails));
    await notifications.mute(
      req.ctx.actor,
      KINDS.filter((kind) => !wanted.includes(kind)),
    );
    res.flash(req.ctx.t('notifications.saved'));
    res.redirect('/notifications');
  });

  return router;
}

/** @param {typeof KINDS[number]} kind @param {{ t: Request['ctx']['t'], muted: readonly string[], mailed: Record<string, unknown> }} chosen */
const kindOf = (kind, { t, muted, mailed }) => ({
  kind,
  isOn: !muted.includes(kind),
  label: t(`notifications.kind.${kind}`),
  mailed: mailed[kind],
});

/** Where there are no workflows, nothing is asked. @param {App} app @param {import('@plinth/plugin').Actor} actor */
const openTasks = async ({ data }, actor) => (data.workflows.isUsed() ? data.workflows.tasks.count(actor) : 0);
