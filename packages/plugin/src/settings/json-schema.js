/** @import { Setting, SettingsSchema, SettingType, Values } from '../index.d.ts' */

/** @type {Partial<Record<SettingType, (setting: Setting) => object>>} */
const shapes = {
  integer: (setting) => ({ type: 'integer', ...range(setting) }),
  number: (setting) => ({ type: 'number', ...range(setting) }),
  boolean: () => ({ type: 'boolean' }),
  select: (setting) => ({ enum: (setting.options ?? []).map((option) => option.value) }),
  multiselect: (setting) => ({ type: 'array', items: { enum: (setting.options ?? []).map((option) => option.value) } }),
  roles: () => ({ type: 'array', items: { type: 'string' } }),
  fields: () => ({ type: 'array', items: { type: 'string' } }),
  json: () => ({}),
  filter: () => ({ $ref: '#/$defs/filter' }),
  sort: () => ({
    type: 'array',
    items: {
      type: 'object',
      required: ['field'],
      properties: { field: { type: 'string' }, descending: { type: 'boolean' } },
    },
  }),
  list: (setting) => ({ type: 'array', items: settingsJsonSchema(setting.items ?? []) }),
  fieldView: () => ({ type: 'object', properties: { view: { type: 'string' }, options: { type: 'object' } } }),
  action: () => ({
    type: 'object',
    required: ['action'],
    properties: { action: { type: 'string' }, config: { type: 'object' } },
  }),
  piece: () => ({
    type: 'object',
    required: ['piece'],
    properties: { piece: { type: 'string' }, values: { type: 'object' } },
  }),
  minutes: (setting) => ({ type: 'integer', ...range(setting) }),
  steps: () => ({ type: 'array', items: { $ref: '#/$defs/step' } }),
  layout: () => ({ $ref: '#/$defs/node' }),
};

/**
 * The JSON Schema (draft 2020-12) of a settings schema; `#/$defs/filter` and `#/$defs/node` are the document's.
 *
 * @param {SettingsSchema} schema
 * @returns {object}
 */
export function settingsJsonSchema(schema) {
  const required = schema.filter((setting) => setting.required && !setting.showIf).map((setting) => setting.name);
  return {
    type: 'object',
    properties: Object.fromEntries(schema.map((setting) => [setting.name, describe(setting)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** @param {Setting} setting */
function describe(setting) {
  const shape = shapes[setting.type]?.(setting) ?? { type: 'string' };
  if (setting.default === undefined) return shape;
  return { ...(setting.default === null ? orNull(shape) : shape), default: setting.default };
}

/** @param {Values} shape */
function orNull(shape) {
  if (shape.type) return { ...shape, type: [shape.type, 'null'] };
  return shape.enum ? { ...shape, enum: [...shape.enum, null] } : shape;
}

/** @param {Setting} setting */
function range(setting) {
  return {
    ...(setting.min !== undefined && { minimum: setting.min }),
    ...(setting.max !== undefined && { maximum: setting.max }),
  };
}
