/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { CsvRecord } from './records.js' */
/** @import { Exception } from './exceptions.js' */
/** @import { MappedColumn } from './mapping.js' */
import { AppError } from '@plinth/plugin';
import { isUnique } from '../../catalog/ddl/model.js';
import { createSelect } from '../../gate/rows/select.js';
import { fromPayload, toPayload } from '../../gate/rows/write/payload.js';
import { createWriteContext } from '../../gate/rows/write-rows.js';
import { columnSql, tableSql } from '../../postgres/sql/physical.js';
import { sql } from '../../postgres/sql/index.js';
import { createExceptions } from './exceptions.js';
import { createLookups } from './lookups.js';
import { readRecord } from './read-record.js';

/** Values of unique fields that are remembered, and their letters: what comes twice farther apart is told by the import. */
const MOST_SEEN = 200_000;
const MOST_LETTERS = 8_000_000;

/**
 * @typedef {{ kind: 'link' | 'taken' | 'twice' | 'empty', field: string, fitting: number, of: number, exceptions: Exception[],
 *   more: boolean }} Misfit what rows a table refuses because of a field: `link`: no or several rows are called so; `taken`: a
 *   row has the unique value already; `twice`: the file has it twice; `empty`: a required value is missing
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, clock?: () => Date }} CheckContext
 * @typedef {ReturnType<typeof createTally>} Tally
 * @typedef {{ record: CsvRecord, values: Record<string, unknown> }} Line
 */

/** Whether a table refuses rows for more than what each cell tells. @param {Table} table */
export const isChecked = ({ fields }) =>
  fields.some((field) => !field.auto && (field.target !== null || field.required || isUnique(field)));

/**
 * Reads a file once more as an import into the table would, and counts what only the table can tell: links to rows that are
 * not there, values that must be unique, and required ones that are missing. Nothing is written.
 *
 * @param {CheckContext} context @param {Actor} actor @param {import('./open-csv.js').OpenCsv} csv
 * @param {{ table: Table, mapped: MappedColumn[], goOn: () => void }} options `goOn` throws when somebody has stopped it
 * @returns {Promise<Misfit[]>}
 */
export async function checkRows(context, actor, csv, { table, mapped, goOn }) {
  const { registry } = context;
  const write = createWriteContext(context);
  const work = write.work(actor, table.name, 'insert');
  const links = createLinks(context, actor, mapped);
  const uniques = mapped.filter(({ field }) => isUnique(field)).map(({ field }) => createUnique(context, table, field));
  const required = createTally('empty');
  for await (const records of csv.records) {
    goOn();
    const read = records.map((record) => readRecord(record, csv, mapped, { registry }));
    const lines = read.filter(({ problem }) => !problem);
    await links.check(lines);
    for (const unique of uniques) await unique.check(lines);
    for (const { record, values } of lines) {
      const { problems } = write.read(work, values, 'create');
      for (const field of table.fields)
        if (field.required && !field.auto)
          required.note(field, problems?.[field.name] && isEmpty(values[field.name]), record);
    }
  }
  return [...links.misfits(), ...uniques.flatMap((one) => one.misfits()), ...required.misfits()];
}

/**
 * Values of fields that point at rows.
 *
 * @param {CheckContext} context @param {Actor} actor @param {readonly MappedColumn[]} mapped
 */
function createLinks(context, actor, mapped) {
  const { db, registry } = context;
  const fields = mapped.flatMap(({ field }) => (field.target === null ? [] : field));
  const of = { db, select: createSelect(context), catalog: context.catalog, registry, actor };
  const lookups = createLookups(of, fields, { withKeys: fields });
  const tally = createTally('link');
  return {
    misfits: tally.misfits,
    /** @param {readonly Line[]} lines whose links become keys */
    async check(lines) {
      await lookups.learn(lines.map(({ values }) => values));
      for (const { record, values } of lines) {
        for (const field of fields) {
          const text = values[field.name];
          if (isEmpty(text)) continue;
          const one = { [field.name]: text };
          const isMissing = lookups.replace(one).length > 0;
          tally.note(field, isMissing, record, String(text));
          // A row without it is refused anyway.
          values[field.name] = isMissing ? undefined : one[field.name];
        }
      }
    },
  };
}

/**
 * Values of a unique field.
 *
 * @param {CheckContext} context @param {Table} table @param {Field} field
 */
function createUnique({ db, registry, catalog }, table, field) {
  const [twice, taken] = [createTally('twice'), createTally('taken')];
  const type = registry.fieldType(field.type);
  /** @type {Set<string>} */
  const seen = new Set();
  let letters = 0;
  return {
    misfits: () => [...twice.misfits(), ...taken.misfits()],
    /** @param {readonly Line[]} lines */
    async check(lines) {
      /** @type {{ record: CsvRecord, value: unknown, text: string }[]} */
      const fresh = [];
      for (const { record, values } of lines) {
        const value = storedOf(values[field.name]);
        if (value === null) continue;
        const text = String(value);
        const shown = String(values[field.name]);
        twice.note(field, seen.has(text), record, shown);
        if (seen.has(text)) continue;
        fresh.push({ record, value, text: shown });
        if (seen.size >= MOST_SEEN || letters > MOST_LETTERS) continue;
        seen.add(text);
        letters += text.length;
      }
      const there = await rowsWith(fresh.map(({ value }) => value));
      for (const [at, { record, text }] of fresh.entries()) taken.note(field, there.has(at), record, text);
    },
  };

  /** @param {unknown} given @returns {unknown} null: none that could be stored */
  function storedOf(given) {
    if (isEmpty(given)) return null;
    try {
      const value = type.parse(given, field);
      if (value !== null) type.validate(value, field);
      return toPayload(registry, table, { [field.name]: value })[field.name];
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** @param {unknown[]} values @returns {Promise<Set<number>>} indexes of those that a row has */
  async function rowsWith(values) {
    if (values.length === 0) return new Set();
    const payload = JSON.stringify(values.map((value) => ({ [field.name]: value })));
    const value = fromPayload({ registry, catalog: catalog() }, field, sql`p.v`);
    const { rows } =
      await db.query(sql`select p.n::int - 1 as at from jsonb_array_elements(${payload}::jsonb) with ordinality as p(v, n)
      where exists (select 1 from ${tableSql(table)} t where ${columnSql(table, field, 't')} = ${value})`);
    return new Set(rows.map(({ at }) => at));
  }
}

/**
 * Counts values of fields, and those that do not fit.
 *
 * @param {Misfit['kind']} kind
 */
function createTally(kind) {
  /** @type {Map<string, { of: number, exceptions: ReturnType<typeof createExceptions> }>} */
  const counted = new Map();
  return {
    /** @param {Field} field @param {unknown} isOdd @param {CsvRecord} record @param {string} [text] */
    note({ name }, isOdd, { line }, text = '') {
      const one = counted.get(name) ?? { of: 0, exceptions: createExceptions() };
      counted.set(name, one);
      one.of++;
      if (isOdd) one.exceptions.add(text, line);
    },
    /** @returns {Misfit[]} of fields with values that do not fit */
    misfits: () =>
      [...counted].flatMap(([field, { of, exceptions }]) => {
        const { count, list, more } = exceptions;
        return count === 0 ? [] : { kind, field, of, fitting: of - count, exceptions: list, more };
      }),
  };
}

/** @param {unknown} value */
const isEmpty = (value) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
