import { parseJson } from '@plinth/server/http';
import { builderState, offersOf } from '../../builder/builder-state.js';
import { canvasDocument } from '../../builder/canvas.js';
import { joinViews, withDraftViews } from '../../builder/draft-views.js';
import { editedAt } from '../../builder/edited.js';
import { fitted } from '../../builder/fitted.js';
import { frameModel } from '../../builder/frame-model.js';
import { openDraft, openMergedDraft } from '../../builder/open-draft.js';
import { paint } from '../../builder/paint.js';
import { DRAFT_LIMITS, readDraft } from '../../builder/read-draft.js';
import { renderDraft } from '../../builder/render-draft.js';
import { saveDraft } from '../../builder/save-draft.js';
import { setProperties } from '../../builder/set-properties.js';
import { triedForm } from '../../builder/tried.js';
import { usesOfEdited } from '../../builder/uses-of-edited.js';
import { seenAs } from '../../builder/seen-as.js';
import { routed, shows } from '../../frame/index.js';
import { readViewPanel } from '../../builder/view-panel.js';
import { findNode } from '../../layout/operations.js';
import { plain } from '../../objects/references.js';

/** @import { AdminPage, Request, Response } from '../../types.d.ts' */
/** @import { Draft } from '../../layout/draft.js' */
/** @import { Edited } from '../../layout/object-screen.js' */

/**
 * An address that answers JSON.
 *
 * @param {(req: Request) => Promise<object>} work
 * @returns {(req: Request, res: Response) => Promise<void>}
 */
const answered = (work) => async (req, res) => res.json(await work(req));

/** The builder: lays out one view or page on the page itself. */
export const screen = {
  path: '/build',
  title: 'admin.builder.title',
  help: 'guide/builder',
  routes: routed({
    'GET /:kind/:name': shows(show),
    'GET /:kind/:name/canvas': canvas,
    'POST /:kind/:name/paint': answered(repaint),
    'POST /:kind/:name/properties': answered(takeProperties),
    'POST /:kind/:name/tried': answered(tried),
  }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const edited = editedAt(req);
  const open = await openMergedDraft(req, edited);
  const { searchParams: query } = new URL(req.originalUrl, 'http://plinth');
  // A problem or a use elsewhere names the place where it is.
  const place = nodeAt(open.draft, query.get('at'));
  const select = [...query.getAll('node'), ...(place ? [place] : [])];
  const wanted = { row: query.get('row'), as: query.get('as'), select };
  const painted = await paint(req, edited, open.draft, wanted);
  const state = builderState(req, edited, { ...open, painted, select });
  return {
    title: edited.label,
    icon: edited.icon,
    frame: 'builder/frame',
    template: 'builder/builder',
    scripts: ['admin/builder/builder.js'],
    styles: ['admin/builder/screen.css'],
    model: frameModel(req, edited, { uses: await usesOfEdited(req, edited, open.draft), state, painted }),
  };
}

/** The node of a problem's location: "config.layout/abcd.field" is node abcd. @param {Draft} draft @param {string | null} at */
function nodeAt({ layouts }, at) {
  const id = /\/([a-z0-9_-]+)/i.exec(at ?? '')?.[1] ?? '';
  return Object.values(layouts).some((root) => findNode(root, id)) ? id : null;
}

/**
 * The document in the canvas's frame; `of=published`: what visitors see; `still`: as a picture, without scripts.
 *
 * @param {Request} req @param {Response} res
 */
async function canvas(req, res) {
  const edited = editedAt(req);
  const { query } = req;
  const draft = query.get('of') === 'published' ? plain(edited.draft) : (await openDraft(req, edited)).draft;
  const seen = await seenAs(req, query.get('as'));
  const rendered = await renderDraft(req, edited, draft, { ...seen, row: query.get('row') });
  const { actor } = seen;
  res.html(canvasDocument(req, rendered, { actor, scheme: query.get('scheme'), isStill: query.has('still') }));
}

/** Saves the draft and answers what it looks like. @param {Request} req */
async function repaint(req) {
  const edited = editedAt(req);
  const { draft: sent, version, catalog, ...wanted } = await req.json(DRAFT_LIMITS);
  // A field was renamed, or something published: the draft takes it up, and so does the browser.
  if (catalog !== undefined && catalog !== req.ctx.catalog.version) await openMergedDraft(req, edited);
  const draft = readDraft(edited.subject, sent);
  return savedAndPainted(req, edited, { draft, version, catalog }, wantedOf(wanted));
}

/**
 * A changed form of settings: read by their schema into the draft, saved, painted. The answer has the new draft, and
 * what is wrong with the values by control.
 *
 * @param {Request} req
 */
async function takeProperties(req) {
  const edited = editedAt(req);
  const form = await req.form();
  const { draft: text, version, catalog, row, as, tried: values } = Object.fromEntries(form.entries);
  const sent = readDraft(edited.subject, parseJson(text ?? '', DRAFT_LIMITS));
  const open = withDraftViews(req, sent);
  const { select, redraw, ...set } = setProperties(req, fitted(edited, open.draft).subject, open.draft, form);
  const shown = Object.values(open.draft.layouts).map((root) => findNode(root, select[0] ?? '')?.node);
  const own = readViewPanel(req, form, select.length === 1 ? shown.find(Boolean) : undefined, open.views);
  const draft = joinViews(set.draft, own.views);
  const errors = { ...set.errors, ...own.errors };
  const wanted = { row, as, tried: values, select, errors };
  const answer = await savedAndPainted(
    req,
    edited,
    { draft: plain(draft), version: Number(version), catalog: Number(catalog) },
    wanted,
  );
  return { ...answer, draft, errors, redraw };
}

/**
 * @param {Request} req @param {Edited} edited
 * @param {{ draft: Draft, version: unknown, catalog: unknown }} sent catalog: the version of the metadata that the browser knows
 * @param {Parameters<typeof paint>[3]} wanted
 */
async function savedAndPainted(req, edited, { draft, version, catalog }, wanted) {
  const saved = await saveDraft(req, edited, { draft, version });
  const isNewer = catalog !== req.ctx.catalog.version;
  const offers = isNewer ? offersOf(req, fitted(edited, draft).subject, draft) : undefined;
  return { version: saved, offers, ...(await paint(req, edited, draft, wanted)) };
}

/** The form to try a piece's parameters with. @param {Request} req */
async function tried(req) {
  const unfitted = editedAt(req);
  const { draft: sent, tried: text } = await req.json(DRAFT_LIMITS);
  const draft = readDraft(unfitted.subject, sent);
  return { form: triedForm(req, fitted(unfitted, draft), draft, String(text ?? '')).text };
}

/** @param {Record<string, unknown>} sent @returns {Parameters<typeof paint>[3]} */
function wantedOf({ row, as, tried: values, select }) {
  const text = (/** @type {unknown} */ one) => (typeof one === 'string' && one ? one : null);
  const selected = Array.isArray(select) ? select.map(String).slice(0, 500) : [];
  return { row: text(row), as: text(as), tried: text(values), select: selected };
}
