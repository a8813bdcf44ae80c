/** @import { Actor, ElementCompiler, FormModel, Html, Node, Query, QuerySpec, RenderContext, Result, RowModel, Select, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
import {
  address,
  AppError,
  attrs,
  createChosen,
  defineViewTemplate,
  html,
  isSignedIn,
  mayDo,
  renderer,
  walkWithPieces,
} from '@plinth/plugin';
import { createFrame } from '../parts/frame.js';
import { createAlert } from './alert.js';
import { ROW_TEMPLATES, createDestination } from './destination.js';
import { editDefaults } from './defaults.js';
import { createStartValues } from './form-values.js';
import { createHeading } from './heading.js';
import { editSettings } from './settings.js';

const FORM_SCRIPT = 'core-views/js/views/form.js';

/** A form for one row, new or existing. */
export const edit = defineViewTemplate({
  name: 'edit',
  order: 30,
  label: 'vt.edit',
  icon: 'forms',
  description: 'vt.edit.description',
  needsTable: true,
  settings: editSettings,
  defaults: editDefaults,
  compile(view, c) {
    const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
    const { config } = view;
    const { rest, submit } = takeSubmit(config.layout);
    const layout = c.layout(rest, { form: true });
    if (layout.controls.length === 0) {
      throw new AppError('VIEW_INVALID', 'The form has no fields', {
        status: 422,
        hint: 'Add form fields to the layout of the view',
      });
    }
    const start = createStartValues(table, layout.controls, c);
    // What the buttons below need to know about the row, and whether this reader may change it.
    const around = c.scope();
    const buttons = createButtons(view, submit, c, around.c);
    const mayUpdate = around.c.mayOpen(view.name, { row: true });
    const headingOf = createHeading(view, c, around.c);
    const print = createForm(view, layout, buttons, c);
    const frame = createFrame(view, c.t);
    const after = layout.after.map(renderer);

    return {
      query: createQuery([...layout.select, ...around.done().select, ...versionOf(table)], start.keys, c),
      missing: (result) => result !== null && result.rows.length === 0,
      varies: start.varies,
      scripts: [FORM_SCRIPT],
      form: {
        table: table.name,
        destination: createDestination(view, c),
        autosave: config.autosave,
        fixed: fixedValues(config, c),
      },
      render(result, context) {
        const record = result?.rows[0];
        const row = record && record.id !== null ? record : null;
        const isMine = row ? mayUpdate({ row, rowId: row.id, ...context }) : mayDo(table, 'create', context.env.actor);
        const refusal = refuse(context, result, isMine, c);
        if (refusal) return frame({ body: refusal }, context);
        const form = context.form ?? {
          values: row ? {} : start.values(context.state, context.env),
          errors: {},
          id: row?.id ?? null,
        };
        /** @type {RowModel} */
        const m = { row, rowId: row?.id ?? null, ...context, form, ...(record && { choices: record }) };
        return html`${frame({ heading: headingOf(m), body: print(m) }, context)}${after.map((part) => part(m))}`;
      },
    };
  },
});

/**
 * When the row was last changed, so that saving does not undo somebody else's change.
 *
 * @param {NonNullable<ViewCompiler['table']>} table @returns {Select[]}
 */
function versionOf(table) {
  const field = table.fields.find(({ auto }) => auto === 'updated_at');
  return field ? [{ as: '_version', field: field.name }] : [];
}

/**
 * The row to edit with the choices of its controls; for a new one only the choices, if there are any.
 *
 * @param {readonly Select[]} all
 * @param {(state: ViewState, actor: Actor) => Record<string, unknown>} startKeys rows that controls of an empty form
 *   refer to
 * @param {ViewCompiler} c
 */
function createQuery(all, startKeys, c) {
  const select = [...new Map(all.map((entry) => [entry.as, entry])).values()];
  const choices = select.filter((entry) => 'choices' in entry);
  const chosen = createChosen(choices);
  const existing = c.rows({ select, limit: 1, paging: false, byId: true, params: chosen({}) });
  /** @type {QuerySpec} */
  const empty = Object.freeze({ table: null, select: Object.freeze(choices), limit: 1, leaveOut: true });

  /** @param {ViewState} state @param {Actor} actor @param {FormModel | null} [form] @returns {Query | null} */
  return (state, actor, form) => {
    if (state.id !== null || state.scope) {
      const asked = existing(state, actor);
      return form ? { ...asked, params: { ...asked.params, ...chosen(form.values) } } : asked;
    }
    if (choices.length === 0) return null;
    return { spec: empty, params: chosen(form?.values ?? startKeys(state, actor)) };
  };
}

/** @param {Values} config @param {ViewCompiler} c */
function fixedValues({ fixed = [] }, c) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [i, { field, value }] of fixed.entries()) {
    c.attempt(`config.fixed.${i}`, () => {
      values[table.field(field).name] = value ?? '';
    });
  }
  return values;
}

/**
 * Why there is no form: the row does not exist, or this reader may not add rows, or not change this one.
 *
 * @param {RenderContext} context @param {Result | null} result @param {boolean} allowed @param {ViewCompiler} c
 */
function refuse({ env, state }, result, allowed, { t }) {
  const isNew = state.id === null && !state.scope;
  if (!isNew && !result?.rows.length) return html`<p class="empty-title">${t('views.edit.gone')}</p>`;
  if (allowed) return null;
  if (isSignedIn(env.actor)) return html`<p class="empty-title">${t('views.edit.forbidden')}</p>`;
  const login = address('/auth/login', { next: env.here });
  return html`<p class="empty-title">${t('views.edit.login')}</p><a class="btn btn-primary" href="${login}">${t('views.edit.to_login')}</a>`;
}

