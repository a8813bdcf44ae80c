import { html } from '@plinth/plugin';
import { withDraftViews } from './draft-views.js';
import { fitted } from './fitted.js';
import { lookProblems } from './look-problems.js';
import { outlineHints } from './outline.js';
import { properties } from './properties.js';
import { renderDraft } from './render-draft.js';
import { seenAs } from './seen-as.js';
import { sharingProblems } from './sharing-problems.js';
import { triedValues } from './tried.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * @typedef {{ row?: string | null, as?: string | null, tried?: string | null, select?: readonly string[],
 *   errors?: Record<string, string> }} Wanted tried: values for a piece's parameters, as the text of their form
 */

/**
 * What the builder shows of a draft: the page's top bar and contents, the outline's hints, the form of what is selected, the problems.
 *
 * @param {Request} req @param {Edited} unfitted @param {Draft} full @param {Wanted} wanted
 */
export async function paint(req, unfitted, full, { row = null, as = null, tried = null, select = [], errors }) {
  const { draft } = withDraftViews(req, full);
  const { app, catalog, locale } = req.ctx;
  const edited = fitted(unfitted, draft);
  const seen = await seenAs(req, as);
  const { values, wrong } = triedValues(req, edited, draft, tried ?? '');
  const rendered = await renderDraft(req, edited, draft, { ...seen, row: row || null, tried: values });
  const problems = [
    ...rendered.problems,
    ...sharingProblems(req, edited, draft),
    ...lookProblems(req, edited.subject, draft),
  ];
  const shown = { select, errors, row: rendered.row?.id ?? null, actor: seen.actor };
  const advice = select.length === 0 && (await edited.advice?.(req, draft, 'builder'));
  const form = await properties(req, edited.subject, draft, shown);
  const { head, body } = app.views.pageParts({ catalog, actor: seen.actor, locale, ...rendered });
  const urls = (/** @type {readonly string[]} */ paths) => paths.map((path) => app.assets.url(path));
  return {
    head: head.text,
    main: body.text,
    hints: outlineHints(req, edited.subject, draft),
    properties: html`${advice}${form}`.text,
    problems,
    catalog: catalog.version,
    wrongTried: wrong,
    row: rendered.row,
    hasRow: rendered.hasRow,
    as: seen.as,
    asName: seen.name,
    styles: urls(rendered.styles),
    scripts: urls(rendered.scripts),
  };
}
