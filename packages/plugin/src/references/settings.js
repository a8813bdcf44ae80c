/** @import { DefinitionKind, Node, Setting, SettingsSchema, SettingType, Values, Row } from '../index.d.ts' */
/** @import { Walk } from './map-references.js' */
import { askedFields, askedRecord } from '../asked-fields.js';
import { pieceSchema } from '../pieces/piece-schema.js';
import { mapTextParts, secretIn } from '../texts/text-parts.js';
import { stepSettings } from '../workflows/step-settings.js';
import { targetOf, walkChild, walkExpression, walkFilter, walkPath } from './paths.js';

/**
 * The context of a setting's walker: the table that unqualified names belong to, and its sibling settings.
 *
 * @typedef {{ setting: Setting, table: string | null | undefined, surrounding: string | null | undefined,
 *   siblings: Record<string, unknown>, schema: SettingsSchema, at: string, walk: Walk, outer?: Outer }} SettingContext
 * @typedef {{ schema: SettingsSchema, config: Values }} Outer the settings around an entry of a list
 */

/** @type {Partial<Record<SettingType, (value: any, context: SettingContext) => unknown>>} */
const walkers = {
  table: (value, { at, walk }) => walk.visit({ kind: 'table', name: value, at }),
  view: (value, { at, walk }) => walk.visit({ kind: 'view', name: value, at }),
  page: (value, { at, walk }) => walk.visit({ kind: 'page', name: value, at }),
  function: (value, { at, walk }) => walk.visit({ kind: 'function', name: value, at }),
  secret: (value, { at, walk }) => walk.visit({ kind: 'secret', name: value, at }),
  workflow: (value, { at, walk }) => walk.visit({ kind: 'workflow', name: value, at }),
  variable: (value, { setting, siblings, outer, at, walk }) => {
    const workflow = setting.of ? (siblings[setting.of] ?? outer?.config[setting.of]) : null;
    return walk.visit({ kind: 'variable', name: value, at, ...(workflow && { workflow }) });
  },
  steps: (value, { table, walk }) => walkSteps(value, table, walk),
  mail: (value, { at, walk }) => walk.visit({ kind: 'mail', name: value, at }),
  role: (value, { at, walk }) => walk.visit({ kind: 'role', name: value, at }),
  roles: (value, { at, walk }) => each(value, (name) => walk.visit({ kind: 'role', name, at })),
  field: (value, { table, at, walk, ...beside }) =>
    walk.visit({ kind: 'field', name: value, at, ...(table && { table }), ...fixedValue(beside) }),
  fields: (value, { table, at, walk }) =>
    each(value, (name) => walk.visit({ kind: 'field', name, at, ...(table && { table }) })),
  fieldPath: (value, { table, at, walk }) => walkPath(value, table, at, walk),
  childRelation: (value, { at, walk }) => walkChild(value, at, walk),
  filter: (value, { table, at, walk }) => walkFilter(value, table, at, walk),
  sort: (value, { table, at, walk }) =>
    each(value, (entry) => (entry?.field ? { ...entry, field: walkPath(entry.field, table, at, walk) } : entry)),
  expression: (value, { setting, table, at, walk }) => walkExpression(value, table, at, walk, setting.result),
  list: (value, { setting, surrounding, siblings, schema, at, walk }) =>
    each(value, (entry, i) =>
      walkSettings(setting.items ?? [], entry, surrounding, `${at}.${i}`, walk, { schema, config: siblings }),
    ),
  layout: (value, { surrounding, at, walk }) => walkLayoutReferences(value, surrounding, at, walk),
  fieldView: (value, { table, at, walk }) => definition('fieldView', value.view, value, 'options', table, at, walk),
  piece: (value, { at, walk }) => {
    const { catalog, registry } = walk;
    const known = catalog.hasPiece?.(value.piece) ? catalog.piece?.(value.piece) : null;
    const piece = walk.visit({ kind: 'piece', name: value.piece, at });
    if (!known || !value.values) return { ...value, piece };
    const schema = pieceSchema(known, registry);
    return { ...value, piece, values: walkSettings(schema, value.values, known.table, `${at}.values`, walk) };
  },
  action: (value, { surrounding, at, walk }) =>
    definition('action', value.action, value, 'config', surrounding, at, walk),
};

/** Drafts come from browsers. @param {unknown} value @param {(entry: any, i: number) => unknown} change */
const each = (value, change) => (Array.isArray(value) ? value.map(change) : value);

/**
 * What a field is set to by the setting beside it, if that applies.
 *
 * @param {Pick<SettingContext, 'setting' | 'schema' | 'siblings'>} beside
 */
function fixedValue({ setting, schema, siblings }) {
  const { name = '', showIf } = schema.find(({ fills }) => fills === setting.name) ?? {};
  const ruling = showIf && schema.find((one) => one.name === showIf.name);
  const applies = !showIf || showIf.in.includes(siblings[showIf.name] ?? ruling?.default);
  const value = siblings[name];
  return applies && typeof value === 'string' && value !== '' ? { setTo: value } : {};
}

/** @param {unknown} value @param {SettingContext} context */
const expressionsIn = (value, { setting, table, at, walk }) =>
  mapTextParts(String(value), (source) => {
    const secret = setting.withSecrets ? secretIn(source) : null;
    return secret === null
      ? walkExpression(source, table, at, walk)
      : `secrets.${walk.visit({ kind: 'secret', name: secret, at })}`;
  });

