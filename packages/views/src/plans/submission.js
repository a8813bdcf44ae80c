/** @import { Actor, Field, Formats, FormControl, Registry, Table, ViewState } from '@plinth/plugin' */
/** @import { StoredRows } from './shown-parts.js' */
import { parseTyped } from '@plinth/plugin';
import { acceptedControls } from './accepted-controls.js';
import { lastText, postedRows } from './posted-rows.js';
import { readControl } from './read-control.js';
import { NO_ROWS } from './shown-parts.js';
import { typedChoices, withNewChoice } from './typed-choices.js';

/**
 * Values of a submitted form by control name; a list if a name occurs more than once.
 *
 * @typedef {Record<string, string | string[]>} Posted
 */

/**
 * What a submitted form asks the data layer to save: values of the controls that the form has and this actor sees,
 * presets from the address for a new row, and above all fixed values.
 *
 * @param {{ table: Table, children: (relation: string) => Table | null, controls: readonly FormControl[],
 *   fixed: Record<string, unknown>, posted: Posted, state: ViewState, actor: Actor, stored?: StoredRows, registry:
 *   Registry, formats: Formats,
 *   parents: ReadonlySet<string> }} options parents: fields that the address may set although the form lacks them
 */
export function readSubmission({
  table,
  children,
  controls,
  fixed,
  posted,
  state,
  actor,
  stored = NO_ROWS,
  parents,
  registry,
  formats,
}) {
  const mine = acceptedControls({ table, controls, posted, actor, row: stored.row, registry, formats });
  const created = state.id === null;
  const values = {
    ...(created && presetValues(table, controls, mine, state, parents)),
    ...readValues(table, mine, posted, formats),
    ...fixed,
  };
  const expect = created ? null : expectedVersion(table, posted);
  const reading = { posted, actor, stored, registry, formats };
  const branches = mine.flatMap((control) => readBranch(control, children, reading) ?? []);
  const brought = [
    ...typedChoices(table, fieldsOf(table, mine), posted),
    ...branches.flatMap((branch) => branch.brought),
  ];
  return {
    table: table.name,
    id: state.id,
    values,
    ...(expect && { expect }),
    children: branches.map(({ relation, rows }) => ({ relation, rows })),
    ...(brought.length > 0 && { brought }),
  };
}

/**
 * The child rows below one control, with what was typed as new choices of their fields.
 *
 * @param {FormControl} control @param {(relation: string) => Table | null} children
 * @param {{ posted: Posted, actor: Actor, stored: StoredRows, registry: Registry, formats: Formats }} reading
 */
function readBranch(control, children, { posted, actor, stored, registry, formats }) {
  const table = control.children && children(control.children.relation);
  if (!control.children || !table) return null;
  const { relation, controls } = control.children;
  const known = stored.children[relation];
  const shown = (/** @type {string} */ prefix, /** @type {string | null} */ id) => {
    const row = (id && known?.get(id)) || null;
    return acceptedControls({ table, controls, posted, actor, row, registry, formats, prefix });
  };
  const rows = readChildRows(relation, table, shown, posted, formats);
  const brought = rows.flatMap(({ n, id }) => {
    const prefix = `${relation}.${n}.`;
    return typedChoices(table, fieldsOf(table, shown(prefix, id)), posted, prefix);
  });
  return { relation, rows, brought };
}

/**
 * When the row was last changed, as the form saw it, so that saving does not undo somebody else's change.
 *
 * @param {Table} table @param {Posted} posted
 */
function expectedVersion(table, posted) {
  const field = table.fields.find(({ auto }) => auto === 'updated_at');
  const version = lastText(posted._version);
  return field && version ? { [field.name]: version } : null;
}

/** Whether a field may say which row a new one belongs to. @param {Field} field */
const mayPointAtParent = ({ traits }) => traits.value === 'reference' && !traits.isPerson;

