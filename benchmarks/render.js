// Renders the forum's front page without a database: a list of 20 threads by 7 columns, a feed of 10 cards by 4 elements,
// and the form for a new topic. Reports renders a second of the views alone, and of the whole document if a theme is
// given a shell. Run: node benchmarks/render.js [seconds]
import { createRegistry, node } from '@plinth/plugin';
import { createViews, viewsPlugin } from '@plinth/views';
import { dataPlugin } from '@plinth/data';
import { buildCatalog } from '../packages/views/src/testing/catalog.js';

const SECONDS = Number(process.argv[2] ?? 3);
const registry = createRegistry([dataPlugin, viewsPlugin]);
const catalog = buildCatalog({
  tables: {
    categories: { name: 'text' },
    threads: {
      title: 'text!',
      body: 'long_text',
      posted: 'date_time',
      poster: 'user:users',
      category: 'relation:categories',
    },
    replies: { body: 'long_text', posted: 'date_time', poster: 'user:users', thread: 'relation:threads' },
  },
  views: [
    {
      name: 'topics',
      template: 'list',
      table: 'threads',
      config: {
        columns: [
          { kind: 'field', field: 'title', link: 'thread' },
          { kind: 'field', field: 'category' },
          { kind: 'field', field: 'poster.name' },
          { kind: 'field', field: 'posted' },
          { kind: 'aggregate', relation: 'replies.thread', aggregate: 'count' },
          { kind: 'aggregate', relation: 'replies.thread', aggregate: 'latest', of: 'posted' },
          { kind: 'link', link: 'thread', text: 'Read' },
        ],
        sort: [{ field: 'posted', descending: true }],
        pageSize: 20,
        rowView: 'thread',
      },
    },
    { name: 'thread', template: 'show', table: 'threads', config: { layout: field('title') } },
    {
      name: 'recent',
      template: 'feed',
      table: 'replies',
      config: {
        layout: node('stack', {}, [field('thread'), field('poster'), field('posted'), field('body')]),
        pageSize: 10,
        columns: '1',
      },
    },
    {
      name: 'new_topic',
      template: 'edit',
      table: 'threads',
      config: {
        layout: node('stack', {}, [control('title'), control('body'), control('category')]),
      },
    },
  ],
  pages: [
    {
      name: 'forum',
      layout: [
        node('heading', { text: 'Forum', level: '1' }),
        node('columns', {}, [
          node('column', { width: 8 }, [place('topics'), place('recent')]),
          node('column', { width: 4 }, [place('new_topic')]),
        ]),
      ],
    },
  ],
});

const views = createViews({ registry, assetUrl: (path) => `/assets/${path}` });
const plan = views.plans(catalog).page('forum');
const actor = { userId: null, roles: ['public'], system: false };
const request = { actor, query: new URLSearchParams(), env: env() };
const results = plan.start(request).queries.map(answer);

let renders = 0;
const once = () => plan.start({ ...request, env: env() }).finish(results).html.text;
const { bytes, statements } = { bytes: Buffer.byteLength(once()), statements: results.length };
measure(once, 0.5);
renders = 0;
const busy = process.cpuUsage();
const rates = [1, 2, 3].map(() => measure(once, SECONDS)).sort((a, b) => a - b);
console.log(
  JSON.stringify({
    benchmark: 'render',
    node: process.version,
    statements,
    bytes,
    renders_per_second: Math.round(rates[1]),
    ms_per_render: Number((1000 / rates[1]).toFixed(4)),
    // What a render costs, whatever else the machine does meanwhile.
    cpu_ms_per_render: Number((process.cpuUsage(busy).user / 1000 / renders).toFixed(4)),
    spread: rates.map(Math.round),
  }),
);

/** @param {() => unknown} run @param {number} seconds @returns {number} runs a second */
function measure(run, seconds) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1000) {
    for (let i = 0; i < 20; i++) run();
    count += 20;
  }
  renders += count;
  return (count * 1000) / (performance.now() - start);
}

function env() {
  return views.env({ actor, locale: 'en', timeZone: 'Europe/Berlin', here: '/page/forum' });
}

/** @param {string} name */
function field(name) {
  return node('field', { field: name, label: 'none' });
}

/** @param {string} name */
function control(name) {
  return node('form_field', { field: name });
}

/** @param {string} view */
function place(view) {
  return node('embed', { view });
}

/**
 * Made-up rows as the database would give them.
 *
 * @param {import('@plinth/plugin').Query} query @returns {import('@plinth/plugin').Result}
 */
function answer({ spec }) {
  const count = spec.table === null ? 1 : (spec.limit ?? 1);
  const rows = Array.from({ length: count }, (_, n) => ({
    id: spec.table === null ? null : n + 1,
    ...Object.fromEntries(spec.select.map((select) => [select.as, value(select, n)])),
  }));
  return { rows, next: 'cursor', previous: null, totals: null, count: null };
}

/** @param {import('@plinth/plugin').Select} select @param {number} n */
function value(select, n) {
  if ('choices' in select) return Array.from({ length: 5 }, (_, i) => ({ value: i + 1, label: `Category ${i + 1}` }));
  if ('rows' in select) return [];
  if ('aggregate' in select) return select.aggregate === 'count' ? 10 : `2026-11-${10 + (n % 10)}T10:00:00.000Z`;
  if ('may' in select || 'expression' in select) return true;
  if (select.label) return `Somebody ${n}`;
  if (select.field === 'posted') return `2026-11-${10 + (n % 10)}T12:34:56.000Z`;
  if (select.field === 'category' || select.field === 'thread') return (n % 5) + 1;
  if (select.field === 'poster') return '0190f0f0-0000-7000-8000-000000000001';
  return `A text of usual length for the row number ${n}, with "quotes" & more`;
}
