/** @import { Fragment } from '../../postgres/sql/index.js' */
import { LONGEST_TEXT } from '@plinth/expressions';
import { fixed, localOf, momentOf, sql, whole } from '../../postgres/sql/index.js';
import { decimalSql, writtenSql } from './literals.js';
import { once } from './once.js';

/** The most characters that joining or replacing texts may produce; the evaluator has the same limit. */
const LONGEST = whole(LONGEST_TEXT);

/**
 * Year, month and so on are taken in the site's time zone.
 *
 * @typedef {{ timeZone: string, alias: () => string, strict?: boolean }} Where
 *   `strict`: a value that can't be converted is an error of the statement
 */
/** @typedef {(args: Fragment[], where: Where) => Fragment} SqlFunction */

/**
 * The SQL of each expression function: the same result as the evaluator for every argument, and never an error. Whole
 * numbers are numeric during calculations, which can't overflow; durations are numbers of microseconds. Arguments that
 * a function needs more than once go through `once`, so that the SQL grows linearly with the expression.
 *
 * @type {Readonly<Record<string, SqlFunction>>}
 */
export const sqlFunctions = Object.freeze({
  'add.int': ([a, b]) => sql`(${a}::numeric + ${b})`,
  'add.decimal': ([a, b]) => sql`(${a} + ${b})`,
  'add.text': ([a, b]) => sql`left(coalesce(${a}, '') || coalesce(${b}, ''), ${LONGEST})`,
  'add.date': ([a, b]) => movedDay(a, b),
  'add.moment': ([a, b]) => momentAt(sql`${microseconds(a)} + ${b}`),
  'add.duration': ([a, b]) => sql`(${a} + ${b})`,
  'subtract.int': ([a, b]) => sql`(${a}::numeric - ${b})`,
  'subtract.decimal': ([a, b]) => sql`(${a} - ${b})`,
  'subtract.date': ([a, b]) => movedDay(a, sql`(- ${b}::numeric)`),
  'subtract.dates': ([a, b]) => sql`(${a} - ${b})`,
  'subtract.moment': ([a, b]) => momentAt(sql`${microseconds(a)} - ${b}`),
  'subtract.moments': ([a, b]) => sql`(${microseconds(a)} - ${microseconds(b)})`,
  'subtract.duration': ([a, b]) => sql`(${a} - ${b})`,
  'multiply.int': ([a, b]) => sql`(${a}::numeric * ${b})`,
  'multiply.decimal': ([a, b]) => sql`trunc(${a} * ${b}, 12)`,
  'divide.int': ([a, b]) => sql`div(${a}::numeric, nullif(${b}, 0)::numeric)`,
  'divide.decimal': ([a, b]) => quotient(a, sql`nullif(${b}, 0)`),
  'modulo.int': ([a, b]) => sql`mod(${a}::numeric, nullif(${b}, 0)::numeric)`,
  'negate.int': ([a]) => sql`(- ${a}::numeric)`,
  'negate.decimal': ([a]) => sql`(- ${a})`,
  'negate.duration': ([a]) => sql`(- ${a})`,
  'decimal.int': ([a]) => sql`${a}::numeric`,

  'abs.int': ([a]) => sql`abs(${a}::numeric)`,
  'abs.decimal': ([a]) => sql`abs(${a})`,
  'round.whole': ([a]) => sql`round(${a})`,
  'round.decimals': ([a, b], { alias }) =>
    once([b], alias, (n) => sql`case when ${n} between 0 and 12 then round(${a}, (${n})::int) end`),
  'floor.decimal': ([a]) => sql`floor(${a})`,
  'ceil.decimal': ([a]) => sql`ceil(${a})`,
  'sign.int': ([a]) => sql`sign(${a}::numeric)`,
  'sign.decimal': ([a]) => sql`sign(${a})`,
  'roundTo.decimal': ([a, step], { alias }) =>
    once([step], alias, (one) => sql`trunc(round(${quotient(a, sql`nullif(${one}, 0)`)}) * ${one}, 12)`),
  'percentOf.decimal': ([a, rate]) => quotient(sql`trunc(${a} * ${rate}, 12)`, sql`100`),
  'addPercent.decimal': ([a, rate]) => quotient(sql`trunc(${a} * (${rate} + 100), 12)`, sql`100`),
  'withoutPercent.decimal': ([a, rate]) => quotient(sql`${a} * 100`, sql`nullif(${rate} + 100, 0)`),
  'share.decimal': ([a, whole]) => quotient(sql`${a} * 100`, sql`nullif(${whole}, 0)`),
  ...ofTwo('min', '<='),
  ...ofTwo('max', '>='),
  'int.int': ([a]) => a,
  'int.decimal': ([a]) => sql`trunc(${a})`,
  'int.text': ([a], where) => once([a], where.alias, (text) => numberOf('int', text, where)),
  'int.json': ([a], where) => inJson('int', a, where),
  'number.decimal': ([a]) => a,
  'number.text': ([a], where) => once([a], where.alias, (text) => numberOf('number', text, where)),
  'number.json': ([a], where) => inJson('number', a, where),

  'contains.text': ([a, b]) => sql`(strpos(${a}, ${b}) > 0)`,
  'startsWith.text': ([a, b]) => sql`starts_with(${a}, ${b})`,
  'endsWith.text': ([a, b], { alias }) => once([b], alias, (end) => sql`(right(${a}, char_length(${end})) = ${end})`),
  'lower.text': ([a]) => sql`lower((${a}) collate plinth.text_order)`,
  'upper.text': ([a]) => sql`upper((${a}) collate plinth.text_order)`,
  'trim.text': ([a]) => sql`btrim(${a}, E' \\t\\n\\r')`,
  'replace.text': (args, { alias }) => once(args, alias, replaced),
  'substring.from': ([a, b], { alias }) => once([b], alias, (from) => sql`substr(${a}, (${characterIndex(from)}) + 1)`),
  'substring.to': ([a, b, c], { alias }) =>
    once(
      [b, c],
      alias,
      (from, to) => sql`substr(${a}, (${characterIndex(from)}) + 1, ${upTo(characterIndex(from), characterIndex(to))})`,
    ),
  'left.text': ([a, n], { alias }) => once([n], alias, (length) => sql`left(${a}, ${characterIndex(length)})`),
  'right.text': ([a, n], { alias }) => once([n], alias, (length) => sql`right(${a}, ${characterIndex(length)})`),
  'indexOf.text': ([a, b]) => sql`(strpos(${a}, ${b}) - 1)`,
  'textBefore.text': (args, { alias }) =>
    once(
      args,
      alias,
      (a, b) => sql`case when ${b} <> '' and strpos(${a}, ${b}) > 0 then left(${a}, strpos(${a}, ${b}) - 1) end`,
    ),
  'textAfter.text': (args, { alias }) =>
    once(
      args,
      alias,
      (a, b) =>
        sql`case when ${b} <> '' and strpos(${a}, ${b}) > 0 then substr(${a}, strpos(${a}, ${b}) + char_length(${b})) end`,
    ),
  // greatest() ignores empty values. It is for the planner, as in addMonths, because a literal length may be anything.
  'padStart.text': (args, { alias }) =>
    once(
      args,
      alias,
      (a, n, fill) =>
        sql`case when ${n} is null or ${fill} is null then null when char_length(${a}) < least(${n}, 1000) then lpad(${a}, least(greatest(${n}, 0), 1000)::int, ${fill}) else ${a} end`,
    ),
  'join.list': ([a, between]) => sql`left(array_to_string(${a}, ${between}), ${LONGEST})`,
  'string.text': ([a]) => a,
  'string.int': ([a]) => sql`(${a})::text`,
  'string.decimal': ([a]) => sql`trim_scale(${a})::text`,
  'string.bool': ([a]) => sql`(${a})::text`,
  'string.date': ([a]) => writtenSql(a, 'date'),
  'string.moment': ([a]) => writtenSql(a, 'moment'),
  'string.time': ([a]) => writtenSql(a, 'time'),
  'string.id': ([a]) => sql`(${a})::text`,

  'size.text': ([a]) => sql`coalesce(char_length(${a}), 0)`,
  'size.list': ([a]) => sql`coalesce(cardinality(${a}), 0)`,
  'isEmpty.text': ([a]) => sql`(coalesce(${a}, '') = '')`,
  'isEmpty.list': ([a]) => sql`(coalesce(cardinality(${a}), 0) = 0)`,
  ...presence(['bool', 'int', 'decimal', 'date', 'moment', 'time', 'duration', 'id']),
  'ifEmpty.text': ([a, b]) => sql`coalesce(${a}, ${b})`,

  'date.date': ([a]) => a,
  'date.moment': ([a], where) =>
    once(
      [sql`(${local(a, where)})::date`],
      where.alias,
      (day) => sql`case when ${day} <= date '9999-12-31' and ${day} >= date '0001-01-01' then ${day} end`,
    ),
  'timestamp.local': ([day, time], where) =>
    once([momentOf(sql`(${day} + ${time})`, where.timeZone)], where.alias, inMoments),
  ...partOf('year', 'year'),
  ...partOf('month', 'month'),
  ...partOf('day', 'day'),
  ...partOf('weekday', 'isodow'),
  'hour.moment': ([a], where) => sql`extract(hour from ${local(a, where)})::int`,
  'hour.time': ([a]) => sql`extract(hour from ${a})::int`,
  'minute.moment': ([a], where) => sql`extract(minute from ${local(a, where)})::int`,
  'minute.time': ([a]) => sql`extract(minute from ${a})::int`,
  'second.moment': ([a], where) => sql`floor(extract(second from ${local(a, where)}))::int`,
  'second.time': ([a]) => sql`floor(extract(second from ${a}))::int`,
  'time.time': ([a]) => a,
  'time.moment': ([a], where) => sql`date_trunc('second', ${local(a, where)})::time`,
  ...partOf('quarter', 'quarter'),
  ...partOf('week', 'week'),
  ...partOf('dayOfYear', 'doy'),
  'startOfWeek.date': ([a]) => startOf('week', a),
  'startOfMonth.date': ([a]) => startOf('month', a),
  'endOfMonth.date': ([a]) =>
    sql`(date_trunc('month', (${a})::timestamp) + interval '1 month' - interval '1 day')::date`,
  'startOfYear.date': ([a]) => startOf('year', a),
  'monthsBetween.date': ([a, b], where) => monthsBetween(a, b, where),
  'yearsBetween.date': ([a, b], where) => sql`div((${monthsBetween(a, b, where)})::numeric, 12::numeric)`,
  'addYears.date': ([a, b], where) => addMonths(a, sql`((${b})::numeric * 12)`, where),
  'addMonths.date': ([a, b], where) => addMonths(a, b, where),
  'seconds.duration': ([a]) => sql`(${a} * 0.000001)`,
  'minutes.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`60`),
  'hours.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`3600`),
  'days.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`86400`),
});

