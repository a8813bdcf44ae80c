/** @import { Fragment } from '../sql/index.js' */
import { fixed, sql } from '../sql/index.js';
import { writtenSql } from './literals.js';

/** Year, month and so on are those where the site is. @typedef {{ timeZone: string }} Where */
/** @typedef {(args: Fragment[], where: Where) => Fragment} SqlFunction */

/**
 * What each function of expressions is in SQL: the same result for every argument, and no error for any. Whole numbers
 * are numeric while they are reckoned with, which can't overflow; durations are numbers of microseconds.
 *
 * @type {Readonly<Record<string, SqlFunction>>}
 */
export const sqlFunctions = Object.freeze({
  'add.int': ([a, b]) => sql`(${a}::numeric + ${b})`,
  'add.decimal': ([a, b]) => sql`(${a} + ${b})`,
  'add.text': ([a, b]) => sql`(coalesce(${a}, '') || coalesce(${b}, ''))`,
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
  'round.decimals': ([a, b]) => sql`case when ${b} between 0 and 12 then round(${a}, (${b})::int) end`,
  'floor.decimal': ([a]) => sql`floor(${a})`,
  'ceil.decimal': ([a]) => sql`ceil(${a})`,
  'sign.int': ([a]) => sql`sign(${a}::numeric)`,
  'sign.decimal': ([a]) => sql`sign(${a})`,
  'roundTo.decimal': ([a, step]) =>
    sql`(select trunc(round(${quotient(sql`x.a`, sql`nullif(x.step, 0)`)}) * x.step, 12) from (select ${a} as a, ${step} as step) x)`,
  'percentOf.decimal': ([a, rate]) => quotient(sql`trunc(${a} * ${rate}, 12)`, sql`100`),
  'addPercent.decimal': ([a, rate]) => quotient(sql`trunc(${a} * (${rate} + 100), 12)`, sql`100`),
  'withoutPercent.decimal': ([a, rate]) => quotient(sql`${a} * 100`, sql`nullif(${rate} + 100, 0)`),
  'share.decimal': ([a, whole]) => quotient(sql`${a} * 100`, sql`nullif(${whole}, 0)`),
  ...ofTwo('min', '<='),
  ...ofTwo('max', '>='),
  'int.int': ([a]) => a,
  'int.decimal': ([a]) => sql`trunc(${a})`,
  'int.text': ([a]) => sql`case when ${a} ~ '^[+-]?[0-9]{1,30}$' then (${a})::numeric end`,
  'number.decimal': ([a]) => a,
  'number.text': ([a]) =>
    sql`case when ${a} ~ '^[+-]?[0-9]{1,30}([.][0-9]{1,30})?$' then trunc((${a})::numeric, 12) end`,

  'contains.text': ([a, b]) => sql`(strpos(${a}, ${b}) > 0)`,
  'startsWith.text': ([a, b]) => sql`starts_with(${a}, ${b})`,
  'endsWith.text': ([a, b]) => sql`(right(${a}, char_length(${b})) = ${b})`,
  'lower.text': ([a]) => sql`lower((${a}) collate plinth.text_order)`,
  'upper.text': ([a]) => sql`upper((${a}) collate plinth.text_order)`,
  'trim.text': ([a]) => sql`btrim(${a}, E' \\t\\n\\r')`,
  'replace.text': ([a, b, c]) => sql`replace(${a}, ${b}, ${c})`,
  'substring.from': ([a, b]) => sql`substr(${a}, (${place(b)}) + 1)`,
  'substring.to': ([a, b, c]) => sql`substr(${a}, (${place(b)}) + 1, ${upTo(place(b), place(c))})`,
  'left.text': ([a, n]) => sql`left(${a}, ${place(n)})`,
  'right.text': ([a, n]) => sql`right(${a}, ${place(n)})`,
  'indexOf.text': ([a, b]) => sql`(strpos(${a}, ${b}) - 1)`,
  'textBefore.text': ([a, b]) =>
    sql`(select case when x.b <> '' and strpos(x.a, x.b) > 0 then left(x.a, strpos(x.a, x.b) - 1) end from (select ${a} as a, ${b} as b) x)`,
  'textAfter.text': ([a, b]) =>
    sql`(select case when x.b <> '' and strpos(x.a, x.b) > 0 then substr(x.a, strpos(x.a, x.b) + char_length(x.b)) end from (select ${a} as a, ${b} as b) x)`,
  // greatest() passes over what is empty. It is for the planner, as in addMonths: a length that is spelled out may be any.
  'padStart.text': ([a, n, fill]) =>
    sql`(select case when x.n is null or x.f is null then null when char_length(x.a) < least(x.n, 1000) then lpad(x.a, least(greatest(x.n, 0), 1000)::int, x.f) else x.a end
    from (select ${a} as a, ${n} as n, ${fill} as f) x)`,
  'join.list': ([a, between]) => sql`array_to_string(${a}, ${between})`,
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
    sql`(select case when x.at <= date '9999-12-31' and x.at >= date '0001-01-01' then x.at end
    from (select (${local(a, where)})::date as at) x)`,
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
  'startOfWeek.date': ([a]) => movedDay(a, sql`(1 - extract(isodow from ${a}))`),
  'startOfMonth.date': ([a]) => sql`(${a} - (extract(day from ${a})::int - 1))`,
  'endOfMonth.date': ([a]) =>
    sql`(date_trunc('month', (${a})::timestamp) + interval '1 month' - interval '1 day')::date`,
  'startOfYear.date': ([a]) => sql`(${a} - (extract(doy from ${a})::int - 1))`,
  'monthsBetween.date': ([a, b]) => monthsBetween(a, b),
  'yearsBetween.date': ([a, b]) => sql`div(${monthsBetween(a, b)}::numeric, 12::numeric)`,
  'addYears.date': ([a, b]) => addMonths(a, sql`((${b})::numeric * 12)`),
  'addMonths.date': ([a, b]) => addMonths(a, b),
  'seconds.duration': ([a]) => sql`(${a} * 0.000001)`,
  'minutes.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`60`),
  'hours.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`3600`),
  'days.duration': ([a]) => quotient(sql`${a} * 0.000001`, sql`86400`),
});

