/** @import { Result, Values } from '@plinth/plugin' */
/** @import { Dimension } from './dimension.js' */
/** @import { Numbers } from './numbers.js' */
/** @import { RowsLink } from './rows-link.js' */
import { STACKED, stackOf } from './stack.js';

/**
 * What is drawn: a value (or none) for each pair of category and series.
 *
 * @typedef {{ label: string, values: (number | null)[], links: (string | null)[] }} Category values by index of their
 *   series, and where the rows behind each are listed
 * @typedef {{ label: string, colour: string }} Series
 * @typedef {{ categories: Category[], series: Series[], most: number, least: number, isWhole?: boolean }} Model isWhole: its values are counts
 */

/** Neighbouring colours also differ for people who can't tell red from green. */
const COLOURS = ['blue', 'amber', 'teal', 'purple', 'red', 'cyan', 'lime', 'pink', 'orange', 'green', 'yellow', 'grey'];
const MOST_STEPS = 400;

/**
 * @param {Result | null} result
 * @param {{ category: Dimension, series: Dimension | null, config: Values, numbers: Numbers, link: RowsLink | null }} chart
 * @returns {Model | null} null if there is nothing to draw
 */
export function readModel(result, { category, series, config, numbers, link }) {
  const rows = result?.rows ?? [];
  if (rows.length === 0) return null;
  const saySeries = series && speaker(series, rows);
  const found = series ? unique(rows.map((row) => row[series.key])) : [null];
  const groups = series && saySeries ? seriesInOrder(found, series, saySeries) : found;
  const places = new Map(groups.map((value, i) => [value ?? null, i]));
  const sayCategory = speaker(category, rows);
  /** @type {Map<unknown, (number | null)[]>} */
  const table = new Map();
  for (const key of withoutGaps(inOrder(unique(rows.map((row) => row[category.key])), category), category)) {
    table.set(
      key,
      groups.map(() => (isSum(config) && category.step ? 0 : null)),
    );
  }
  for (const row of rows) {
    const values = table.get(row[category.key] ?? null);
    const value = numberOf(row.value);
    if (values) values[places.get(series ? (row[series.key] ?? null) : null) ?? 0] = value;
  }
  const categories = [...table].map(([key, values]) => ({
    label: sayCategory(key),
    values,
    links: groups.map((group, i) => (values[i] ? (link?.(key, group) ?? null) : null)),
  }));
  if (config.order === 'value') categories.sort((a, b) => sum(b.values) - sum(a.values));
  const all = categories.flatMap((category) =>
    STACKED.includes(config.kind)
      ? stackOf(category).map(({ to }) => to)
      : category.values.filter((value) => value !== null),
  );
  return {
    categories,
    series: groups.map((value, i) => ({
      label: saySeries ? saySeries(value) : numbers.title,
      colour: COLOURS[i % COLOURS.length],
    })),
    most: Math.max(0, ...all),
    least: Math.min(0, ...all),
    isWhole: config.aggregate === 'count',
  };
}

/**
 * What a group is called, by its value.
 *
 * @param {Dimension} dimension @param {readonly Values[]} rows @returns {(key: unknown) => string}
 */
function speaker({ as, key, say }, rows) {
  if (as === key) return say;
  const labels = new Map(rows.map((row) => [row[key], row[as]]));
  return (value) => say(labels.get(value));
}

/** A month without rows is 0 for a sum, but unknown for an average. @param {Values} config */
const isSum = ({ aggregate }) => aggregate === 'count' || aggregate === 'sum';

/** @param {unknown[]} values */
const unique = (values) => [...new Set(values.map((value) => value ?? null))];

/** @param {unknown[]} values @param {Dimension} dimension */
function inOrder(values, { rank }) {
  return rank ? values.sort((a, b) => rank(a) - rank(b)) : values;
}

/**
 * Series by name, so that each has its colour in every chart of them, whatever its rows begin with.
 *
 * @param {unknown[]} values @param {Dimension} series @param {(value: unknown) => string} say
 */
function seriesInOrder(values, series, say) {
  if (series.rank) return inOrder(values, series);
  const isNone = (/** @type {unknown} */ value) => Number(value === null);
  const name = series.step ? String : say;
  return values.sort((a, b) => isNone(a) - isNone(b) || series.compare(name(a), name(b)));
}

/** Decimals come as text, so that they stay exact. @param {unknown} value */
function numberOf(value) {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** @param {(number | null)[]} values */
const sum = (values) => values.reduce((/** @type {number} */ total, value) => total + (value ?? 0), 0);

/**
 * Fills gaps in time. If that would be too much to draw, the gaps stay.
 *
 * @param {any[]} days first days, in order @param {Dimension} dimension
 */
function withoutGaps(days, { step }) {
  const known = days.filter((day) => day !== null);
  if (!step || known.length < 2) return days;
  const filled = [known[0]];
  while (filled[filled.length - 1] < known[known.length - 1]) {
    if (filled.length > MOST_STEPS) return days;
    filled.push(nextDay(filled[filled.length - 1], step));
  }
  return days.length > known.length ? [...filled, null] : filled;
}

/** @param {string} day @param {string} step */
function nextDay(day, step) {
  const date = new Date(`${day}T00:00:00Z`);
  if (step === 'day') date.setUTCDate(date.getUTCDate() + 1);
  if (step === 'week') date.setUTCDate(date.getUTCDate() + 7);
  if (step === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  if (step === 'quarter') date.setUTCMonth(date.getUTCMonth() + 3);
  if (step === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}
