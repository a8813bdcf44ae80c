/** @import { Actor, PictureSize, Registry } from '@plinth/plugin' */
/** @import { DetailPart, PlannedDetail, PlannedList } from '../../catalog/lists/planned-lists.js' */
/** @import { ExportContext } from '../csv/read-export.js' */
import { readExport, readableText } from '../csv/read-export.js';
import { optionsOf } from '../../catalog/lists/list-options.js';

/** Of a value, in characters. */
const LONGEST = 10_000;

/**
 * @template [C=string] what stands for a value
 * @typedef {{ heading: string } | { values: { label: string, value: C }[] } |
 *   { title: string, heads: string[], rows: C[][], right: boolean[], more: boolean }} DetailBlock
 */
/**
 * What stands for a value, which is a text unless the view shows pictures.
 *
 * @template C @typedef {(value: any, text: string, pictures: PictureSize | null | undefined) => C} CellOf
 */

/**
 * What a detail view says of its row, as far as the actor may read it.
 *
 * @template C
 * @param {ExportContext} context @param {Actor} actor @param {PlannedDetail} planned
 * @param {number} most rows of a related list
 * @param {CellOf<C>} cellOf
 * @returns {Promise<{ title: string, blocks: DetailBlock<C>[] } | null>} null: no row is chosen, or the actor may not see it
 */
export async function readDetail(context, actor, planned, most, cellOf) {
  const found = await readValues(context, actor, planned);
  if (!found) return null;
  const { id, valueOf, textOf } = found;
  const row = await readConditions(context, actor, planned, id);
  const parts = planned.parts.filter((part) => part.shown(row));
  const lead = parts.find((part) => leads(part) && headingOf(part, textOf) !== '');
  /** @type {Blocks<C>} */
  const blocks = createBlocks();
  for (const part of parts) {
    if (part === lead) continue;
    if ('group' in part) blocks[part.group]();
    else if ('list' in part) blocks.add(await readList(context, actor, { ...planned, ...part.list }, most, cellOf));
    else if ('heading' in part || part.isHeading) blocks.add({ heading: headingOf(part, textOf) });
    else blocks.addValue({ label: part.label, value: cellOf(valueOf(part.field), textOf(part.field), part.pictures) });
  }
  const about = lead ? headingOf(lead, textOf) : '';
  return { title: [planned.label, about].filter(Boolean).join(': '), blocks: blocks.done() };
}

/** @template C @typedef {ReturnType<typeof createBlocks<C>>} Blocks */

/** Blocks in their order. A heading with nothing below it stands for elements that say nothing as text. @template C */
function createBlocks() {
  /** @type {DetailBlock<C>[]} */
  const blocks = [];
  /** Where the open groups begin. @type {number[]} */
  const starts = [];
  /** @type {{ label: string, value: C }[] | null} */
  let values = null;
  const trim = (/** @type {number} */ start) => {
    values = null;
    while (blocks.length > start && 'heading' in blocks[blocks.length - 1]) blocks.pop();
  };
  return {
    start() {
      values = null;
      starts.push(blocks.length);
    },
    end: () => trim(starts.pop() ?? 0),
    /** @param {DetailBlock<C>} block */
    add(block) {
      values = null;
      if (!('heading' in block) || block.heading !== '') blocks.push(block);
    },
    /** @param {{ label: string, value: C }} value */
    addValue(value) {
      if (!values) blocks.push({ values: (values = []) });
      values.push(value);
    },
    done() {
      trim(0);
      return blocks;
    },
  };
}

/** @param {DetailPart} part */
const leads = (part) => 'leads' in part && part.leads;

/** @param {DetailPart} part @param {(field: string) => string} textOf */
const headingOf = (part, textOf) => ('heading' in part ? part.heading : 'field' in part ? textOf(part.field) : '');

/**
 * @param {ExportContext} context @param {Actor} actor @param {PlannedDetail} planned
 * @returns {Promise<{ id: string | number, valueOf: (field: string) => unknown, textOf: (field: string) => string } | null>}
 */
async function readValues(context, actor, { query, parts, formats }) {
  if (!query) return null;
  const fields = [...new Set(parts.flatMap((part) => ('field' in part ? [part.field] : [])))];
  // The key is always there, so that a row without any of them is still found.
  const columns = ['id', ...fields].map((field) => ({ field, label: '' }));
  const options = optionsOf({ query, columns });
  const read = await readExport(context, actor, options);
  const [row] = (await read.pages.next()).value ?? [];
  if (!row) return null;
  const placeOf = (/** @type {string} */ name) => fields.indexOf(name) + 1;
  const valueOf = (/** @type {string} */ name) => row[`c${placeOf(name)}`] ?? null;
  const textOf = (/** @type {string} */ name) => {
    const { field } = read.columns[placeOf(name)];
    const text = readableText(valueOf(name), field, options, { registry: context.registry, formats });
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  };
  return { id: row.c0, valueOf, textOf };
}

/**
 * What the conditions of the view's parts depend on.
 *
 * @param {ExportContext} context @param {Actor} actor @param {PlannedDetail} planned @param {string | number} id of the row
 */
async function readConditions({ select }, actor, { table, conditions }, id) {
  if (conditions.length === 0) return null;
  const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
  const spec = { table, select: conditions, where, limit: 1, leaveOut: true };
  const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
  return rows[0] ?? null;
}

/**
 * @template C
 * @param {ExportContext & { registry: Registry }} context @param {Actor} actor @param {PlannedList} list @param {number} most
 * @param {CellOf<C>} cellOf
 * @returns {Promise<DetailBlock<C>>}
 */
async function readList(context, actor, { query, columns: wanted, label, formats }, most, cellOf) {
  const options = optionsOf({ query, columns: wanted });
  const { columns, head, pages } = await readExport(context, actor, options);
  const parts = { registry: context.registry, formats };
  const cell = (
    /** @type {unknown} */ value,
    /** @type {import('../csv/read-export.js').Column} */ { field, pictures },
  ) => cellOf(value, readableText(value, field, options, parts), pictures);
  /** @type {C[][]} */
  const rows = [];
  for await (const page of pages) {
    for (const row of page) rows.push(columns.map((column, i) => cell(row[`c${i}`] ?? null, column)));
    // One more than may be is enough to know that there are more.
    if (rows.length > most) break;
  }
  const right = columns.map(({ field }) => field !== null && context.registry.fieldType(field.type).group === 'number');
  return { title: label, heads: head, rows: rows.slice(0, most), right, more: rows.length > most };
}
