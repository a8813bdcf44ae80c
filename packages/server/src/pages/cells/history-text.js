/** @import { Field, Query, Registry, Table, Row } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */

/** How many rows of one table have their labels looked up for one screen. */
const MOST = 500;
/** The target of file fields, which is not a table of the catalog. */
const FILES = 'files';
const USERS = 'users';

/**
 * Values of the history for people: references to rows, users and files by their current label.
 *
 * @param {App} app @param {Request} req @param {Table} table
 * @param {readonly { changes: { field: string, before: unknown, after: unknown }[] }[]} entries all entries whose
 *   values will be shown
 * @returns {Promise<(field: Field, value: unknown) => string>} an empty text for no value
 */
export async function historyText(app, req, table, entries) {
  const { catalog, formats } = req.ctx;
  /** @type {Map<string, Set<unknown>>} */
  const wanted = new Map();
  for (const { field, before, after } of entries.flatMap(({ changes }) => changes)) {
    const target = table.hasField(field) ? table.field(field).target : null;
    if (!target || (target !== FILES && !catalog.hasTable(target))) continue;
    const keys = wanted.get(target) ?? new Set();
    for (const key of [before, after].flat()) if (key !== null && key !== undefined) keys.add(key);
    wanted.set(target, keys);
  }
  const targets = [...wanted].filter(([name, keys]) => ![FILES, USERS].includes(name) && keys.size > 0);
  const [people, results, files] = await Promise.all([
    app.data.people.users.names([...(wanted.get(USERS) ?? [])].map(String)),
    req.ctx.select(targets.map(([name, keys]) => namesOf(catalog.table(name), [...keys]))),
    app.data.files.names([...(wanted.get(FILES) ?? [])].map(String)),
  ]);
  const names = new Map(
    targets.map(([name], i) => [
      name,
      new Map(results[i].rows.map((/** @type {Row} */ row) => [String(row.id), row.label])),
    ]),
  );
  if (wanted.has(FILES)) names.set(FILES, files);
  if (wanted.has(USERS)) names.set(USERS, people);
  const { t } = req.ctx;
  const gone = (/** @type {Field} */ { target }, /** @type {unknown} */ key) =>
    target === FILES ? t('comments.goneFile') : target === USERS ? t('comments.gone') : String(key);
  return (field, value) => {
    if (value === null || value === undefined) return '';
    const known = field.target ? names.get(field.target) : undefined;
    if (!known) return valueText(app.registry, field, value, formats);
    return [value]
      .flat()
      .map((key) => known.get(String(key)) ?? gone(field, key))
      .join(', ');
  };
}

/** @param {Table} table @param {unknown[]} keys @returns {Query} */
function namesOf(table, keys) {
  const label = Boolean(table.field(table.display).target);
  const spec = {
    table: table.name,
    select: [{ as: 'label', field: table.display, ...(label && { label }) }],
    where: { field: 'id', op: /** @type {const} */ ('in'), value: { param: 'keys' } },
    limit: MOST,
  };
  return { spec: spec, params: { keys: keys.slice(0, MOST) } };
}

/**
 * A value as text, even if the plugin of its type is disabled.
 *
 * @param {Registry} registry @param {Field} field @param {unknown} value @param {import('@plinth/plugin').Formats} formats
 */
const valueText = (registry, field, value, formats) =>
  registry.has('fieldType', field.type)
    ? registry.fieldType(field.type).format(value, field, formats)
    : String(typeof value === 'object' ? JSON.stringify(value) : value);