const WRITTEN = Object.freeze({
  int: fixed(`'^[ \t\n\r]*[+-]?[0-9]{1,30}[ \t\n\r]*$'`),
  number: fixed(`'^[ \t\n\r]*[+-]?[0-9]{1,30}([.][0-9]{1,30})?[ \t\n\r]*$'`),
});

/** @param {'int' | 'number'} name @param {Fragment} text @param {Where} where */
function numberOf(name, text, { strict = false }) {
  const value = name === 'int' ? sql`(${text})::numeric` : sql`trunc((${text})::numeric, 12)`;
  const number = sql`case when ${text} ~ ${WRITTEN[name]} then ${value}`;
  return strict
    ? sql`${number} when ${text} is not null then plinth.not_convertible(${name}, ${text}) end`
    : sql`${number} end`;
}

/** JSON has numbers of its own, but programs often write them as texts. @param {'int' | 'number'} name @param {Fragment} json @param {Where} where */
function inJson(name, json, where) {
  return once([json], where.alias, (value) => {
    const inText = once([sql`(${value} #>> '{}')`], where.alias, (text) => numberOf(name, text, where));
    const number = decimalSql(value, where.alias);
    const wrong = where.strict
      ? sql` when jsonb_typeof(${value}) not in ('number', 'null') then plinth.not_convertible(${name}, (${value})::text)`
      : fixed('');
    return sql`case when jsonb_typeof(${value}) = 'string' then ${inText}${wrong} else ${name === 'int' ? sql`trunc(${number})` : number} end`;
  });
}