/**
 * A save button at the end of the layout shares a line with the form's other buttons.
 *
 * @param {Node} root @returns {{ rest: Node, submit: Node | null }}
 */
function takeSubmit(root) {
  const last = root.children?.at(-1);
  if (last?.type !== 'submit' || last.visible) return { rest: root, submit: null };
  return { rest: { ...root, children: root.children?.slice(0, -1) }, submit: last };
}

/**
 * @param {{ name: string, config: Values }} view @param {import('@plinth/plugin').CompiledLayout} layout
 * @param {(m: RowModel) => Html} buttons @param {ViewCompiler} c
 * @returns {(m: RowModel) => Html}
 */
function createForm(view, layout, buttons, c) {
  const { config, name } = view;
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const hasFiles = layout.controls.some(
    ({ field, children }) => !children && table.field(field).traits.value === 'files',
  );
  const start = html`<form${attrs({
    class: 'pl-form',
    method: 'post',
    enctype: hasFiles ? 'multipart/form-data' : null,
    'data-pl-form': true,
    'data-pl-leave': config.confirmLeave ? c.t('views.edit.leave') : null,
    'data-pl-draft': c.t('views.edit.draft'),
    'data-pl-draft-changed': c.t('views.edit.draft.changed'),
    'data-pl-restore': c.t('views.edit.draft.restore'),
    'data-pl-discard': c.t('views.edit.draft.discard'),
  })}`;
  const autosave = attrs({
    'data-pl-autosave': true,
    'data-pl-saving': c.t('views.edit.saving'),
    'data-pl-saved': c.t('views.edit.saved'),
    'data-pl-unsaved': c.t('views.edit.unsaved'),
    'data-pl-partly': c.t('views.edit.saved_partly'),
    'data-pl-conflict': c.t('views.edit.conflict.press'),
  });
  const alert = createAlert(c);
  const print = renderer(layout.render);

  return (m) => {
    const action = address(`/view/${name}`, m.rowId === null ? m.state.presets : { id: m.rowId });
    // Only an existing row can be saved step by step; a new one would be created again and again.
    const live = config.autosave && m.rowId !== null ? autosave : '';
    const version = m.row?._version ? html`<input type="hidden" name="_version" value="${m.row._version}">` : '';
    const printed = print(m);
    return html`${start} action="${action}"${live}><input type="hidden" name="_return" value="${m.env.here}">${version}${alert(m)}${printed}${buttons(m)}</form>`;
  };
}

/**
 * @param {{ config: Values }} view @param {Node | null} submit @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {(m: RowModel) => Html}
 */
function createButtons({ config }, submit, c, e) {
  const save = saveButton(config, submit, c);
  const cancelUrl = config.cancelView
    ? c.attempt('config.cancelView', () => cancelAddress(config.cancelView, c, e))
    : null;
  const remove = config.deleteButton
    ? c.attempt('config.deleteButton', () =>
        renderer(
          e.action(
            { id: 'delete', type: 'delete_button' },
            {
              action: 'delete_row',
              config: {},
              label: html`${c.icon('trash')}<span>${c.t('views.edit.delete')}</span>`,
              class: 'btn btn-ghost-danger',
            },
          ),
        ),
      )
    : null;
  const another = config.another
    ? html`<button class="btn" type="submit" name="_next" value="new">${c.t('views.edit.saveNew')}</button>`
    : '';
  const cancel = c.t('views.edit.cancel');

  return (m) => {
    const url = cancelUrl?.(m);
    const link = url && html`<a class="btn btn-ghost" href="${url}" data-pl-cancel>${cancel}</a>`;
    const status =
      config.autosave && m.rowId !== null
        ? html`<span class="pl-form-status" role="status" data-pl-status></span>`
        : '';
    const first = save && save(m);
    const more = m.rowId === null ? another : '';
    if (!first && !link && !remove && !status) return html``;
    return html`<div class="btn-list pl-form-buttons">${first}${more}${link}${status}${remove && html`<span class="ms-auto">${remove(m)}</span>`}</div>`;
  };
}

/**
 * The save button at the layout's end, or the template's own if the layout has none.
 *
 * @param {Values} config @param {Node | null} submit @param {ViewCompiler} c
 * @returns {((m: RowModel) => Html | string) | null}
 */
function saveButton(config, submit, c) {
  if (submit) return c.layout(submit, { form: true }).render;
  let inLayout = false;
  walkWithPieces(config.layout, c.catalog, (node) => {
    if (node.type === 'submit') inLayout = true;
  });
  if (inLayout) return null;
  const label = config.submitLabel ? c.t(config.submitLabel) : c.t('views.edit.save');
  const button = html`<button class="btn btn-primary" type="submit">${c.icon('device-floppy')}<span>${label}</span></button>`;
  return () => button;
}

/**
 * @param {string} name @param {ViewCompiler} c @param {import('@plinth/plugin').ElementCompiler} e
 * @returns {(m: RowModel) => string | null}
 */
function cancelAddress(name, c, e) {
  if (!ROW_TEMPLATES.has(c.catalog.view(name).template)) return e.viewUrl(name);
  const url = e.viewUrl(name, { row: true });
  // A new row has no page of its own to return to.
  return (m) => (m.rowId === null ? null : url(m));
}
