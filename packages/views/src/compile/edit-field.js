/** @import { EditModel, Field, FieldView, Html, Rendered, RowModel, Values } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
/** @import { FieldViewChoice } from './show-field.js' */
import { AppError, chosenParam, EMPTY, html, isAmong, mayAddChoices, phrase, writersOf } from '@plinth/plugin';
import { newChoice } from '../field-views/parts/new-choice.js';
import { shownOnly } from './scope.js';
import { fieldAt } from './field-at.js';
import { answers, chooseFieldView, selectNeeds, showField } from './show-field.js';

/**
 * Types whose control submits nothing if nothing is chosen: a hidden empty control before it shows that the form has
 * the control and that it was emptied.
 */
const isSilent = (/** @type {Field} */ { traits }) => traits.value === 'boolean' || traits.isMany;
const NOTHING = Object.freeze({});

/**
 * A field of the scope's table as a form control with label, hint and message.
 *
 * @param {Scope} scope @param {string} name @param {FieldViewChoice | undefined} choice @returns {Rendered}
 */
export function editField(scope, name, choice) {
  if (scope.mode !== 'form') {
    throw new AppError('ELEMENT_MISPLACED', phrase`The control for "${name}" is outside a form`, {
      status: 422,
      hint: 'Use it in the layout of a form',
    });
  }
  const field = fieldAt(scope, name);
  if (field.auto) {
    throw new AppError('FIELD_READ_ONLY', phrase`${field.label} is filled in automatically and can't be edited`, {
      status: 422,
    });
  }
  const type = scope.compilation.registry.fieldType(field.type);
  const { view, config } = chooseFieldView(scope, field, choice, type.views.edit, 'edit');
  const column = scope.selects.add({ field: name });
  const include = { include: { param: chosenParam(scope.relation ? `${scope.relation}.${name}` : name) } };
  const needs = selectNeeds(scope, view.needs?.(field, config) ?? [], name, name, include);
  const writers = writersOf(field);
  scope.controls.push({
    field: name,
    ...shownOnly({ ...scope, roles: [...scope.roles, ...scope.readers, ...writers] }),
  });
  const value = writers.length > 0 ? showField(scope, name, undefined) : EMPTY;
  const control = createControl(scope, field, view, choice);
  const choicesUrl = choicesUrlOf(scope, field);
  const { table } = scope;

  return (m) => {
    if (!isAmong(m.env.actor, writers)) return readOnly(field, value, m);
    const key = `${m.prefix ?? ''}${name}`;
    const error = m.form?.errors[key] ?? null;
    const id = `${m.location.id}-${key}`;
    if (m.form && error && view.control !== 'hidden') (m.form.explained ??= new Set()).add(key);
    const adds = table !== null && mayAddChoices(table, field, m.env.actor);
    const printed = view.render(
      /** @type {EditModel} */ ({
        value: valueOf(m, key, column),
        needed: needs === null ? NOTHING : { ...answers(needs, m, m.choices ?? m.row), found: m.env.found?.[key] },
        field,
        config,
        row: m.row ?? NOTHING,
        rowId: m.rowId,
        env: m.env,
        name: key,
        id,
        error,
        // New child rows may stay empty, so the browser must not require their controls.
        required: field.required && !adds && field.traits.value !== 'boolean' && !(scope.relation && m.rowId === null),
        describedBy: control.describedBy(id, error),
        choicesUrl,
      }),
    );
    const more = adds && newChoice({ name: key, id, label: field.label, typed: m.form?.values, t: m.env.t });
    return control.print(html`${printed}${more}`, key, id, error);
  };
}

/**
 * A field that the user may read but not change: its value, or nothing in a new row.
 *
 * @param {Field} field
 * @param {Rendered} value
 * @param {RowModel} m
 */
function readOnly(field, value, m) {
  if (!m.row) return EMPTY;
  const printed = typeof value === 'function' ? value(m) : value;
  return html`<div class="mb-3 pl-field"><span class="pl-label">${field.label}</span><div>${printed}</div></div>`;
}

/**
 * The entered or preset value, or else the row's value.
 *
 * @param {RowModel} m
 * @param {string} key
 * @param {string} column
 */
function valueOf(m, key, column) {
  if (m.form && Object.hasOwn(m.form.values, key)) return m.form.values[key];
  return m.row?.[column] ?? null;
}

/** @param {Scope} scope @param {Field} field */
export function choicesUrlOf(scope, field) {
  const { owner } = scope.compilation;
  const table = /** @type {Values} */ (scope.table).name;
  return `/${owner.kind}/${owner.name}/choices?field=${table}.${field.name}`;
}

/**
 * The label, hint and error message around a control.
 *
 * @param {Scope} scope @param {Field} field @param {FieldView} view @param {FieldViewChoice | undefined} choice
 */
export function createControl(scope, field, view, choice) {
  const { t } = scope.compilation;
  const kind = view.control ?? 'input';
  const text = typeof choice?.label === 'string' && choice.label !== '' ? t(choice.label) : field.label;
  const hiddenLabel = choice?.label === false;
  const mark = field.required && field.traits.value !== 'boolean' && scope.mode === 'form' ? ' required' : '';
  const silent = isSilent(field) && scope.mode === 'form' && kind !== 'hidden';
  const description = scope.mode === 'form' ? field.description : '';

  /** @param {string} id */
  const label = (id) => {
    if (kind === 'group')
      return html`<legend class="${hiddenLabel ? 'visually-hidden' : `form-label${mark}`}">${text}</legend>`;
    if (kind === 'check') return html`<label class="form-check-label" for="${id}">${text}</label>`;
    return html`<label class="${hiddenLabel ? 'visually-hidden' : `form-label${mark}`}" for="${id}">${text}</label>`;
  };

  return {
    /** @param {string} id @param {string | null} error */
    describedBy: (id, error) => [error && `${id}-error`, description && `${id}-hint`].filter(Boolean).join(' ') || null,

    /** @param {Html} printed @param {string} name @param {string} id @param {string | null} error @returns {Html} */
    print(printed, name, id, error) {
      if (kind === 'hidden') return printed;
      const before = silent ? html`<input type="hidden" name="${name}" value="">` : '';
      const message = error ? html`<div class="invalid-feedback d-block" id="${id}-error">${error}</div>` : '';
      const hint = description ? html`<div class="form-hint" id="${id}-hint">${description}</div>` : '';
      if (kind === 'check') {
        return html`<div class="mb-3 pl-field"><div class="form-check">${before}${printed}${label(id)}</div>${message}${hint}</div>`;
      }
      if (kind === 'group') {
        return html`<fieldset class="mb-3 pl-field" id="${id}-group">${label(id)}${before}${printed}${message}${hint}</fieldset>`;
      }
      return html`<div class="mb-3 pl-field">${label(id)}${before}${printed}${message}${hint}</div>`;
    },
  };
}
