/** @import { EditModel, Field, Operator, Rendered, RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, chosenParam, html, join, phrase } from '@plinth/plugin';
import { choicesUrlOf, createControl } from './edit-field.js';
import { fieldAt } from './field-at.js';
import { answers, chooseFieldView, selectNeeds } from './show-field.js';
import { shownOnly } from './scope.js';

const NOTHING = Object.freeze({});

/**
 * A control that sets a condition on the table in the URL. Numbers and times get two, from and to.
 *
 * @param {Scope} scope @param {string} name
 * @param {{ op?: Operator, view?: string, options?: unknown, label?: string | false } | undefined} options
 * @returns {Rendered}
 */
export function filterField(scope, name, options) {
  if (scope.mode !== 'filter') {
    throw new AppError('ELEMENT_MISPLACED', phrase`The filter control for "${name}" is outside a filter view`, {
      status: 422,
    });
  }
  const field = fieldAt(scope, name);
  const type = scope.compilation.registry.fieldType(field.type);
  if (
    !options?.op &&
    (field.traits.value === 'date' || field.traits.value === 'number') &&
    type.operators.includes('gte')
  ) {
    const { t } = scope.compilation;
    const label = options?.label || field.label;
    return join([
      html`<div class="pl-range">`,
      oneControl(scope, field, 'gte', { ...options, label: t('views.filter.from', { field: label }) }),
      oneControl(scope, field, 'lte', { ...options, label: t('views.filter.to', { field: label }) }),
      html`</div>`,
    ]);
  }
  return oneControl(scope, field, options?.op ?? normalOperator(field, type.operators), options);
}

/** @param {Field} field @param {readonly Operator[]} operators @returns {Operator} */
function normalOperator({ traits }, operators) {
  if (traits.value === 'text' && traits.searches && operators.includes('contains')) return 'contains';
  return operators.includes('eq') ? 'eq' : 'has';
}

/**
 * @param {Scope} scope @param {Field} field @param {Operator} op
 * @param {{ view?: string, options?: any, label?: string | false } | undefined} options @returns {Rendered}
 */
function oneControl(scope, field, op, options) {
  const { registry } = scope.compilation;
  const type = registry.fieldType(field.type);
  const normal = type.views.filter ?? registry.fieldViewsFor(field.type, 'filter')[0]?.name;
  // A type without a control made for filters is filtered by the one it is edited with.
  const mode = normal || (options?.view && registry.fieldView(options.view).mode === 'filter') ? 'filter' : 'edit';
  const { view, config } = chooseFieldView(scope, field, options, normal ?? type.views.edit, mode);
  const needs = selectNeeds(scope, view.needs?.(field, config) ?? [], field.name, field.name, {
    former: true,
    include: { param: chosenParam(field.name) },
  });
  const control = createControl(scope, field, view, options);
  const choicesUrl = choicesUrlOf(scope, field);
  scope.controls.push({ field: field.name, ...shownOnly(scope) });
  const bare = op === 'eq' || op === 'has';
  const parameter = bare ? field.name : `${field.name}.${op}`;
  const flag = op === 'empty' || op === 'filled';

  return (m) => {
    const name = m.location.fieldParam(parameter);
    const id = `${m.location.id}-${parameter}`;
    if (flag) return flagControl(name, id, options?.label || field.label, isSet(m, field.name, op));
    const printed = view.render(
      /** @type {EditModel} */ ({
        // Show a date as it was entered: its instant may be on another day in UTC.
        value: field.traits.hasDay && field.traits.hasTime ? typedValue(m, name) : valueOf(m, field.name, op),
        needed: needs === null ? NOTHING : { ...answers(needs, m, m.choices), found: m.env.found?.[name] },
        field,
        config,
        row: NOTHING,
        rowId: null,
        env: m.env,
        name,
        id,
        error: null,
        required: false,
        describedBy: null,
        choicesUrl,
      }),
    );
    return control.print(printed, name, id, null);
  };
}

/** @param {string} name @param {string} id @param {string} label @param {boolean} checked */
function flagControl(name, id, label, checked) {
  return html`<div class="mb-3 form-check"><input class="form-check-input" type="checkbox" id="${id}" name="${name}" value="1"${
    checked ? html` checked` : ''
  }><label class="form-check-label" for="${id}">${label}</label></div>`;
}

/** @param {RowModel} m @param {string} field @param {Operator} op */
function isSet(m, field, op) {
  return m.state.filters.some((filter) => filter.field === field && filter.op === op);
}

/** @param {RowModel} m @param {string} parameter */
function typedValue(m, parameter) {
  return m.state.query[parameter] ?? null;
}

/** @param {RowModel} m @param {string} field @param {Operator} op */
function valueOf(m, field, op) {
  const found = m.state.filters.find(
    (filter) => filter.field === field && (filter.op === op || (op === 'eq' && filter.op === 'in')),
  );
  return found?.value ?? null;
}
