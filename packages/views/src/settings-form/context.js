/** @import { Catalog, Field, Html, Registry, Setting, SettingsSchema, Table, Translate, Values } from '@plinth/plugin' */

/**
 * What a settings form is made with.
 *
 * @typedef {{ catalog?: Catalog | null, table?: Table | null, locale?: string, prefix?: string,
 *   errors?: Record<string, string>, only?: (setting: Setting) => boolean, around?: (setting: Setting, printed: Html) => Html,
 *   pictures?: Pictures, old?: boolean, event?: string, workflow?: WorkflowContext, conditionWords?: ConditionWords, asks?: boolean, bare?: boolean,
 *   explained?: Set<string> }} FormContext asks: the browser asks for what is required; explained: gets the messages that stand beside controls; bare: labels are for screen readers only; old: expressions may name the row before a change; event: the
 * source of a trigger, whose `event` they may name; only: which settings to print; around: what stands around each; pictures: of choices, of colours too;
 * without it there are none
 *
 * A condition in words, such as "Total is at least 1000"; null: it can only be shown as it is written.
 * @typedef {(source: string, where: { table: string | null, old: boolean, event: string | null, input: string | null }) => string | null} ConditionWords
 *
 * Pictures of the values that a setting can have, by its name; "" is for none chosen.
 * @typedef {Record<string, readonly { value: string, label: string, picture: Html }[]>} Pictures
 *
 * For a step of a workflow: what expressions may name (`names`, for the controls' data-expression), variables and people.
 * @typedef {{ names: string, variables: readonly { name: string, label: string }[],
 *   people: readonly { value: string, label: string }[] }} WorkflowContext
 *
 * What its parts share. `values` are the values beside a setting; `outer` those around a list's entry.
 * @typedef {{ registry: Registry, t: Translate, icon: (name: string) => Html, catalog: Catalog | null, table: Table | null,
 *   errors: Record<string, string>, root: string, pictures: Pictures | null, outer?: Outer, old?: boolean, event?: string,
 *   workflow?: WorkflowContext, input?: string, conditionWords?: ConditionWords, asks?: boolean, bare?: boolean, explained?: Set<string> }} FormParts input: what the steps around ask for, as "name:type,name:type"
 * @typedef {{ schema: SettingsSchema, values: Values }} Outer the settings around an entry of a list
 * @typedef {{ setting: Setting, schema: SettingsSchema, value: any, values: Values, name: string, path: string,
 *   parts: FormParts }} SettingContext
 */

/**
 * The table that the names in a setting refer to: that of the sibling in `of`, otherwise the surrounding one.
 *
 * @param {Setting} setting @param {SettingsSchema} schema @param {Record<string, unknown>} values
 * @param {{ catalog?: Catalog | null, table?: Table | null, outer?: Outer }} context
 * @returns {Table | null}
 */
export function tableOf(setting, schema, values, { catalog, table, outer }) {
  if (!setting.of || !catalog) return table ?? null;
  const sibling = schema.find((entry) => entry.name === setting.of);
  const value = values[setting.of];
  if (!sibling && outer) return tableOf(setting, outer.schema, outer.values, { catalog, table });
  if (!sibling) return table ?? null;
  if (typeof value !== 'string' || value === '') return null;
  if (sibling.type === 'view') return catalog.hasView(value) ? named(catalog, catalog.view(value).table) : null;
  if (sibling.type === 'table' || sibling.type === 'childRelation') return named(catalog, value.split('.')[0]);
  return table ?? null;
}

/**
 * The field that a field view is chosen for.
 *
 * @param {Setting} setting @param {Values} values
 * @param {{ catalog?: Catalog | null, table?: Table | null }} context
 * @returns {Field | null}
 */
export function fieldOf(setting, values, { catalog, table }) {
  const path = setting.of ? values[setting.of] : undefined;
  if (typeof path !== 'string' || path === '' || !table || !catalog) return null;
  return catalog.path(table, path)?.field ?? null;
}

/**
 * Whether a setting applies, given the sibling that it depends on.
 *
 * @param {Setting} setting
 * @param {SettingsSchema} schema
 * @param {Record<string, unknown>} values
 */
export function isShown({ showIf }, schema, values) {
  if (!showIf) return true;
  const ruling = schema.find((entry) => entry.name === showIf.name);
  // Settings that depend on one that doesn't apply don't apply either.
  if (ruling && !isShown(ruling, schema, values)) return false;
  return showIf.in.includes(values[showIf.name] ?? ruling?.default);
}

/** @param {Catalog} catalog @param {string | null} name */
function named(catalog, name) {
  return name !== null && catalog.hasTable(name) ? catalog.table(name) : null;
}
