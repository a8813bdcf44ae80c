// What can be written at a place of a function's code. Pure: the text, the position and the schema in, the offers out.

/**
 * @typedef {{ tables: Record<string, { label: string, fields: { name: string, label: string }[] }> }} Schema
 * @typedef {{ label: string, detail: string, type: string, apply?: string, boost?: number }} Offer
 */

/** @type {Record<string, string>} */
const MEMBERS = {
  rows: "rows('table')",
  log: 'log(…values)',
  fetch: 'fetch(url, { method, headers, body })',
  mail: 'mail({ to, subject, text })',
  notify: 'notify({ to, role, text, table, row, mail })',
  start: 'start(workflow, { row, inputs })',
  secrets: "secrets.get('name')",
  fail: 'fail(message, { status })',
  respond: 'respond(body, { status, type })',
  user: 'id, name, email, roles',
};
/** @type {Record<string, string>} */
const METHODS = {
  list: '{ where, sort, limit }',
  get: 'id',
  insert: 'values',
  update: 'id, values',
  remove: 'id',
  aggregate: '{ sum, group }',
};
/** @type {Record<string, string[]>} */
const OPTIONS = {
  list: ['where', 'filter', 'search', 'sort', 'fields', 'limit', 'after'],
  aggregate: ['where', 'filter', 'group', 'count', 'sum', 'avg', 'min', 'max', 'limit'],
};
const TABLE = /\bplinth\s*\.\s*rows\(\s*(['"`])([a-z]\w*)\1\s*\)/g;

/**
 * @param {string} text @param {number} at offset of the cursor @param {Schema} schema
 * @param {readonly { name: string, label: string }[]} params of the function
 * @returns {{ from: number, options: Offer[] } | null}
 */
export function offersAt(text, at, schema, params) {
  const before = text.slice(0, at);
  const word = /\w*$/.exec(before)?.[0] ?? '';
  const from = at - word.length;
  const head = before.slice(0, from);
  // Before the keywords of the language.
  const offer = (/** @type {Offer[]} */ options) =>
    options.length > 0 ? { from, options: options.map((one) => ({ ...one, boost: 10 })) } : null;
  if (/\bplinth\s*\.\s*rows\(\s*['"`]$/.test(head))
    return offer(
      Object.entries(schema.tables).map(([label, table]) => ({ label, detail: table.label, type: 'class' })),
    );
  if (/\bplinth\s*\.\s*$/.test(head)) return offer(described(MEMBERS));
  if (/\binput\s*\.\s*$/.test(head))
    return offer(params.map(({ name, label }) => ({ label: name, detail: label, type: 'property' })));
  if (/\brows\([^()]*\)\s*\.\s*$/.test(head) || isRows(before, head)) return offer(described(METHODS));
  const fields = fieldsNear(before, text, schema);
  if (/[\w)\]]\s*\??\.\s*$/.test(head)) return offer(fields);
  if (word === '' && !/[{,'"`[]\s*$/.test(head)) return null;
  const method = /\.\s*(list|aggregate)\(\s*\{[^{}]*$/.exec(before)?.[1];
  const options = (OPTIONS[method ?? ''] ?? []).map((label) => ({
    label,
    detail: '',
    type: 'keyword',
    apply: `${label}: `,
  }));
  return method || isInCall(before) ? offer([...options, ...fields]) : null;
}

/** @param {Record<string, string>} named @returns {Offer[]} */
const described = (named) => Object.entries(named).map(([label, detail]) => ({ label, detail, type: 'function' }));

/** Whether the name before the point was set to the rows of a table. @param {string} before @param {string} head */
function isRows(before, head) {
  const name = /\b([a-zA-Z_$]\w*)\s*\.\s*$/.exec(head)?.[1];
  return name !== undefined && new RegExp(String.raw`\b${name}\s*=\s*plinth\s*\.\s*rows\(`).test(before);
}

/** Whether the cursor is in a call of a table's method. @param {string} before */
function isInCall(before) {
  const start = Math.max(
    ...['list', 'get', 'insert', 'update', 'aggregate'].map((name) => before.lastIndexOf(`.${name}(`)),
  );
  if (start < 0) return false;
  let depth = 0;
  for (const character of before.slice(start)) depth += { '(': 1, ')': -1 }[character] ?? 0;
  return depth > 0;
}

/** Fields of the table that was named last, otherwise of all that are named. @param {string} before @param {string} text @param {Schema} schema @returns {Offer[]} */
function fieldsNear(before, text, schema) {
  const near = [...before.matchAll(TABLE)].map(([, , name]) => name).slice(-1);
  const names = near.length > 0 ? near : [...text.matchAll(TABLE)].map(([, , name]) => name);
  const fields = [...new Set(names)].flatMap((name) => schema.tables[name]?.fields ?? []);
  return fields.map(({ name, label }) => ({ label: name, detail: label === name ? '' : label, type: 'property' }));
}