/** Exact: a division by div() has no digits of its own choosing. @param {Fragment} a @param {Fragment} b */
export function quotient(a, b) {
  return sql`(div((${a}) * 1000000000000, ${b}) * 0.000000000001)`;
}

/** least() and greatest() would skip what is empty. @param {string} name @param {string} sign */
function ofTwo(name, sign) {
  /** @type {SqlFunction} */
  const choose = ([a, b]) =>
    sql`case when ${a} ${fixed(sign)} ${b} then ${a} when ${b} ${fixed(sign)} ${a} then ${b} end`;
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

/** @param {Fragment} moment @param {Where} where */
function local(moment, { timeZone }) {
  return sql`(${moment} at time zone ${timeZone}::text)`;
}

/** Where a text is cut: not before its beginning, nor beyond what Postgres counts. @param {Fragment} number */
function place(number) {
  return sql`case when ${number} < 0 then 0 when ${number} > 1000000000 then 1000000000 else (${number})::int end`;
}

/** How many characters lie between two places. @param {Fragment} from @param {Fragment} to */
function upTo(from, to) {
  return sql`case when ${to} < ${from} then 0 else (${to}) - (${from}) end`;
}

/** Days between 0001-01-01 and 9999-12-31, counted from 1970. @param {Fragment} day @param {Fragment} days */
function movedDay(day, days) {
  return sql`(select case when x.at between -719162 and 2932896 then date '1970-01-01' + x.at::int end
    from (select (${day} - date '1970-01-01') + (${days})::numeric as at) x)`;
}

/** @param {Fragment} moment @returns {Fragment} numeric, since 1970 */
function microseconds(moment) {
  return sql`(extract(epoch from ${moment}) * 1000000)`;
}

/** In hours and seconds, because an interval of seconds goes through floating point. @param {Fragment} total */
function momentAt(total) {
  return sql`(select case when x.at between -62135596800000000 and 253402300799999999 then
      timestamptz '1970-01-01 00:00:00+00'
      + make_interval(hours => div(x.at, 3600000000)::int, secs => (mod(x.at, 3600000000) * 0.000001)::float8) end
    from (select ${total} as at) x)`;
}

/** The bounds are for the planner, which reckons with constants before it looks at conditions. @param {Fragment} day @param {Fragment} months */
function addMonths(day, months) {
  return sql`(select case when x.total between 12 and 119999 then (x.day + make_interval(months => greatest(least(x.months, 200000), -200000)::int))::date end
    from (select y.day, y.months, extract(year from y.day) * 12 + extract(month from y.day) - 1 + y.months as total
            from (select ${day} as day, (${months})::numeric as months) y) x)`;
}

/** A month is whole when its day of the month has come again. @param {Fragment} from @param {Fragment} to */
function monthsBetween(from, to) {
  return sql`(select case when y.months > 0 and y.days < 0 then y.months - 1 when y.months < 0 and y.days > 0 then y.months + 1 else y.months end
    from (select ((extract(year from x.b) - extract(year from x.a)) * 12 + extract(month from x.b) - extract(month from x.a))::int as months,
                 (extract(day from x.b) - extract(day from x.a))::int as days
            from (select ${from} as a, ${to} as b) x) y)`;
}