/** Exact: a division by div() does not choose a number of digits. @param {Fragment} a @param {Fragment} b */
export function quotient(a, b) {
  return sql`(div((${a}) * 1000000000000, ${b}) * 0.000000000001)`;
}

/** least() and greatest() would skip empty values. @param {string} name @param {string} sign */
function ofTwo(name, sign) {
  /** @type {SqlFunction} */
  const choose = (args, { alias }) =>
    once(
      args,
      alias,
      (a, b) => sql`case when ${a} ${fixed(sign)} ${b} then ${a} when ${b} ${fixed(sign)} ${a} then ${b} end`,
    );
  return Object.fromEntries(
    ['int', 'decimal', 'date', 'moment', 'time', 'duration'].map((type) => [`${name}.${type}`, choose]),
  );
}

/** @param {string[]} types */
function presence(types) {
  /** @type {[string, SqlFunction][]} */
  const entries = types.flatMap((type) => [
    [`isEmpty.${type}`, ([a]) => sql`(${a} is null)`],
    [`ifEmpty.${type}`, ([a, b]) => sql`coalesce(${a}, ${b})`],
  ]);
  return Object.fromEntries(entries);
}

/** @param {string} name @param {string} part @returns {Record<string, SqlFunction>} */
function partOf(name, part) {
  return {
    [`${name}.date`]: ([a]) => sql`extract(${fixed(part)} from ${a})::int`,
    [`${name}.moment`]: ([a], where) => sql`extract(${fixed(part)} from ${local(a, where)})::int`,
  };
}

