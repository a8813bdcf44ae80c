/** @import { Catalog, Field, Table } from '@plinth/plugin' */
import { compareTexts, isOfType } from '@plinth/plugin';
import { tableOf } from './context.js';

/** @typedef {{ value: string, label: string, group?: string }} Option */
/** @typedef {import('./context.js').SettingContext} SettingContext */

/** The longest path that can be picked; longer ones can be written in the app document. */
const MAX_STEPS = 3;
const MAX_OPTIONS = 400;

/**
 * Options for a setting that names metadata.
 *
 * @type {Record<string, (context: SettingContext) => Option[]>}
 */
export const referenceOptions = {
  table: ({ parts }) => (parts.catalog?.tables ?? []).map(({ name, label }) => ({ value: name, label })),
  page: ({ parts }) => (parts.catalog?.pages ?? []).map(({ name, title }) => ({ value: name, label: title })),
  function: ({ parts }) =>
    (parts.catalog?.functions ?? [])
      .filter((fn) => !fn.package)
      .map(({ name, label }) => ({ value: name, label: label || name })),
  workflow: ({ parts }) => (parts.catalog?.workflows ?? []).map(({ name, label }) => ({ value: name, label })),
  variable: variableOptions,
  user: ({ parts }) => [...(parts.workflow?.people ?? [])],
  secret: ({ parts }) => (parts.catalog?.secrets ?? []).map(({ name }) => ({ value: name, label: name })),
  mail: mailOptions,
  role: roleOptions,
  roles: roleOptions,
  view: viewOptions,
  field: (context) => fieldOptions(context).filter(({ value }) => !value.includes('.')),
  fields: (context) => fieldOptions(context).filter(({ value }) => !value.includes('.')),
  fieldPath: fieldOptions,
  childRelation: (context) => {
    const table = tableAt(context);
    return table ? childOptions(table, /** @type {Catalog} */ (context.parts.catalog)) : [];
  },
};

/** Up to this many can be scanned without an order. */
const FEW = 8;

/**
 * Views by table, those of the current table first.
 *
 * @param {SettingContext} context @returns {Option[]}
 */
function viewOptions({ setting, parts }) {
  const { catalog, table } = parts;
  const views = (catalog?.views ?? []).filter(
    (view) =>
      (!setting.viewTemplates || setting.viewTemplates.includes(view.template)) &&
      (!setting.ownTable?.includes(view.template) || view.table === table?.name),
  );
  const options = views.map(({ name, label, template, table: of }) => ({
    value: name,
    label: `${label} (${templateLabel(template, parts)})`,
    group: of && catalog?.hasTable(of) ? catalog.table(of).label : '',
  }));
  if (options.length <= FEW) return options.map(({ value, label }) => ({ value, label }));
  const own = (/** @type {Option} */ { group }) => (group === table?.label ? 0 : 1);
  const compare = compareTexts(catalog?.settings.locale ?? 'en');
  return options.sort((a, b) => own(a) - own(b) || compare(a.group, b.group));
}

/** The views of a table often have the same label. @param {string} name @param {SettingContext['parts']} parts */
function templateLabel(name, { registry, t }) {
  return registry.has('viewTemplate', name) ? t(registry.viewTemplate(name).label) : name;
}

/** Those of the workflow being edited, or what another one may be started with. @param {SettingContext} context @returns {Option[]} */
function variableOptions({ setting, values, parts: { catalog, outer, workflow } }) {
  const name = setting.of ? (values[setting.of] ?? outer?.values[setting.of] ?? '') : null;
  const called = name !== null && catalog?.hasWorkflow(name) ? catalog.workflow(name) : null;
  const variables =
    name === null ? (workflow?.variables ?? []) : (called?.variables ?? []).filter((one) => one.isInput);
  return variables.map((one) => ({ value: one.name, label: one.label || one.name }));
}

/** @param {SettingContext} context @returns {Option[]} */
function roleOptions({ setting, parts }) {
  return (parts.catalog?.roles ?? [])
    .filter(({ name }) => !setting.except?.includes(name))
    .map(({ name, label }) => ({ value: name, label: parts.t(label) }));
}

/** Templates about rows of another table have nothing to say here. @param {SettingContext} context @returns {Option[]} */
function mailOptions({ parts: { catalog, table } }) {
  return (catalog?.mails ?? [])
    .filter((mail) => mail.table === null || mail.table === table?.name)
    .map(({ name, label }) => ({ value: name, label }));
}

/** @param {SettingContext} context */
function tableAt({ setting, schema, values, parts }) {
  return tableOf(setting, schema, values, parts);
}

/** @param {SettingContext} context @returns {Option[]} */
function fieldOptions(context) {
  const table = tableAt(context);
  const { catalog } = context.parts;
  if (!table || !catalog) return [];
  const { fieldTypes, filledIn } = context.setting;
  return pathOptions(table, catalog).filter(({ field }) => isOfType(field, fieldTypes) && !(filledIn && field.auto));
}

/**
 * Fields of a table and, step by step, of those it refers to.
 *
 * @param {Table} table @param {Catalog} catalog
 * @returns {(Option & { field: Field })[]}
 */
export function pathOptions(table, catalog) {
  /** @type {(Option & { field: Field })[]} */
  const found = [];
  /** @param {Table} current @param {string} path @param {string} label @param {number} depth */
  const step = (current, path, label, depth) => {
    const group = label || undefined;
    for (const field of current.fields) {
      if (found.length >= MAX_OPTIONS) return;
      found.push({
        value: path + field.name,
        label: label ? `${label} › ${field.label}` : field.label,
        field,
        ...(group && { group }),
      });
    }
    if (depth === MAX_STEPS) return;
    for (const field of current.fields) {
      const leads = field.target && catalog.hasTable(field.target) && !field.traits.isMany && !field.auto;
      if (leads)
        step(
          catalog.table(/** @type {string} */ (field.target)),
          `${path}${field.name}.`,
          label ? `${label} › ${field.label}` : field.label,
          depth + 1,
        );
    }
  };
  step(table, '', '', 1);
  return found;
}

/** @param {Table} table @param {Catalog} catalog @returns {Option[]} */
function childOptions(table, catalog) {
  return catalog.children(table.name).map(({ table: child, field }) => ({
    value: `${child.name}.${field.name}`,
    label: `${child.label} (${field.label})`,
  }));
}
