import { AppError, html, raw, say } from '@plinth/plugin';
import { showsOneRow } from '@plinth/server/pages';
import { formErrors } from '../frame/index.js';
import { draftCatalog } from './draft-catalog.js';
import { bareDocument } from './inert-document.js';
import { pieceOnItsOwn } from './piece-on-its-own.js';

/** @import { Catalog, Page, Piece, View } from '@plinth/plugin' */
/** @import { App, Request } from '../types.d.ts' */

/**
 * A draft as visitors would see it, rendered by its real plan with real rows, as a whole document for a frame. It is
 * inert: nothing can be clicked. Also returns the nodes that could not be compiled, and why.
 *
 * @param {App} app @param {Request} req @param {'view' | 'page' | 'piece'} kind @param {View | Page | Piece} draft
 * @returns {Promise<{ document: string, problems: { at: string, message: string }[] }>}
 */
export async function previewDraft(app, req, kind, draft) {
  if (kind === 'piece') return previewPiece(app, req, /** @type {Piece} */ (draft));
  return previewIn(app, req, draftCatalog(req.ctx.catalog, kind, draft), kind, /** @type {View | Page} */ (draft));
}

/** @param {App} app @param {Request} req @param {Piece} draft */
function previewPiece(app, req, draft) {
  const catalog = draftCatalog(req.ctx.catalog, 'piece', draft);
  const { kind, body } = pieceOnItsOwn(draft, catalog, app.registry);
  return previewIn(app, req, draftCatalog(catalog, kind, body), kind, body);
}

/**
 * @param {App} app @param {Request} req @param {Catalog} catalog with the draft @param {'view' | 'page'} kind
 * @param {View | Page} draft
 */
async function previewIn(app, req, catalog, kind, draft) {
  const { t } = req.ctx;
  let body;
  /** @type {readonly string[]} */
  let styles = [];
  try {
    ({ body, styles } = await renderDraft(app, req, catalog, kind, draft));
  } catch (error) {
    body = failure(app, req, error);
  }
  const document = bareDocument(req, { catalog, body, styles, title: t('admin.layout.preview') });
  return { document, problems: problemsIn(app, req, catalog, kind, draft.name) };
}

/**
 * Whatever goes wrong in a draft, the draft itself must not be lost.
 *
 * @param {App} app @param {Request} req @param {unknown} error
 */
function failure(app, req, error) {
  if (!(error instanceof AppError)) app.log.error('preview failed', { error, request: req.ctx.id });
  const { message, hint } =
    error instanceof AppError && error.status < 500
      ? formErrors(error, req.ctx.t)
      : { message: req.ctx.t('admin.layout.noPreview'), hint: '' };
  return html`<div class="alert alert-warning" role="alert"><strong>${message}</strong> ${hint}</div>`;
}

/** @param {App} app @param {Request} req @param {Catalog} catalog @param {'view' | 'page'} kind @param {string} name */
function problemsIn(app, { ctx: { t } }, catalog, kind, name) {
  const found = app.views.plans(catalog).problemsOf(kind, name);
  return found.map(({ at, message, phrase }) => ({ at, message: say(phrase ?? message, t) }));
}

/** @param {App} app @param {Request} req @param {Catalog} catalog @param {'view' | 'page'} kind @param {View | Page} draft */
async function renderDraft(app, req, catalog, kind, draft) {
  const plan = app.views.plans(catalog)[kind](draft.name, req.ctx.locale, req.ctx.timeZone);
  const query = new URLSearchParams();
  const id = kind === 'view' ? await sampleRow(req, /** @type {View} */ (draft)) : null;
  if (id !== null) query.set('id', String(id));
  const started = plan.start({ actor: req.ctx.actor, query, env: req.ctx.env });
  const results = started.queries.length ? await req.ctx.select(started.queries) : [];
  const { html: body } = started.finish(results);
  // Safe: the plan's own output.
  return { body: raw(String(body)), styles: plan.styles };
}

/** The newest row of the view's table, to show the layout with. @param {Request} req @param {View} view */
async function sampleRow(req, view) {
  if (!view.table || !showsOneRow(view)) return null;
  const spec = { table: view.table, select: [], sort: [{ field: 'id', descending: true }], limit: 1 };
  const [result] = await req.ctx.select([{ spec, params: {} }]);
  return result.rows[0]?.id ?? null;
}