/**
 * @param {SettingsSchema} schema @param {Values} config
 * @param {string | null | undefined} table name of the table that unqualified names belong to
 * @param {string} at @param {Walk} walk
 * @param {Outer} [outer] may name the table of the fields in an entry of a list
 * @returns {Record<string, unknown>}
 */
export function walkSettings(schema, config, table, at, walk, outer) {
  const result = { ...config };
  for (const setting of schema) {
    const value = config?.[setting.name];
    const walker = setting.expressions ? expressionsIn : walkers[setting.type];
    if (!walker || value === undefined || value === null || value === '') continue;
    const context = {
      setting,
      surrounding: table,
      siblings: config,
      schema,
      at: at ? `${at}.${setting.name}` : setting.name,
      walk,
      outer,
    };
    result[setting.name] = walker(value, { ...context, table: tableOf(setting, schema, config, table, walk, outer) });
  }
  return result;
}

/**
 * Steps of a workflow, and those inside them. A reference is in `steps.<id>`, wherever its step is.
 *
 * @param {Values[]} steps @param {string | null | undefined} table @param {Walk} walk
 * @returns {Row[]}
 */
export function walkSteps(steps, table, walk) {
  return steps.map((step) => {
    // Drafts come from browsers.
    if (typeof step !== 'object' || step === null) return step;
    const at = `steps.${step.id}`;
    if (walk.registry.has('workflowStep', step.kind))
      return walkSettings(stepSettings(walk.registry.workflowStep(step.kind)), step, table, at, walk);
    walk.visit({ kind: 'definition', definition: 'workflowStep', name: step.kind, at });
    return step;
  });
}

/**
 * @param {Node} node @param {string | null | undefined} table @param {string} at @param {Walk} walk
 * @returns {Node}
 */
export function walkLayoutReferences(node, table, at, walk) {
  const here = `${at}/${node.id}`;
  /** @type {Node} */
  const result = { ...node };
  if (node.visible) {
    result.visible = { ...node.visible };
    if (node.visible.roles)
      result.visible.roles = node.visible.roles.map((name) =>
        walk.visit({ kind: 'role', name, at: `${here}.visible`, audience: true }),
      );
    if (node.visible.when) result.visible.when = walkExpression(node.visible.when, table, `${here}.visible`, walk);
  }
  let childTable = table;
  if (walk.registry.has('element', node.type)) {
    const element = walk.registry.element(node.type);
    if (node.settings) result.settings = walkSettings(element.settings, node.settings, table, here, walk);
    const by = element.settings.find((setting) => setting.name === element.childrenOf);
    if (by) childTable = tableNamedBy(by, element.settings, node.settings ?? {}, table, walk);
  } else {
    walk.visit({ kind: 'definition', definition: 'element', name: node.type, at: here });
  }
  if (node.children) result.children = node.children.map((child) => walkLayoutReferences(child, childTable, at, walk));
  return result;
}

/**
 * @param {DefinitionKind & ('fieldView' | 'action')} kind @param {string | undefined} name @param {any} value
 * @param {'options' | 'config'} key @param {string | null | undefined} table @param {string} at @param {Walk} walk
 */
function definition(kind, name, value, key, table, at, walk) {
  if (!name || !value[key]) return value;
  if (!walk.registry.has(kind, name)) {
    walk.visit({ kind: 'definition', definition: kind, name, at });
    return value;
  }
  const { settings } = kind === 'action' ? walk.registry.action(name) : walk.registry.fieldView(name);
  const inner = kind === 'action' ? knowingInput(walk, name, value.config) : walk;
  return { ...value, [key]: walkSettings(settings, value[key], table, `${at}.${key}`, inner) };
}

/**
 * @param {Setting} setting @param {SettingsSchema} schema @param {Record<string, unknown>} config
 * @param {string | null | undefined} table @param {Walk} walk
 * @param {Outer} [outer]
 * @returns {string | null | undefined}
 */
function tableOf(setting, schema, config, table, walk, outer) {
  if (!setting.of) return table;
  const named = (/** @type {SettingsSchema} */ among) => among.find((other) => other.name === setting.of);
  const by = named(schema);
  if (by) return tableNamedBy(by, schema, config, table, walk);
  const around = outer && named(outer.schema);
  return around ? tableNamedBy(around, outer.schema, outer.config, table, walk) : table;
}

/**
 * The table that a sibling setting stands for: itself, a view's table, the children's table, a relation's target.
 *
 * @param {Setting} by @param {SettingsSchema} schema @param {Record<string, unknown>} config
 * @param {string | null | undefined} table @param {Walk} walk
 * @returns {string | null | undefined}
 */
function tableNamedBy(by, schema, config, table, walk) {
  const value = config[by.name];
  if (typeof value !== 'string' || value === '') return undefined;
  if (by.type === 'table') return value;
  if (by.type === 'childRelation') return value.split('.')[0];
  if (by.type === 'view')
    return walk.catalog.hasView(value) ? (walk.catalog.view(value).table ?? undefined) : undefined;
  let current = tableOf(by, schema, config, table, walk);
  for (const step of value.split('.')) current = targetOf(current, step, walk);
  return current;
}

/** Steps know what others of them ask for. @param {Walk} walk @param {string} action @param {Values} config @returns {Walk} */
function knowingInput(walk, action, config) {
  const asked = walk.registry.action(action).takesSteps ? askedFields(walk.registry, config.steps) : [];
  return asked.length > 0 ? { ...walk, variables: { ...walk.variables, input: askedRecord(asked) } } : walk;
}
