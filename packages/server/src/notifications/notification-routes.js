/** @import { App, Handler, Request } from '../types.d.ts' */
/** @typedef {NonNullable<Awaited<ReturnType<App['data']['notifications']['one']>>>} Notification */
import { avatar } from '@plinth/plugin';
import { notFound } from '../http/canonical-path.js';
import { refuse } from '../http/require-role.js';
import { refreshFace } from '../identity/face-cookies.js';
import { createRouter } from '../http/router.js';
import { rowAddress } from '../places/row-address.js';

const TEMPLATE = new URL('./templates/list.ejs', import.meta.url).href;
const KINDS = ['mention', 'assigned', 'other'];
const NEVER_KEPT = Object.freeze({ 'cache-control': 'private, no-store' });

/**
 * /notifications: the reader's own, and the number that the bell shows.
 *
 * @param {App} app
 */
export function notificationRoutes(app) {
  const router = createRouter();
  const { notifications } = app.data;
  router.use(signedIn);

  // Each page asks for the number, so a name or picture that was changed elsewhere reaches the shell with it.
  router.get('/count', async (req, res) => {
    refreshFace(req, res);
    res.json({ unread: await notifications.unread(req.ctx.actor) }, { headers: NEVER_KEPT });
  });

  router.get('/', async (req, res) => {
    const { t, actor } = req.ctx;
    const before = req.query.get('before');
    const [page, muted] = await Promise.all([notifications.list(actor, { before }), notifications.muted(actor)]);
    const body = app.views.renderTemplate(TEMPLATE, {
      ...{
        t,
        icon: app.views.icon,
        next: page.next,
        isUnread: page.notifications.some((/** @type {Notification} */ one) => !one.isRead),
      },
      entries: page.notifications.map((/** @type {Notification} */ one) => entryOf(req, one)),
      kinds: KINDS.map((kind) => ({ kind, isOn: !muted.includes(kind), label: t(`notifications.kind.${kind}`) })),
    });
    res.page({ title: t('notifications.title'), body, width: 'narrow' });
  });

  /** Opens what one is about, which counts as reading it. */
  router.get('/open/:id', async (req, res) => {
    const { actor, viewingAs } = req.ctx;
    const found = await notifications.one(actor, req.params.id);
    const address = found && addressOf(req, found);
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
    const wanted = (await req.form()).all('kind');
    await notifications.mute(
      req.ctx.actor,
      KINDS.filter((kind) => !wanted.includes(kind)),
    );
    res.flash(req.ctx.t('notifications.saved'));
    res.redirect('/notifications');
  });

  return router;
}

/** @type {Handler} */
function signedIn(req, res, next) {
  if (req.ctx.user) return next();
  refuse(req, res, next);
}

/** @param {Request} req @param {Notification} one */
function entryOf(req, one) {
  const { t, formats } = req.ctx;
  const { id, kind, by, row, field, text, at, isRead } = one;
  const who = by ? by.name || t('comments.gone') : t('comments.system');
  const said =
    kind === 'mention' || kind === 'assigned'
      ? t(`notifications.${kind}`, { who, field: field ?? '' })
      : kind === 'trigger_failed'
        ? t('admin.automation.notice', { text })
        : text;
  return {
    ...{
      id,
      said,
      isRead,
      label: row?.label ?? '',
      avatar: avatar({ id: by?.id ?? '', name: who, picture: by?.picture }),
    },
    ...{ url: addressOf(req, one) && `/notifications/open/${id}`, about: row ? tableLabel(req, row.table) : '' },
    ...{ at: new Date(at).toISOString(), ago: formats.relative(at), when: formats.dateTime(at) },
  };
}

/** @param {Request} req @param {Notification} one @returns {string | null} */
function addressOf({ ctx: { catalog, actor } }, { kind, about, row }) {
  if (kind === 'trigger_failed' && about) return `/admin/automation/${about}/runs?state=failed`;
  return row ? (rowAddress(catalog, actor, row.table)?.(row.id) ?? null) : null;
}

/** @param {Request} req @param {string} name */
function tableLabel({ ctx: { app, catalog, locale } }, name) {
  return app.views.localCatalog(catalog, locale).table(name).label;
}
