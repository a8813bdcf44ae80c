/** @import { App, Request, Response, Routes } from '../../types.d.ts' */
/** @import { QuerySpec } from '@plinth/plugin' */
import { errorText, memoize } from '@plinth/plugin';
import { MOST_TOGETHER, countUpToMost, rowsOf, tooMany } from '../found-rows/found-rows.js';
import { listAt } from './list-at.js';

/** What the lists of pages ask for after they are shown. @param {App} app @param {Routes} router */
export function listRoutes(app, router) {
  router.get('/rows/count', (req, res) => answerCount(app, req, res));
  router.get('/rows/found', (req, res) => answerFound(app, req, res));
}

/** The same rows, to be counted. The same object each time, by which compiled statements are found. */
const countSpec = memoize((/** @type {QuerySpec} */ { table, where, search }) =>
  Object.freeze(
    /** @type {QuerySpec} */ ({
      table,
      select: [],
      ...(where && { where }),
      ...(search && { search }),
      limit: 1,
      count: 'about',
      leaveOut: true,
    }),
  ),
);

/**
 * GET /rows/count?of=&at=: how many rows a list has, in words: estimated, or counted up to a limit.
 *
 * @param {App} app @param {Request} req @param {Response} res
 */
async function answerCount(app, req, res) {
  const { t, actor, env } = req.ctx;
  const { query } = listAt(app, req);
  const [result] = await app.data.select(actor, [{ spec: countSpec(query.spec), params: query.params }]);
  const kind = result.counted ?? 'exact';
  const count = kind === 'about' ? rounded(Number(result.count)) : Number(result.count);
  const title = kind === 'exact' ? '' : t('list.count.hint');
  res.json({ text: t(`list.count.${kind}`, { count: env.formats.number(count) }), title });
}

/** No more digits than an estimate is good for. @param {number} count */
const rounded = (count) => Number(count.toPrecision(count < 1000 ? 2 : 3));

/**
 * GET /rows/found?of=&at=: how many rows can be selected beyond the page of a list, with the words for it.
 *
 * @param {App} app @param {Request} req @param {Response} res
 */
async function answerFound(app, req, res) {
  const { t, actor, formats } = req.ctx;
  const { query } = listAt(app, req);
  const spec = { ...rowsOf(query.spec), leaveOut: true };
  const count = await countUpToMost(app, actor, { spec, params: query.params });
  if (count > MOST_TOGETHER) return res.json({ count, possible: false, text: errorText(tooMany(), t).message });
  return res.json({ count, possible: true, text: t('delivered.rows.all', { count: formats.number(count) }) });
}
