/** @import { Request } from '../../../types.d.ts' */
import { answer, headerOf, ref, text } from '../describe/parts.js';
import { LIST_OPTIONS } from '../rows/list-options.js';
import { exportRows, wantedExport } from '../rows/export-rows.js';
import { nest } from '../rows/nest.js';
import { readQuery } from '../rows/read-query.js';
import { createShapes } from '../rows/shapes.js';
import { createSharedLists } from '../rows/shared-lists.js';
import { send } from '../../../http/requests/respond.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'tables/:table/rows',
  right: 'read',
  name: 'list',
  summary: 'List rows',
  isHot: true,
  input: {
    query: (table) => ({ ...LIST_OPTIONS, ...comparisonsOf(table), ...LIST_OPTIONS }),
  },
  output: ({ name }) => ({ 200: page(name) }),
  examples(table) {
    const { fields = [] } = table ?? {};
    const order = fields.find(({ traits }) => !traits.isMany && traits.value !== 'structure')?.name ?? 'id';
    const expand = fields.find(({ target, name }) => target && !name.endsWith('_by'))?.name;
    return [
      { says: 'list', query: `?limit=10&sort=-${order}${expand ? `&expand=${expand}` : ''}` },
      { says: 'group', query: `?group=${order}&aggregate=count` },
    ];
  },
  handle(app) {
    const shapes = createShapes();
    /** @type {ReturnType<typeof createSharedLists<{ link: string, bytes: Buffer }>>} */
    const shared = createSharedLists();
    return async ({ req, res, actor, table }) => {
      const query = readQuery(req.query);
      const format = wantedExport(req);
      if (format) return exportRows(app, req, res, table, query, format);
      const shape = shapes.of(app, req, table, query);
      const { link, bytes } = await shared(askerOf(req), async () => {
        const [result] = await app.data.select(actor, [{ spec: shape.spec, params: query.params }]);
        await app.data.fairness.nextPiece();
        return { link: linksOf(req, result), bytes: Buffer.from(JSON.stringify(answerOf(result, shape))) };
      });
      if (link) res.setHeader('link', link);
      send(req, res, bytes, { status: 200, type: JSON_TYPE, headers: {} });
    };
  },
};

/** Whose list of what. Visitors have the same rights, but each network has a share of its own. @param {Request} req */
function askerOf({ ctx: { catalog, actor, user, address }, originalUrl }) {
  return { catalog, actor, key: user ? originalUrl : `${address} ${originalUrl}` };
}

/** A parameter for each field; an option of the same name takes precedence. @param {import('../endpoints.js').TableInfo} table */
function comparisonsOf({ fields }) {
  const entries = fields.map(({ name, label }) => [
    name,
    text(`${label} equals this value; \`${name}.gt=\` and so on for other comparisons`),
  ]);
  return Object.fromEntries(entries);
}

/** @param {string} table */
function page(table) {
  const cursor = { type: ['string', 'null'] };
  const properties = {
    rows: { type: 'array', items: { anyOf: [ref(table), { type: 'object', description: 'A group of rows' }] } },
    count: { type: 'integer' },
    totals: { type: 'object' },
    next: cursor,
    previous: cursor,
    more: { type: 'boolean', description: 'For groups: whether there are more' },
  };
  const description = 'A page of rows, or all rows as a stream with `Accept: application/x-ndjson` or `text/csv`';
  const schema = { type: 'object', required: ['rows'], properties };
  const { content, ...rest } = answer(description, schema, { Link: headerOf('Next and previous page') });
  return { ...rest, content: { ...content, 'application/x-ndjson': {}, 'text/csv': {} } };
}

/** @param {import('@plinth/plugin').Result} result @param {import('../rows/shapes.js').Shape} shape */
function answerOf({ rows, count, totals, next, previous }, shape) {
  if (shape.groups) return { rows: rows.map(({ id: _, ...group }) => group), more: count === null };
  return {
    rows: rows.map((row) => nest(row, shape.shape)),
    ...(count !== null && { count: Number(count) }),
    ...(totals && { totals }),
    next,
    previous,
  };
}

/** @param {Request} req @param {{ next: string | null, previous: string | null }} result */
function linksOf(req, { next, previous }) {
  /** @param {'after' | 'before'} name @param {string | null} cursor @param {string} rel */
  const link = (name, cursor, rel) => {
    if (cursor === null) return [];
    const query = new URLSearchParams(req.query);
    query.delete('after');
    query.delete('before');
    query.set(name, cursor);
    return [`<${req.path}?${query}>; rel="${rel}"`];
  };
  return [...link('after', next, 'next'), ...link('before', previous, 'prev')].join(', ');
}
