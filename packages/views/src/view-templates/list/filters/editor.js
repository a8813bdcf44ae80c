/** @import { AskedCondition, Html, RenderContext, Table, ViewCompiler } from '@plinth/plugin' */
/** @import { Choices } from './describe.js' */
/** @import { FilterField } from './fields.js' */
import { attrs, html } from '@plinth/plugin';
import { valueControls } from './controls.js';
import { verbOf } from './describe.js';
import { baseOf, isConditionOf } from './parameters.js';

/**
 * The form of one condition: which comparison, and the value. It is sent as it stands, so it works without scripts; the
 * stylesheet shows the controls that belong to the chosen comparison.
 *
 * @param {ViewCompiler & { table: Table }} c @param {string} view name of the list
 */
export function createEditor({ table, t, formats }, view) {
  const choicesUrl = (/** @type {string} */ field) => `/view/${view}/choices?field=${table.name}.${field}`;

  /**
   * @param {RenderContext} context @param {FilterField} known
   * @param {{ group: string, asked: AskedCondition | null, choices: Choices }} about asked: null for a new one
   * @returns {Html}
   */
  return ({ location, state }, known, { group, asked, choices }) => {
    const { field, kind } = known;
    const name = baseOf(location, group, field.name);
    const isOwn = isConditionOf(location, table.name, group, field.name);
    const add = location.param('add');
    const { op, texts, to, period } = shownOf(asked, known);
    const id = `${location.id}-${group}${group && '-'}${field.name}`;
    const model = { name, id, texts, to, period, label: field.label };
    const list = Array.isArray(choices?.[field.name]) ? choices[field.name] : [];
    const choice =
      kind.ops.length > 1 &&
      html`<select class="form-select pl-cond-op" name="${name}.op" aria-label="${t('list.filter.comparison', { field: field.label })}">${kind.ops.map(
        (one) =>
          html`<option${attrs({ value: one, selected: one === op })}>${verbOf(one, known, kind.name === 'options' || kind.name === 'rows', t)}</option>`,
      )}</select>`;
    const or =
      asked &&
      group === '' &&
      html`<a class="btn btn-sm btn-ghost" href="${orHref(location, isOwn, asked, state)}">${t('list.filter.or')}</a>`;
    return html`<form class="pl-cond" method="get" action="${location.path}" hx-boost="true" data-pl-filter data-pl-condition="${name}" data-pl-chip="${id}-chip">${location.hidden(
      (key) => isOwn(key) || key === add,
    )}<div class="pl-cond-head">${field.label}</div>${choice}<div class="pl-cond-value">${valueControls(known, model, { t, formats, choices: list, choicesUrl: choicesUrl(field.name) })}</div><div class="pl-cond-foot">${or}<button class="btn btn-sm btn-primary" type="submit">${t('views.filter.apply')}</button></div></form>`;
  };
}

/** What the controls show of a condition. @param {AskedCondition | null} asked @param {FilterField} known */
function shownOf(asked, { kind }) {
  const ops = Object.fromEntries((asked?.ops ?? []).map(({ op, texts }) => [op, texts]));
  if (ops.gte && ops.lte && kind.ops.includes('between'))
    return { op: 'between', texts: ops.gte, to: ops.lte[0], period: '' };
  if (ops.in) return { op: 'eq', texts: ops.in.flatMap((text) => text.split(',')), to: '', period: '' };
  const [first] = asked?.ops ?? [];
  if (!first) return { op: kind.ops[0], texts: [], to: '', period: '' };
  const [period] = ops.within ?? [''];
  return { op: first.op, texts: first.texts, to: '', period };
}

/**
 * The same condition as the first alternative of a new group, where a second one is about to be chosen.
 *
 * @param {RenderContext['location']} location @param {(key: string) => boolean} isOwn @param {AskedCondition} asked
 * @param {RenderContext['state']} state
 */
function orHref(location, isOwn, { field, ops }, state) {
  const used = new Set(state.asked.map(({ group }) => group));
  const group = ['any', ...Array.from({ length: 8 }, (_, n) => `any${n + 2}`)].find((name) => !used.has(name)) ?? 'any';
  const base = baseOf(location, group, field);
  const moved = ops.flatMap(({ op, texts }) =>
    texts.map((text) => /** @type {[string, string]} */ ([op === 'eq' || op === 'has' ? base : `${base}.${op}`, text])),
  );
  return location.without(
    (key) => isOwn(key) || key === location.param('add'),
    [...moved, [location.param('add'), group]],
  );
}
