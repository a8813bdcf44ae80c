import { randomBytes } from 'node:crypto';
import { HOOK } from './crowded-site.js';

const encode = encodeURIComponent;
const ROWS = '/api/v1/tables/notes/rows';
const NESTED =
  'row.notes.exists(a, a.notes.exists(b, b.parts.exists(c, c.n > row.score * 2 && c.note.title.contains(row.kind))))';
const SLOW =
  'row.parts.exists(c, c.note.body.contains(row.title + "x") || c.n % 7 == row.score % 5 && c.note.body.contains("zz"))';
const LONG = Array.from({ length: 60 }, (_, i) => `word${i} text`).join(' ');

/**
 * @typedef {{ path: string, method?: string, accept?: string, body?: string | Buffer | (() => string | Buffer), type?: string, as?: 'token' | 'cookie' | 'nobody',
 *   how?: 'slow body' | 'slow reader' | 'gone' | 'stream', atOnce?: number }} Bad
 */
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * The worst that one ordinary account can do, by what it does. Each is sent by twenty callers at once (or `atOnce`), again and
 * again.
 *
 * @type {Record<string, Bad>}
 */
export const WORST = {
  'pages that nobody has asked for': { path: '/view/notes_list?cold=$', as: 'cookie' },
  'a page, searched for long texts': { path: `/view/notes_list?q=${encode(`${LONG} $`)}`, as: 'cookie' },
  'a page in a costly order': { path: '/view/notes_list?sort=-body&cold=$', as: 'cookie' },
  'the same page all the time': { path: '/view/quiet_list', as: 'cookie', atOnce: 50 },
  'a filter of three nested exists, counted': { path: `${ROWS}?filter=${encode(NESTED)}&count=exact` },
  'a filter that differs each time': { path: `${ROWS}?filter=${encode(`row.score != $ && ${NESTED}`)}` },
  'a filter that takes seconds, counted': { path: `${ROWS}?filter=${encode(SLOW)}&count=exact` },
  'an exact count of a text within texts': {
    path: `${ROWS}?count=exact&body.contains=${encode('of the text words $')}`,
  },
  'groups by three fields': { path: `${ROWS}?group=title,kind,place&aggregate=count,sum(score)&limit=500` },
  'groups by months of all rows': { path: `${ROWS}?group=due:day,kind&aggregate=count&limit=500` },
  'a long search': { path: `${ROWS}?q=${encode(LONG)}&count=exact` },
  'rows of rows of rows': { path: `${ROWS}?expand=notes.parts,parent.parent.parent,parts&limit=500` },
  'totals of everything': {
    path: `${ROWS}?aggregate=${encode('sum(score),avg(score),min(title),max(due)')}&count=exact`,
  },
  'large pages of rows': { path: `${ROWS}?limit=500` },
  'an export as CSV': { path: '/view/notes_list/export.csv', as: 'cookie' },
  'an export as Excel': { path: '/view/notes_list/export.xlsx', as: 'cookie' },
  'an export by the API, read slowly': { path: ROWS, accept: 'application/x-ndjson', how: 'slow reader' },
  'PDF files': { path: '/view/notes_list/export.pdf?q=Note+1', as: 'cookie' },
  'a search everywhere': { path: `/search?q=${encode('words of the text')}`, as: 'cookie' },
  'requests whose client leaves': { path: `${ROWS}?filter=${encode(NESTED)}`, how: 'gone' },
  'streams of changes': { path: '/api/v1/changes?table=notes', how: 'stream' },
  'single rows': { path: ROWS, method: 'POST', type: json, body: '{"title":"one more"}', atOnce: 50 },
  'batches of rows': {
    path: '/api/v1/transactions',
    method: 'POST',
    type: json,
    body: JSON.stringify({
      steps: Array.from({ length: 200 }, () => ({ op: 'insert', table: 'notes', values: { title: 'one of many' } })),
    }),
  },
  'changes of many rows': {
    path: ROWS,
    method: 'PATCH',
    type: json,
    body: JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ id: i + 1, place: 'moved' }))),
  },
  uploads: {
    path: '/api/v1/files?name=a.bin&table=papers&field=file',
    method: 'POST',
    type: 'application/octet-stream',
    body: () => randomBytes(2_000_000),
  },
  'bodies that come slowly': {
    path: ROWS,
    method: 'POST',
    type: json,
    body: '{"title":"slow"}',
    how: 'slow body',
    atOnce: 40,
  },
  'deep bodies': {
    path: '/api/v1/transactions',
    method: 'POST',
    type: json,
    body: '{"a":'.repeat(900) + '1' + '}'.repeat(900),
  },
  'functions that wait for ever': { path: '/fn/waits' },
  'functions that never stop': { path: '/fn/burns' },
  'functions that multiply without end': { path: '/fn/bomb' },
  'functions that eat memory': { path: '/fn/hoards' },
  'functions that list everything': { path: '/fn/lists', atOnce: 8 },
  'functions with large results': { path: '/fn/large' },
  'functions that send in parts to a slow reader': { path: '/fn/streams', how: 'slow reader' },
  'functions that write': { path: '/fn/writes', method: 'POST', type: json, body: '{}' },
  'rows whose function hangs': {
    path: '/api/v1/tables/hanging/rows',
    method: 'POST',
    type: json,
    body: '{"text":"hang"}',
  },
  'rows that start triggers': {
    path: '/api/v1/tables/started/rows',
    method: 'POST',
    type: json,
    body: '{"text":"go"}',
  },
  workflows: { path: '/api/v1/workflow-runs', method: 'POST', type: json, body: '{"workflow":"burns","row":1}' },
  'saved filters': {
    path: '/view/notes_list/saved',
    method: 'POST',
    type: json,
    as: 'cookie',
    body: '{"name":"f $","query":"q=$"}',
  },
  comments: { path: '/comments/notes/1', method: 'POST', type: form, as: 'cookie', body: 'text=hello+$' },
  'logins with wrong passwords': {
    path: '/auth/login',
    method: 'POST',
    type: form,
    as: 'nobody',
    body: 'email=eve%40example.com&password=wrong+$',
  },
  'visitors of sixty addresses': { path: `${ROWS}?filter=${encode(NESTED)}&count=exact`, as: 'nobody', atOnce: 60 },
  'agents asking by MCP': {
    path: '/mcp',
    method: 'POST',
    type: json,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  },
  'large bodies': {
    path: '/api/v1/tables/notes/rows',
    method: 'POST',
    type: json,
    body: () => JSON.stringify({ body: 'x'.repeat(900_000) }),
  },
  'answers that nobody takes': { path: `${ROWS}?limit=500`, how: 'slow reader', atOnce: 60 },
  'bodies of many small values': {
    path: '/api/v1/transactions',
    method: 'POST',
    type: json,
    body: () => JSON.stringify({ steps: Array.from({ length: 45_000 }, (_, i) => i) }),
  },
  'forms with large texts': {
    path: '/view/notes_edit',
    method: 'POST',
    type: form,
    as: 'cookie',
    body: () => `title=large&body=${'x'.repeat(900_000)}`,
  },
  charts: { path: '/view/notes_kinds?cold=$', as: 'cookie' },
  'charts over time': { path: '/view/notes_days?cold=$', as: 'cookie' },
  webhooks: { path: `/hook/${HOOK}`, method: 'POST', type: json, as: 'nobody', body: '{"n":$}' },
  'webhooks with large bodies': {
    path: `/hook/${HOOK}`,
    method: 'POST',
    type: json,
    as: 'nobody',
    body: () => JSON.stringify({ text: 'x'.repeat(250_000) }),
  },
  'rows imported by a key': {
    path: '/api/v1/tables/stock/rows?by=name',
    method: 'PUT',
    type: json,
    body: JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ name: `Part ${i}`, amount: i }))),
  },
  'cells pasted into a list': {
    path: '/view/notes_cells/cells',
    method: 'POST',
    type: json,
    as: 'cookie',
    body: JSON.stringify({
      rows: Array.from({ length: 200 }, (_, i) => ({ id: i + 1, set: { place: { text: 'pasted' } } })),
    }),
  },
  'lists of large rows': { path: `${ROWS}?limit=500&sort=-id` },
};
