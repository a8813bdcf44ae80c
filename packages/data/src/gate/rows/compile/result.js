import { aboutResult } from './about.js';
import { encodeCursor } from './cursor.js';
import { limitOf } from './spec.js';

/** @import { QuerySpec, Result, Values, Row } from '@plinth/plugin' */
/** @import { Estimated } from '../select.js' */
/** @import { Position } from './seek.js' */

/**
 * Turns the database's result into a page.
 *
 * @param {QuerySpec} spec @param {{ mark: string, keys: readonly unknown[], limit: number, counted: boolean }} compiled
 * @param {Position} position @param {Values[]} raw @param {Estimated | null} [estimated] how
 *   many rows there are
 * @returns {Result}
 */
export function toResult(spec, compiled, position, raw, estimated = null) {
  if (spec.count === 'about') return aboutResult(raw, estimated);
  if (spec.parts) return partsResult({ ...spec, parts: spec.parts }, compiled, raw);
  if (spec.groups?.length) return groupsResult(spec, compiled.limit, raw);
  const { counted } = compiled;
  const withTotals = counted || Boolean(spec.totals?.length);
  const found = withTotals ? inOrder(raw) : raw;
  const more = found.length > compiled.limit;
  const page = more ? found.slice(0, compiled.limit) : found;
  const backwards = position.direction === 'before';
  if (backwards) page.reverse();
  const hasNext = page.length > 0 && (backwards || more);
  const hasPrevious = page.length > 0 && (backwards ? more : position.direction === 'after');
  return {
    rows: page.map((row) => pick(spec, row)),
    next: hasNext && compiled.mark ? cursorOf(compiled, page[page.length - 1]) : null,
    previous: hasPrevious ? cursorOf(compiled, page[0]) : null,
    totals: spec.totals?.length ? Object.fromEntries(spec.totals.map(({ as }, i) => [as, raw[0][`$t${i}`]])) : null,
    count: counted ? raw[0].$count : estimated === null ? null : atLeast(estimated.count, page.length, position, more),
  };
}

/**
 * An estimate, corrected if the page itself shows a better number.
 *
 * @param {number} guess @param {number} found @param {Position} position @param {boolean} more
 */
function atLeast(guess, found, position, more) {
  if (position.direction === 'first' && !more) return found;
  return Math.max(guess, found + 1);
}

/**
 * Each group with its totals; there is only one page.
 *
 * @param {QuerySpec} spec @param {number} limit @param {Record<string, unknown>[]} raw
 * @returns {import('@plinth/plugin').Result}
 */
function groupsResult({ groups = [], totals = [] }, limit, raw) {
  const rows = raw.slice(0, limit).map((record) => ({
    id: null,
    ...Object.fromEntries(groups.map(({ as }) => [as, record[as]])),
    ...Object.fromEntries(totals.map(({ as }, i) => [as, record[`$t${i}`]])),
  }));
  return { rows, next: null, previous: null, totals: null, count: raw.length > limit ? null : raw.length };
}

/** With totals, an empty page is one record without a row. @param {Values[]} raw */
function inOrder(raw) {
  return raw.filter((row) => row.$row !== null).sort((a, b) => a.$row - b.$row);
}

/**
 * Rows by part. A part of which not all rows came has the cursor behind its last one.
 *
 * @param {QuerySpec & { parts: NonNullable<QuerySpec['parts']> }} spec
 * @param {{ mark: string, keys: readonly unknown[], limit: number }} compiled @param {Record<string, unknown>[]} raw
 * @returns {Result}
 */
function partsResult(spec, compiled, raw) {
  const { by, most, totals = [] } = spec.parts;
  const limit = limitOf(spec.parts);
  /** @type {Map<string, { raw: Record<string, unknown>[], record: Row }>} */
  const found = new Map();
  // Without rows of their own, those of a list in order still come as a record.
  for (const record of most ? raw : raw.slice(0, compiled.limit)) {
    const key = JSON.stringify(by.map((_, i) => record[`$p${i}`]));
    const part = found.get(key) ?? { raw: [], record };
    if (part.raw.length < limit && record.id !== null) part.raw.push(record);
    found.set(key, part);
  }
  const parts = [...found.values()].map(({ raw: own, record }) => ({
    values: by.map((_, i) => record[`$p${i}`]),
    rows: own.map((row) => pick(spec, row)),
    count: Number(record.$count),
    totals: Object.fromEntries(totals.map(({ as }, i) => [as, record[`$t${i}`]])),
    next: own.length > 0 && own.length < Number(record.$count) ? cursorOf(compiled, own[own.length - 1]) : null,
    ...(most && { label: record.$label }),
  }));
  const shown = most ? parts.slice(0, most) : parts;
  const rows = shown.flatMap((part) => part.rows);
  const isCut = shown.length < parts.length;
  return { rows, next: null, previous: null, totals: null, count: null, parts: shown, ...(most && { isCut }) };
}

/** @param {QuerySpec} spec @param {Row} row */
function pick(spec, row) {
  /** @type {Values} */
  const picked = { id: row.id };
  const { select } = spec;
  for (let i = 0; i < select.length; i++) picked[select[i].as] = row[select[i].as];
  return picked;
}

/** @param {{ mark: string, keys: readonly unknown[] }} compiled @param {Row} row */
function cursorOf({ mark, keys }, row) {
  return encodeCursor(
    mark,
    keys.map((_, i) => row[`$k${i}`]),
  );
}
