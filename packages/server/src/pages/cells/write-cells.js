/** @import { CellKind, Field, Filter, Select, Table, Values, Row } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
/** @import { RowChange, Sent } from './cell-request.js' */
import { AppError, cellKey, cellText, errorText, phrase } from '@plinth/plugin';
import { findLabels } from './find-labels.js';
import { createTextReader } from './read-text.js';
import { rowLeft, rowNotFound } from './row-not-found.js';

/** Each try leaves out what the one before found wrong. */
const MOST_TRIES = 4;

/**
 * The cells that a table on a page may edit.
 *
 * @typedef {{ field: Field, kind: CellKind }} EditedField
 * @typedef {{ table: Table, fields: ReadonlyMap<string, EditedField>, where?: Filter, params?: Record<string, unknown>,
 *   isFixed?: boolean, presets?: ReadonlyMap<string, EditedField> }} Target where: which rows it shows; isFixed: no rows are
 *   added; presets: fields that only new rows may be given
 * @typedef {{ message: string, code: string, theirs?: Sent }} CellError theirs: what somebody else put there
 * @typedef {{ id: string | number | null, cells: Record<string, Sent>, errors: Record<string, CellError>, error?: CellError }} RowAnswer
 */

/**
 * Writes cells, each for itself: what is refused in one leaves the others alone. A cell that no longer holds what its
 * editor saw is not overwritten.
 *
 * @param {App} app @param {Request} req @param {Target} target @param {readonly RowChange[]} changes
 * @returns {Promise<RowAnswer[]>} in the order of `changes`
 */
export async function writeCells(app, req, target, changes) {
  const asked = new Map(
    [...new Set(changes.flatMap(({ set }) => [...set.keys()]))].flatMap((name) => {
      const found = target.fields.get(name);
      return found ? [[name, found]] : [];
    }),
  );
  const [rows, keyOf] = await Promise.all([
    readRows(app, req, target, asked, changes),
    findLabels(app, req, target.table, asked, changes),
  ]);
  const read = createTextReader(req.ctx.formats);
  const left = await rowsLeft(app, req, target, rows, changes);
  const writing = { app, req, target, asked, rows, left, keyOf, read, turn: Promise.resolve() };
  return Promise.all(changes.map((change) => writeRow(writing, change)));
}

/** @typedef {{ app: App, req: Request, target: Target, asked: ReadonlyMap<string, EditedField>, rows: ReadonlyMap<string, any>,
 *   left: ReadonlySet<string>, keyOf: (field: Field, text: string) => string | number, read: ReturnType<typeof createTextReader>, turn: Promise<unknown> }} Writing turn: of rows that bring choices, one after
 *   the other, since many may bring the same */

/**
 * The rows as they are now, by key.
 *
 * @param {App} app @param {Request} req @param {Target} target @param {ReadonlyMap<string, EditedField>} asked
 * @param {readonly RowChange[]} changes
 * @returns {Promise<Map<string, any>>}
 */
async function readRows(app, req, { table, where, params }, asked, changes) {
  const ids = changes.flatMap(({ id }) => (id === null ? [] : (keyFor(table, id) ?? [])));
  if (ids.length === 0) return new Map();
  /** @type {Filter} */
  const these = { field: 'id', op: 'in', value: { param: '_ids' } };
  const select = [...asked.values()].flatMap(({ field, kind }) => columnsOf(field, kind));
  const spec = { table: table.name, select, where: where ? { all: [where, these] } : these, limit: ids.length };
  const [{ rows }] = await app.data.select(req.ctx.actor, [{ spec, params: { ...params, _ids: ids } }]);
  return new Map(rows.map((/** @type {Values} */ row) => [String(row.id), row]));
}

/**
 * Keys of rows that are there but that the list does not show any more, such as those that were changed so that its filter
 * leaves them out.
 *
 * @param {App} app @param {Request} req @param {Target} target @param {ReadonlyMap<string, unknown>} rows
 * @param {readonly RowChange[]} changes @returns {Promise<Set<string>>}
 */
async function rowsLeft(app, req, { table, where }, rows, changes) {
  const missing = changes.filter(({ id }) => id !== null && !rows.has(String(id)));
  if (!where || missing.length === 0) return new Set();
  const others = await readRows(app, req, { table, fields: new Map() }, new Map(), missing);
  return new Set(others.keys());
}

