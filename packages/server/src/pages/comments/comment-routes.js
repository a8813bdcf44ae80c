/** @import { App, Request, Response } from '../../types.d.ts' */
import { AppError, avatar, errorText, html } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';
import { createRouter } from '../../http/requests/router.js';
import { rowAddress } from '../places/row-address.js';
import { MOST_PAGES, readTimeline } from './timeline.js';

const TEMPLATE = new URL('./templates/timeline.ejs', import.meta.url).href;

/**
 * /comments/:table/:id: comments on a row and its activity. A page by itself, and the part that the element "comments"
 * loads. Forms work without scripts.
 *
 * @param {App} app
 */
export function commentRoutes(app) {
  const router = createRouter();
  const { comments } = app.data;
  // Texts only. The longest comment takes more than 64 KB in a form; a longer one comes back with what was typed.
  router.use((/** @type {Request} */ req, /** @type {Response} */ _res, /** @type {() => void} */ next) => {
    req.formLimits = { files: 0, fields: 50, fileBytes: 0 };
    next();
  });

  router.get('/:table/:id', (req, res) => show(req, res));

  router.get('/:table/:id/people', async (req, res) => {
    const { table, id } = req.params;
    tableOf(req);
    const people = await comments.people(req.ctx.actor, table, id, req.query.get('q') ?? '');
    const faces = people.map((one) => ({ id: one.id, name: one.name, face: avatar(one).text }));
    res.json(faces, { headers: NEVER_KEPT });
  });

  router.post('/:table/:id', async (req, res) => {
    const { table, id } = req.params;
    tableOf(req);
    const form = await req.form();
    const input = { text: form.get('text') ?? '', picked: form.all('picked') };
    await answer(req, res, () => comments.add(req.ctx.actor, table, id, input), input.text);
  });

  router.post('/:table/:id/:comment', async (req, res) => {
    const { table, id, comment } = req.params;
    tableOf(req);
    const form = await req.form();
    const input = { text: form.get('text') ?? '', picked: form.all('picked') };
    const change = () =>
      form.get('do') === 'delete'
        ? comments.remove(req.ctx.actor, table, id, comment)
        : comments.update(req.ctx.actor, table, id, comment, input);
    await answer(req, res, change, '');
  });

  return router;
}

const NEVER_KEPT = Object.freeze({ 'cache-control': 'private, no-store' });

/** The table as the reader may know of it: a hidden one is answered like one that is not there. @param {Request} req */
function tableOf(req) {
  const { catalog } = req.ctx;
  const { table } = req.params;
  if (!catalog.hasTable(table) || catalog.table(table).system) throw notFound();
  return catalog.table(table);
}

/**
 * Runs a change and shows the result; what was typed stays where it was refused.
 *
 * @param {Request} req @param {Response} res @param {() => Promise<unknown>} change @param {string} typed
 */
async function answer(req, res, change, typed) {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    return show(req, res, { problem: textOf(error, req), typed, status: 422 });
  }
  if (isPart(req)) return show(req, res);
  res.redirect(`/comments/${encodeURIComponent(req.params.table)}/${encodeURIComponent(req.params.id)}?activity=1`);
}

/** @param {AppError} error @param {Request} req */
function textOf(error, req) {
  const { message, fields } = errorText(error, req.ctx.t);
  return Object.values(fields ?? {})[0] ?? message;
}

/** @param {Request} req */
const isPart = (req) => req.query.has('part');

/** @param {Request} req @param {Response} res @param {{ problem?: string, typed?: string, status?: number }} [came] */
async function show(req, res, { problem = '', typed = '', status = 200 } = {}) {
  const { app, actor, t, user } = req.ctx;
  const { id } = req.params;
  const found = tableOf(req);
  const table = app.views.localCatalog(req.ctx.catalog, req.ctx.locale).table(found.name);
  // A hidden row is not there, whether or not there are comments.
  await app.data.rows.get(actor, table.name, id, { fields: [] });
  const activity = req.query.has('activity');
  const pages = Math.min(Math.max(Number.parseInt(req.query.get('pages') ?? '1', 10) || 1, 1), MOST_PAGES);
  const timeline = await readTimeline(req, table, id, { activity, pages });
  const base = `/comments/${encodeURIComponent(table.name)}/${encodeURIComponent(id)}`;
  const part = app.views.renderTemplate(TEMPLATE, {
    t,
    icon: app.views.icon,
    ...timeline,
    base,
    problem,
    typed,
    isOn: table.comments !== 'off',
    isVisitor: !user,
    earlier: timeline.isMore ? `${base}?${activity ? 'activity=1&' : ''}pages=${pages + 1}` : null,
  });
  if (isPart(req)) return res.html(part, { status, headers: NEVER_KEPT });
  const back = rowAddress(req.ctx.catalog, actor, table.name)?.(id);
  const body = html`<h1>${t('comments.title')}</h1>
    ${back && html`<p><a href="${back}">${app.views.icon('arrow-left')} ${table.label}</a></p>`}${part}`;
  res.page({ title: t('comments.title'), body, status, width: 'narrow', styles: ['core-views/css/timeline.css'] });
}
