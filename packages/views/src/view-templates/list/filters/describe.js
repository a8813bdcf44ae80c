/** @import { AskedCondition, Formats, Translate, Values } from '@plinth/plugin' */
/** @import { FilterField } from './fields.js' */

import { COUNTED_PERIODS, countedPeriod } from '@plinth/plugin';

/** Choices of the rows that relations point at, by field. @typedef {Values | null} Choices */

/** Operators with words of their own for several values. */
const ANY = new Set(['eq', 'ne', 'has', 'lacks']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A condition in words: "is any of", "Open, Closed".
 *
 * @param {AskedCondition} asked @param {FilterField} known
 * @param {{ t: Translate, formats: Formats, type: Values, choices: Choices }} c
 * @returns {{ verb: string, value: string }[]}
 */
export function describe({ ops }, known, c) {
  const { t } = c;
  const texts = Object.fromEntries(ops.map((one) => [one.op, one.texts]));
  const words = [];
  if (texts.gte && texts.lte) {
    const [from, to] = [texts.gte[0], texts.lte[0]].map((text) => valueOf(text, known, c));
    words.push({ verb: t('list.op.between'), value: t('list.filter.range', { from, to }) });
  }
  for (const { op, texts: given } of ops) {
    if ((op === 'gte' || op === 'lte') && texts.gte && texts.lte) continue;
    if (op === 'empty' || op === 'filled') words.push({ verb: t(`list.op.${op}`), value: '' });
    else if (op === 'within') words.push({ verb: t('list.op.eq'), value: periodName(given[0], t) });
    else {
      const values = given.flatMap((text) => (op === 'in' ? text.split(',') : [text]));
      const value = values.map((text) => valueOf(text, known, c)).join(', ');
      words.push({ verb: verbOf(op, known, values.length > 1, t), value });
    }
  }
  return words;
}

/** Of a number of days, or one that is still to be typed. @param {string} name @param {Translate} t @returns {string} */
export function periodName(name, t) {
  if (COUNTED_PERIODS.includes(name)) return t(`list.period.${name}`, { count: '…' });
  const counted = countedPeriod(name);
  if (counted) return t(`list.period.${counted.form}`, { count: counted.count });
  return known(`list.period.${name}`, t) ?? name;
}

/** @param {string} op @param {Pick<FilterField, 'kind'>} field @param {boolean} several @param {Translate} t */
export function verbOf(op, { kind }, several, t) {
  const { name } = kind;
  if (name === 'date' && (op === 'lt' || op === 'gt' || op === 'gte' || op === 'lte')) return t(`list.op.date.${op}`);
  const wanted = op === 'in' ? 'eq' : op;
  const isAny = several && ANY.has(wanted);
  return known(isAny ? `list.op.${wanted}.any` : `list.op.${wanted}`, t) ?? op;
}

/** The text of a key that is made from an address, where anything may stand. @param {string} key @param {Translate} t */
const known = (key, t) => (t.has?.(key) ? t(key) : null);

/** A value as the list itself would show it. @param {string} text @param {FilterField} known @param {any} c */
function valueOf(text, { field, kind }, { t, formats, type, choices }) {
  if (kind.name === 'rows') return labelOf(text, choices?.[field.name], t);
  if (kind.name === 'boolean') return t(/^(true|1|yes)$/i.test(text) ? 'views.yes' : 'views.no');
  if (kind.name === 'date' && DAY.test(text)) return formats.date(text);
  if (kind.name === 'text') return text;
  try {
    const value = type(field).parse(kind.name === 'options' && field.traits.isMany ? [text] : text, field);
    return type(field).format(value, field, formats) || text;
  } catch {
    return text;
  }
}

/** @param {string} key @param {unknown} choices @param {Translate} t */
function labelOf(key, choices, t) {
  if (key === 'me') return t('list.filter.me');
  const found = Array.isArray(choices) ? choices.find(({ value }) => String(value) === key) : null;
  return found?.label ?? t('list.filter.unknown');
}
