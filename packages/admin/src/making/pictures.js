import { AppError, raw } from '@plinth/plugin';
import { showsOneRow } from '@plinth/server/pages';
import { bareDocument } from '../layout/inert-document.js';
import { sampleResult } from './sample-result.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { App, Request } from '@plinth/server/types' */

/**
 * Views and pages, stored or not, as whole inert documents for small frames. All are rendered by their real plans, with
 * the statements of all in one round trip; where a table has no rows yet, with sample words.
 *
 * @param {App} app @param {Request} req @param {Catalog} catalog with all of them
 * @param {readonly { kind: 'view' | 'page', name: string }[]} subjects
 * @returns {Promise<(string | null)[]>} null: it can't be rendered
 */
export async function picturesOf(app, req, catalog, subjects) {
  const orNull = createAttempt(app, req);
  const plans = subjects.map(({ kind, name }) =>
    orNull(() => app.views.plans(catalog)[kind](name, req.ctx.locale, req.ctx.timeZone)),
  );
  const newest = await newestRows(req, new Set(plans.flatMap((plan) => plan?.reads ?? [])), catalog);
  const started = plans.map((plan, i) => plan && orNull(() => start(req, plan, viewOf(catalog, subjects[i]), newest)));
  const queries = started.flatMap((one) => one?.queries ?? []);
  const results = queries.length ? await req.ctx.select(queries) : [];
  const context = {
    catalog,
    registry: app.registry,
    today: req.ctx.env.today(),
    words: req.ctx.t('admin.making.words').split(', '),
  };
  const shown = queries.map((query, i) =>
    query.spec.table && newest.get(query.spec.table) === null ? sampleResult(query, context) : results[i],
  );
  let at = 0;
  return started.map((one, i) => {
    const own = one ? shown.slice(at, (at += one.queries.length)) : [];
    const body = one && orNull(() => raw(String(one.finish(own).html)));
    // Safe: the plan's own output.
    return body ? bareDocument(req, { catalog, body, styles: plans[i]?.styles ?? [] }) : null;
  });
}

/** @param {Catalog} catalog @param {{ kind: 'view' | 'page', name: string }} subject */
const viewOf = (catalog, { kind, name }) => (kind === 'view' ? catalog.view(name) : null);

/** A picture that can't be made is left out; the others are still shown. @param {App} app @param {Request} req */
function createAttempt(app, req) {
  /** @template T @param {() => T} make @returns {T | null} */
  return (make) => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof AppError)) app.log.error('picture failed', { error, request: req.ctx.id });
      return null;
    }
  };
}

/**
 * The key of the newest row of each table, null for a table without rows.
 *
 * @param {Request} req @param {ReadonlySet<string>} names @param {Catalog} catalog
 * @returns {Promise<Map<string, any>>}
 */
async function newestRows(req, names, catalog) {
  const tables = [...names].filter((name) => catalog.hasTable(name));
  const results = tables.length
    ? await req.ctx.select(
        tables.map((table) => ({
          spec: { table, select: [], sort: [{ field: 'id', descending: true }], limit: 1 },
          params: {},
        })),
      )
    : [];
  return new Map(tables.map((name, i) => [name, results[i].rows[0]?.id ?? null]));
}

/**
 * @param {Request} req @param {import('@plinth/views').Plan} plan @param {import('@plinth/plugin').View | null} view
 * @param {Map<string, any>} newest
 */
function start(req, plan, view, newest) {
  const query = new URLSearchParams();
  if (view?.table && showsOneRow(view)) query.set('id', String(newest.get(view.table) ?? 1));
  return plan.start({ actor: req.ctx.actor, query, env: req.ctx.env });
}