/** @param {Field} field @param {CellKind} kind @returns {Select[]} */
function columnsOf({ name }, kind) {
  const own = { as: `v_${name}`, field: name };
  return kind === 'lookup' ? [own, { as: `l_${name}`, field: name, label: true }] : [own];
}

/** A key of the other kind is in no row. @param {Table} table @param {string | number} id */
function keyFor(table, id) {
  if (table.key !== 'identity') return String(id);
  return /^\d{1,15}$/.test(String(id)) ? Number(id) : null;
}

/** @param {Writing} writing @param {RowChange} change @returns {Promise<RowAnswer>} */
async function writeRow(writing, { id, set, was }) {
  const { req, target, rows, left } = writing;
  const row = id === null ? null : rows.get(String(id));
  /** @type {RowAnswer} */
  const answer = { id, cells: {}, errors: {} };
  if (id !== null && !row) {
    const missing = left.has(String(id)) ? rowLeft() : rowNotFound(target.table, String(id));
    return { ...answer, error: errorOf(missing, req) };
  }
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [name, sent] of set) {
    const found = editedIn(writing, name, id);
    if (!found) answer.errors[name] = errorOf(notEditable(name), req);
    else if (row && isChanged(writing, found, row, was.get(name))) {
      const theirs = cellOf(writing, found, row);
      if (isSame(found.kind, theirs, sent)) answer.cells[name] = theirs;
      else answer.errors[name] = conflict(theirs, req);
    } else {
      try {
        values[name] = valueOf(writing, found, sent);
      } catch (error) {
        answer.errors[name] = errorOf(error, req);
      }
    }
  }
  if (id === null && target.isFixed) return { ...answer, error: errorOf(rowNotFound(target.table, ''), req) };
  // A new row is whole or not at all.
  if (id === null && Object.keys(answer.errors).length > 0) return answer;
  try {
    await bringChoices(writing, row, values, set);
  } catch (error) {
    if (!row) return refusedRow(writing, answer, error);
    const wrong = wrongCells(writing, error, namesAdding(values, set));
    Object.assign(answer.errors, wrong);
    for (const name of Object.keys(wrong)) delete values[name];
  }
  return store(writing, answer, { row, values, set });
}

/** Cells that bring a new choice. @param {Record<string, unknown>} values @param {Map<string, Sent>} set */
const namesAdding = (values, set) => Object.keys(values).filter((name) => set.get(name)?.adds);

/**
 * Adds the choices that were asked for, before the row is stored. Cells of a row that is there are each for themselves.
 *
 * @param {Writing} writing @param {Row} row null: a new one @param {Record<string, unknown>} values @param {Map<string, Sent>} set
 */
async function bringChoices(writing, row, values, set) {
  const { app, req } = writing;
  const { table } = writing.target;
  const names = namesAdding(values, set);
  if (names.length === 0) return;
  const own = row ? Object.fromEntries(names.map((name) => [name, values[name]])) : values;
  const brought = names.map((field) => ({ table: table.name, field, texts: set.get(field)?.adds ?? [] }));
  const bring = () =>
    app.data.rows.bringChoices(req.ctx.changing(), { table: table.name, id: row?.id ?? null, values: own }, brought);
  const turn = writing.turn.then(bring);
  writing.turn = turn.catch(() => {});
  await turn;
}

/** @param {Writing} writing @param {EditedField} edited @param {Sent} sent @returns {unknown} what the field type reads */
function valueOf({ keyOf, read }, { field, kind }, { text, key }) {
  if (kind !== 'lookup') return read(kind, text, key);
  return key ?? (text.trim() === '' ? null : keyOf(field, text));
}

/** @param {Writing} writing @param {EditedField} edited @param {Values} row @returns {Sent} */
function cellOf({ app, req }, { field, kind }, row) {
  const value = row[`v_${field.name}`] ?? null;
  const label = row[`l_${field.name}`] ?? undefined;
  const type = app.registry.fieldType(field.type);
  const text = cellText(type, field, kind, value, { formats: req.ctx.formats, label });
  return { text, key: cellKey(kind, value, req.ctx.formats) };
}

/** @param {Writing} writing @param {EditedField} edited @param {Row} row @param {Sent | undefined} was */
const isChanged = (writing, edited, row, was) => was && !isSame(edited.kind, cellOf(writing, edited, row), was);

/** @param {CellKind} kind @param {Sent} one @param {Sent} other */
function isSame(kind, one, other) {
  if (kind === 'lookup' && other.key !== null) return String(one.key ?? '') === String(other.key);
  return one.text.replaceAll('\r\n', '\n') === other.text.replaceAll('\r\n', '\n');
}