/**
 * The address says which row a new one belongs to, and fills in what could also be typed. It sets nothing else: fields
 * that a form leaves out can't be set by the address, unless they are parent fields in this app.
 *
 * @param {Table} table @param {readonly FormControl[]} controls all of the form @param {readonly FormControl[]} shown
 * @param {ViewState} state @param {ReadonlySet<string>} parents
 */
function presetValues(table, controls, shown, state, parents) {
  const isShown = (/** @type {string} */ name) => shown.some(({ field, children }) => !children && field === name);
  const isParent = (/** @type {string} */ name) =>
    parents.has(name) &&
    mayPointAtParent(table.field(name)) &&
    !controls.some(({ field, children }) => !children && field === name);
  return Object.fromEntries(
    Object.entries(state.presets).filter(
      ([name]) => table.hasField(name) && !table.field(name).auto && (isShown(name) || isParent(name)),
    ),
  );
}

/**
 * @param {Table} table @param {readonly FormControl[]} controls @param {Posted} posted @param {Formats} formats
 * @param {{ prefix?: string, onlyFilled?: boolean }} [options] onlyFilled: leave out empty values, so that a new row gets its
 *   defaults
 * @returns {Record<string, string | string[]>}
 */
function readValues(table, controls, posted, formats, { prefix = '', onlyFilled = false } = {}) {
  /** @type {Record<string, string | string[]>} */
  const values = {};
  for (const control of controls) {
    const key = prefix + control.field;
    if (control.children || !Object.hasOwn(posted, key)) continue;
    const field = table.field(control.field);
    const value = withNewChoice(readControl(posted[key], field, formats), field, posted, key);
    if (onlyFilled && (value.length === 0 || value === 'false')) continue;
    values[control.field] = value;
  }
  return values;
}

/** Fields of controls of a table's own. @param {Table} table @param {readonly FormControl[]} controls */
const fieldsOf = (table, controls) => controls.flatMap(({ field, children }) => (children ? [] : table.field(field)));

/**
 * @param {string} relation @param {Table} table
 * @param {(prefix: string, id: string | null) => FormControl[]} shown controls whose values are accepted
 * @param {Posted} posted @param {Formats} formats
 */
function readChildRows(relation, table, shown, posted, formats) {
  const rows = [];
  for (const n of postedRows(relation, posted)) {
    const prefix = `${relation}.${n}.`;
    const id = lastText(posted[`${prefix}id`]) || null;
    const remove = lastText(posted[`${prefix}remove`]) !== '';
    const values = readValues(table, shown(prefix, id), posted, formats, { prefix, onlyFilled: id === null });
    if (id === null && (remove || Object.keys(values).length === 0)) continue;
    rows.push({ n, id, values, ...(remove && { remove }) });
  }
  return rows;
}

/**
 * Submitted values, for showing the form again: parsed if possible, otherwise the text itself.
 *
 * @param {Table} table @param {readonly FormControl[]} controls @param {Posted} posted
 * @param {(relation: string) => Table | null} children @param {{ registry: Registry, formats: Formats }} reading
 * @returns {Record<string, unknown>}
 */
export function typedValues(table, controls, posted, children, { registry, formats }) {
  /** @type {Record<string, unknown>} */
  const typed = {};
  for (const key of Object.keys(posted)) typed[key] = lastText(posted[key]);
  /** @param {Table} of @param {readonly FormControl[]} list @param {string} prefix */
  const step = (of, list, prefix) => {
    for (const { field: name, children: inner } of list) {
      if (inner) {
        const table = children(inner.relation);
        for (const n of table ? postedRows(inner.relation, posted) : []) {
          step(/** @type {Table} */ (table), inner.controls, `${inner.relation}.${n}.`);
        }
      } else if (Object.hasOwn(posted, prefix + name)) {
        const text = readControl(posted[prefix + name], of.field(name), formats);
        typed[prefix + name] = parseTyped(registry, of.field(name), text, text);
      }
    }
  };
  step(table, controls, '');
  return typed;
}
