/** @import { Catalog, Field, Query, QuerySpec, Registry, Result, Select, Table, Row } from '@plinth/plugin' */

const ROWS = 5;

/**
 * What a statement on an empty table could return: rows with sample words, so that a view of it can be pictured.
 *
 * @param {Query} query on a table
 * @param {{ catalog: Catalog, registry: Registry, words: readonly string[], today: string }} context
 *   words: sample texts; today: an ISO day
 * @returns {Result}
 */
export function sampleResult({ spec }, { catalog, registry, words, today }) {
  const table = catalog.table(spec.table ?? '');
  const sample = createSamples(registry, words, today);
  const none = { next: null, previous: null, totals: null, count: null };
  if (spec.groups) return { ...none, rows: groupsOf(spec, table, catalog, sample), count: ROWS };
  const rowOf = (/** @type {number} */ i) => ({
    id: i + 1,
    ...Object.fromEntries(spec.select.map((select) => [select.as, columnOf(select, table, catalog, sample, i)])),
  });
  const many = Math.min(spec.limit ?? ROWS, ROWS);
  const rows = Array.from({ length: many }, (_, i) => rowOf(i));
  const totals = Object.fromEntries((spec.totals ?? []).map(({ as, aggregate }) => [as, totalOf(aggregate, many)]));
  const whole = { ...none, rows, totals: spec.totals ? totals : null, count: many };
  return spec.parts ? { ...whole, rows: [], parts: partsOf(spec, table, rows, sample) } : whole;
}

/** @typedef {(field: Field, i: number) => any} Sample */

/** @param {string} aggregate @param {number} many */
const totalOf = (aggregate, many) => (aggregate === 'count' ? many : 120);

/** Falling numbers, so that a chart is not flat. @param {QuerySpec} spec @param {Table} table @param {Catalog} catalog @param {Sample} sample */
function groupsOf(spec, table, catalog, sample) {
  return Array.from({ length: ROWS }, (_, i) => ({
    ...Object.fromEntries(
      (spec.groups ?? []).map(({ as, field, label }, n) => [
        as,
        columnOf({ as, field, label }, table, catalog, sample, n === 0 ? i : 0),
      ]),
    ),
    ...Object.fromEntries((spec.totals ?? []).map(({ as }) => [as, (ROWS - i) * 4 + ((i * 7) % 5)])),
  }));
}

/** @param {QuerySpec} spec @param {Table} table @param {Row[]} rows @param {Sample} sample */
function partsOf(spec, table, rows, sample) {
  const by = spec.parts?.by ?? [];
  const totals = Object.fromEntries((spec.parts?.totals ?? []).map(({ as, aggregate }) => [as, totalOf(aggregate, 2)]));
  /** @type {Map<string, { values: any[], rows: any[] }>} */
  const parts = new Map();
  rows.forEach((row, i) => {
    const values = by.map((name) => sample(table.field(name), i));
    const part = parts.get(JSON.stringify(values)) ?? { values, rows: [] };
    part.rows.push(row);
    parts.set(JSON.stringify(values), part);
  });
  return [...parts.values()].map((part) => ({ ...part, count: part.rows.length, totals, next: null }));
}

/** @param {Select} select @param {Table} table @param {Catalog} catalog @param {Sample} sample @param {number} i */
function columnOf(select, table, catalog, sample, i) {
  if ('may' in select) return true;
  if ('expression' in select) return null;
  if ('choices' in select || 'rows' in select) return [];
  if ('aggregate' in select) return select.aggregate === 'count' ? i + 1 : select.aggregate === 'array' ? [] : null;
  if (select.field === 'id') return i + 1;
  const found = catalog.path(table, select.field);
  if (!found) return null;
  return select.label ? sample({ ...found.field, type: 'text', target: null }, i) : sample(found.field, i);
}

/**
 * A value that a field could have: the first of a few that its type accepts.
 *
 * @param {Registry} registry @param {readonly string[]} words @param {string} today @returns {Sample}
 */
function createSamples(registry, words, today) {
  const day = (/** @type {number} */ i) =>
    new Date(Date.parse(`${today}T09:30:00Z`) + (i * 3 - 4) * 86_400_000).toISOString();
  return (field, i) => {
    if (field.target) return field.traits.isMany || field.target === 'files' ? null : i + 1;
    if (!registry.has('fieldType', field.type)) return null;
    const { options } = field.attributes ?? {};
    const word = words[i % words.length] ?? '';
    const tries = [
      ...(options?.length ? [options[i % options.length].value, [options[i % options.length].value]] : []),
      ...[word, i % 2 === 0, (i + 1) * 12, i + 1, day(i).slice(0, 10), day(i), `0${(i % 9) + 1}:30`],
      ...['ada@example.com', 'https://example.com', '#206bc4', '+1 555 0100'],
    ];
    return tries.map((input) => accepted(registry, field, input)).find((value) => value !== undefined) ?? null;
  };
}

/** Types of numbers get numbers alone: some would read a word, too. @param {Registry} registry @param {Field} field @param {unknown} input */
function accepted(registry, field, input) {
  const type = registry.fieldType(field.type);
  if (type.group === 'number' && typeof input !== 'number') return undefined;
  try {
    const value = type.parse(input, field);
    type.validate(value, field);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}