/**
 * Stores what is left of a row after each refusal. Nothing that changed since it was read is overwritten.
 *
 * @param {Writing} writing @param {RowAnswer} answer
 * @param {{ row: any, values: Record<string, unknown>, set: Map<string, Sent> }} given @returns {Promise<RowAnswer>}
 */
async function store(writing, answer, { row, values, set }) {
  const { app, req, target } = writing;
  const actor = req.ctx.changing();
  for (let tries = 1; Object.keys(values).length > 0 || (row === null && tries === 1); tries++) {
    try {
      const expect = row && Object.fromEntries(Object.keys(values).map((name) => [name, row[`v_${name}`] ?? null]));
      const saved = row
        ? await app.data.rows.update(actor, target.table.name, row.id, values, { expect })
        : await app.data.rows.insert(actor, target.table.name, values);
      for (const name of Object.keys(values)) {
        const sent = /** @type {Sent} */ (set.get(name));
        const edited = /** @type {EditedField} */ (editedIn(writing, name, row?.id ?? null));
        const label = sent.text || undefined;
        answer.cells[name] = Object.hasOwn(saved, name)
          ? cellOf(writing, edited, { [`v_${name}`]: saved[name], [`l_${name}`]: label })
          : sent;
      }
      return { ...answer, id: saved.id };
    } catch (error) {
      if (!row) return refusedRow(writing, answer, error);
      const wrong = wrongCells(writing, error, Object.keys(values));
      Object.assign(answer.errors, wrong);
      for (const name of Object.keys(wrong)) delete values[name];
      if (tries >= MOST_TRIES) throw error;
    }
  }
  return answer;
}

/**
 * A new row that could not be stored: each cell that the error is about, the empty ones too.
 *
 * @param {Writing} writing @param {RowAnswer} answer @param {unknown} error @returns {RowAnswer}
 */
function refusedRow({ req, target }, answer, error) {
  const whole = errorOf(error, req);
  const { fields } = errorText(/** @type {AppError} */ (error), req.ctx.t);
  const named = [...target.fields.keys()].filter((name) => Object.hasOwn(fields, name));
  const errors = Object.fromEntries(named.map((name) => [name, { ...whole, message: fields[name] }]));
  return { ...answer, errors, error: whole };
}

/** @param {Writing} writing @param {string} name @param {unknown} id null: of a new row @returns {EditedField | undefined} */
const editedIn = ({ asked, target }, name, id) =>
  asked.get(name) ?? (id === null ? target.presets?.get(name) : undefined);

/**
 * Which of the cells an error is about; all of them where it names none.
 *
 * @param {Writing} writing @param {unknown} error @param {string[]} names @returns {Record<string, CellError>}
 */
function wrongCells({ req, app, asked }, error, names) {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { t, formats } = req.ctx;
  if (error.code === 'ROW_CONFLICT') {
    const changed = /** @type {Values} */ (error.details)?.changed ?? {};
    const theirs = names.filter((name) => Object.hasOwn(changed, name));
    return Object.fromEntries(
      (theirs.length > 0 ? theirs : names).map((name) => {
        const { field, kind } = /** @type {EditedField} */ (asked.get(name));
        const value = changed[name]?.current ?? null;
        const text = cellText(app.registry.fieldType(field.type), field, kind, value, { formats });
        return [name, conflict({ text, key: kind === 'lookup' ? value : null }, req)];
      }),
    );
  }
  const { fields } = errorText(error, t);
  const named = names.filter((name) => Object.hasOwn(fields, name));
  const whole = errorOf(error, req);
  if (named.length === 0) return Object.fromEntries(names.map((name) => [name, whole]));
  return Object.fromEntries(named.map((name) => [name, { ...whole, message: fields[name] }]));
}

/** @param {Sent} theirs @param {Request} req @returns {CellError} */
const conflict = (theirs, { ctx: { t } }) => ({ code: 'ROW_CONFLICT', message: t('cells.conflict'), theirs });

/** @param {unknown} error @param {Request} req @returns {CellError} */
function errorOf(error, { ctx: { t } }) {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { message, hint } = errorText(error, t);
  return { code: error.code, message: [message, hint].filter(Boolean).join('. ') };
}

/** @param {string} name */
const notEditable = (name) =>
  new AppError('FIELD_NOT_IN_PLACE', phrase`"${name}" can't be edited here`, {
    status: 422,
    hint: 'Open the row to edit it',
  });
