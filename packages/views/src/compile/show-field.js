/** @import { Field, FieldView, Html, Need, Rendered, RowModel, SelectInput, Values } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, checkSettings, Html as Markup, html, isOfType, phrase } from '@plinth/plugin';
import { fieldAt } from './field-at.js';
import { formattedField } from './formatting.js';
import { guarded, isPlugins } from './guarded.js';
import { noteStyles } from './note-styles.js';
import { rowCreator } from './row-creator.js';
import { noteVaries } from './scope.js';
import { viewOpener } from './view-opener.js';

/** @typedef {{ view?: string, options?: any, label?: string | false, inLink?: boolean }} FieldViewChoice */

/**
 * A field, or one that a path of relations leads to, printed by a field view.
 *
 * @param {Scope} scope @param {string} path @param {FieldViewChoice | undefined} choice @returns {Rendered}
 */
export function showField(scope, path, choice) {
  const field = fieldAt(scope, path);
  const type = scope.compilation.registry.fieldType(field.type);
  const { view, config } = chooseFieldView(scope, field, choice, type.views.show, 'show');
  const column = scope.selects.add({ field: path });
  const needs = selectNeeds(scope, view.needs?.(field, config) ?? [], path, path);

  const render = (/** @type {RowModel} */ m) =>
    view.render({
      value: m.row?.[column] ?? null,
      needed: needs === null ? NOTHING : answers(needs, m, m.choices ?? m.row),
      field,
      config,
      row: m.row ?? NOTHING,
      rowId: m.rowId,
      inLink: choice?.inLink,
      env: m.env,
    });
  // The rules of a related row's field are about that row, which is not here.
  return path === field.name && field.formatting ? formattedField(scope, field.formatting, render) : render;
}

/**
 * How large a PDF has the pictures that a field view shows.
 *
 * @param {Scope} scope @param {string} path @param {FieldViewChoice | undefined} choice
 * @returns {import('@plinth/plugin').PictureSize | null} null: it shows none
 */
export function picturesOf(scope, path, choice) {
  const field = fieldAt(scope, path);
  if (field.target !== 'files') return null;
  const type = scope.compilation.registry.fieldType(field.type);
  const { view, config } = chooseFieldView(scope, field, choice, type.views.show, 'show');
  return view.pictures?.(field, config) ?? null;
}

/**
 * Prints values of a field that don't come from the row itself, such as the latest of the child rows.
 *
 * @param {Scope} scope @param {Field} field @param {FieldViewChoice | undefined} choice
 * @returns {(value: unknown, m: RowModel) => Html}
 */
export function printValue(scope, field, choice) {
  const type = scope.compilation.registry.fieldType(field.type);
  const { view, config } = chooseFieldView(scope, field, choice, type.views.show, 'show');
  // Views that need more of the row (labels, choices) can't be used here, so print plain text.
  if (view.needs?.(field, config)?.length) {
    const { formats } = scope.compilation;
    return (value) => html`${type.format(value, field, formats)}`;
  }
  const inLink = choice?.inLink;
  return (value, m) =>
    view.render({ value, needed: NOTHING, field, config, row: m.row ?? NOTHING, rowId: m.rowId, inLink, env: m.env });
}

const NOTHING = Object.freeze({});

/**
 * @param {Scope} scope @param {Field} field @param {FieldViewChoice | undefined} choice
 * @param {string | undefined} normal @param {FieldView['mode']} mode
 * @returns {{ view: FieldView, config: Values }}
 */
export function chooseFieldView(scope, field, choice, normal, mode) {
  const { registry } = scope.compilation;
  const name = choice?.view || normal || registry.fieldViewsFor(field.type, mode)[0]?.name;
  const view = name === undefined ? undefined : registry.fieldView(name);
  const fits = view && view.mode === mode && isOfType(field, view.types);
  if (!fits) {
    const known = registry.fieldViewsFor(field.type, mode).map((entry) => entry.name);
    throw new AppError(
      'FIELD_VIEW_UNSUITED',
      phrase`${field.label} (${field.type}) can't be shown as "${name ?? mode}"`,
      {
        status: 422,
        hint: phrase`Available for ${field.type}: ${known.join(', ') || 'none'}`,
      },
    );
  }
  for (const script of view.scripts ?? []) scope.scripts.add(script);
  noteStyles(scope.compilation, 'fieldView', view, view.styles);
  noteVaries(scope, view.varies);
  return { view: soundView(scope, view), config: checkSettings(view.settings, choice?.options ?? {}) };
}

/** @param {Scope} scope @param {FieldView} view @returns {FieldView} */
function soundView({ compilation }, view) {
  if (!isPlugins(compilation, 'fieldView', view.name)) return view;
  const render = guarded(compilation, 'fieldView', view, (/** @type {any} */ m) => view.render(m));
  return {
    ...view,
    render(m) {
      const shown = render(m);
      return shown instanceof Markup ? shown : html`${shown}`;
    },
  };
}

/**
 * Registers what a field view needs besides the value.
 *
 * @typedef {{ name: string, column: string, choices: boolean, answer?: (m: RowModel) => unknown }} SelectedNeed
 * @param {Scope} scope @param {readonly Need[]} needs @param {string} path
 * @param {string} field name of the field whose choices are needed
 * @param {{ include?: { param: string }, former?: boolean }} [options] former: include users who can't log in any more
 * @returns {SelectedNeed[] | null} null: nothing is needed
 */
export function selectNeeds(scope, needs, path, field, options) {
  if (needs.length === 0) return null;
  return needs.map((need) => {
    if ('label' in need) {
      return { name: need.name, column: scope.selects.add({ field: path, label: true }), choices: false };
    }
    if ('field' in need)
      return { name: need.name, column: scope.selects.add({ field: `${path}.${need.field}` }), choices: false };
    if ('opens' in need)
      return { name: need.name, column: '', choices: false, answer: openerAt(scope, need.opens, path) };
    if ('creates' in need)
      return { name: need.name, column: '', choices: false, answer: rowCreator(scope, path, need.creates) };
    /** @type {SelectInput} */
    const select = {
      choices: `${/** @type {Values} */ (scope.table).name}.${field}`,
      ...(need.limit && { limit: need.limit }),
      ...(need.pictures && { pictures: true }),
      ...(options?.include && { include: options.include }),
      ...(options?.former && { former: true }),
    };
    return { name: need.name, column: scope.choices.add(select), choices: true };
  });
}

/**
 * Whether the user may open a view for the row that a relation leads to. With many rows, ownership can't be checked.
 *
 * @param {Scope} scope @param {string} view @param {string} path
 */
function openerAt(scope, view, path) {
  const { traits } = fieldAt(scope, path);
  return viewOpener(scope, view, traits.isMany ? { anyRow: true } : { path });
}

/**
 * @param {SelectedNeed[]} needs @param {RowModel} m @param {Values | null | undefined} choices
 */
export function answers(needs, m, choices) {
  /** @type {Values} */
  const needed = {};
  for (const need of needs) {
    needed[need.name] = need.answer ? need.answer(m) : ((need.choices ? choices : m.row)?.[need.column] ?? null);
  }
  return needed;
}