/** @param {string} part @param {Fragment} day */
function startOf(part, day) {
  return sql`date_trunc('${fixed(part)}', (${day})::timestamp)::date`;
}

/** @param {Fragment} moment @param {Where} where */
function local(moment, { timeZone }) {
  return localOf(moment, timeZone);
}

/** Where a text is cut: not before its beginning, nor beyond PostgreSQL's integers. @param {Fragment} number */
function characterIndex(number) {
  return sql`case when ${number} < 0 then 0 when ${number} > 1000000000 then 1000000000 else (${number})::int end`;
}

/** The number of characters between two positions. @param {Fragment} from @param {Fragment} to */
function upTo(from, to) {
  return sql`case when ${to} < ${from} then 0 else (${to}) - (${from}) end`;
}

/**
 * The length is computed first: a text of some thousand characters could become gigabytes.
 *
 * @type {(...args: Fragment[]) => Fragment}
 */
function replaced(text, from, to) {
  const found = sql`(char_length(${text}) - char_length(replace(${text}, ${from}, ''))) / nullif(char_length(${from}), 0)`;
  return sql`case when char_length(${to}) <= char_length(${from}) or ${from} = ''
      or char_length(${text}) + (${found})::bigint * (char_length(${to}) - char_length(${from})) <= ${LONGEST}
    then replace(${text}, ${from}, ${to}) end`;
}

/**
 * A whole number, or null if it is out of range. Uses its argument once: additions are chained hundreds of times, and
 * planning a chain of sub-selects takes quadratic time.
 *
 * @param {Fragment} number @param {bigint} least @param {bigint} most
 */
function within(number, least, most) {
  const [below, above] = [whole(least - 1n), whole(most + 1n)];
  // An empty value becomes `above`, since least() skips it, and thus empty again.
  return sql`nullif(nullif(greatest(least(${number}, ${above}), ${below}), ${above}), ${below})`;
}

/** Days between 0001-01-01 and 9999-12-31, counted from 1970. @param {Fragment} day @param {Fragment} days */
function movedDay(day, days) {
  const at = within(sql`(${day} - date '1970-01-01') + (${days})::numeric`, -719162n, 2932896n);
  return sql`(date '1970-01-01' + ${at}::int)`;
}

/** @param {Fragment} moment @returns {Fragment} null outside of the years 1 to 9999, in UTC */
const inMoments = (moment) =>
  sql`case when ${moment} between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999999+00' then ${moment} end`;

/** @param {Fragment} moment @returns {Fragment} numeric, since 1970 */
function microseconds(moment) {
  return sql`(extract(epoch from ${moment}) * 1000000)`;
}

/** As text, because an interval of seconds goes through floating point. @param {Fragment} total */
function momentAt(total) {
  const at = within(total, -62135596800000000n, 253402300799999999n);
  return sql`(timestamptz '1970-01-01 00:00:00+00' + (${at}::bigint::text || ' microseconds')::interval)`;
}

/**
 * The limits are for the planner, which evaluates constants before it looks at conditions.
 *
 * @param {Fragment} day @param {Fragment} months @param {Where} where
 */
function addMonths(day, months, { alias }) {
  return once([day, sql`(${months})::numeric`], alias, (from, count) => {
    const total = sql`extract(year from ${from}) * 12 + extract(month from ${from}) - 1 + ${count}`;
    return sql`case when ${total} between 12 and 119999 then
      (${from} + make_interval(months => greatest(least(${count}, 200000), -200000)::int))::date end`;
  });
}

/**
 * A month is complete when its day of the month has come again.
 *
 * @param {Fragment} from @param {Fragment} to @param {Where} where
 */
function monthsBetween(from, to, { alias }) {
  return once([from, to], alias, (a, b) => {
    const months = sql`((extract(year from ${b}) - extract(year from ${a})) * 12 + extract(month from ${b}) - extract(month from ${a}))::int`;
    const days = sql`(extract(day from ${b}) - extract(day from ${a}))::int`;
    return sql`(${months} + case when ${months} > 0 and ${days} < 0 then -1 when ${months} < 0 and ${days} > 0 then 1 else 0 end)`;
  });
}
