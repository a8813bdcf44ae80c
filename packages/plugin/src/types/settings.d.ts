// Settings schemas: how a definition describes its configuration.

import type { Catalog } from './catalog.d.ts';
import type { TypeMatch } from './field-types.d.ts';
import type { FieldView } from './field-views.d.ts';
import type { Registry } from './registry.d.ts';
import type { Values } from './rows.d.ts';
import type { Table } from './tables.d.ts';

/**
 * A settings schema describes a configuration: of an element, a view template, a field type's attributes, a field
 * view, a plugin. One description serves the admin's form, validation, reference tracking and JSON Schema.
 */
export type SettingsSchema = readonly Setting[];
export interface Setting {
  /** Of a `longtext`: it is code. */
  code?: boolean;
  name: string;
  type: SettingType;
  /** A catalogue key or plain text. */
  label?: string;
  help?: string;
  required?: boolean;
  default?: unknown;
  /** For select and multiselect. */
  options?: readonly SettingOption[];
  min?: number;
  max?: number;
  /** For text: a regular expression source. */
  pattern?: string;
  /** Message if the text does not match the pattern. Default: "has an invalid format". */
  patternMessage?: string;
  /** For list: the schema of one entry. */
  items?: SettingsSchema;
  /** For list: 'options' prints entries of value, label and colour as lines that can be pasted and dragged. */
  entries?: 'options';
  /**
   * For field, fieldPath, fields, filter, sort, expression, childRelation: the sibling setting that names the table
   * (of type table, view or childRelation). Default: the table of the surrounding view.
   */
  of?: string;
  /** For text, longtext and markdown: it may hold `{{ expressions }}`, see `textParts`. */
  expressions?: boolean;
  /** Beside `expressions`: it may name secrets, as `{{ secrets.name }}`. */
  withSecrets?: boolean;
  /** For expression: the type of its result; absent: any value. */
  result?: 'bool';
  /** For field and fields: only those of these types, by name or by traits. */
  fieldTypes?: readonly TypeMatch[];
  /** For field and fields: only those that people fill in. */
  filledIn?: boolean;
  /** For text: the sibling setting that names the field, or the one field, which this value is for; the control fits the field. */
  fills?: string;
  /** What choosing nothing means, instead of “none”. */
  none?: string;
  /** For action, role and roles: these are not offered. */
  except?: readonly string[];
  /** For action: it runs where nobody waits for it, such as in a trigger. */
  background?: boolean;
  /** For action: nobody sits before it, such as in a workflow, so those that need a browser are not offered. */
  unattended?: boolean;
  /** For fieldView: its mode; default show. */
  mode?: FieldView['mode'];
  /** For view: only these view templates. */
  viewTemplates?: readonly string[];
  /** For view: views of these templates only if they show the table at hand. */
  ownTable?: readonly string[];
  /** Shown in forms only while the sibling has one of these values. */
  showIf?: { name: string; in: readonly unknown[] };
  /** Never shown again or exported (passwords, keys). */
  secret?: boolean;
  /** Further attributes of its control, such as `{ type: 'email' }`. */
  attrs?: Readonly<Record<string, string | number | boolean>>;
}
export interface SettingOption {
  value: string;
  label: string;
  /** For select: the heading that it stands below, with those beside it of the same group. */
  group?: string;
}
export type SettingType =
  | 'text'
  | 'longtext'
  | 'markdown'
  | 'html'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'select'
  | 'multiselect'
  | 'colour'
  | 'icon'
  | 'url'
  | 'length' // CSS length such as 1rem, 20px, 50%
  | 'file' // id of a stored file
  | 'json'
  // references to metadata, by name:
  | 'table'
  | 'field' // a field of the table
  | 'fields' // several of them
  | 'fieldPath' // may walk many-to-one relations: author.name
  | 'childRelation' // "replies.thread": rows of table replies whose relation field thread points here
  | 'view'
  | 'page'
  | 'role'
  | 'roles'
  | 'filter' // Filter on the table
  | 'sort' // Sort[]
  | 'expression' // CEL over row and user
  // structure:
  | 'list'
  | 'fieldView' // { view: string, options: {} } for the sibling field named in `of`
  | 'function' // a name
  | 'secret' // a name
  | 'mail' // the name of a mail template
  | 'workflow' // a name
  | 'variable' // of the workflow around it, or of the one named by the sibling in `of`
  | 'user' // id of a person
  | 'minutes' // a duration
  | 'time' // of the clock: 08:00
  | 'timeZone' // an IANA name; empty: that of the site
  | 'steps' // WorkflowStepState[]
  | 'piece' // { piece: string, values: {} }, values by the piece's parameters
  | 'action' // { action: string, config: {} }, config by that action's settings
  | 'layout'; // Node
export interface SettingsContext {
  registry: Registry;
  /** The table that unqualified field names refer to. */
  table?: Table | null;
  catalog?: Catalog | null;
  /** Prefix of key paths in messages. */
  path?: string;
}
/**
 * Fills in defaults, keeps everything, refuses unknown keys and wrong types: SETTINGS_INVALID with details.fields by
 * key path.
 */
export function checkSettings(schema: SettingsSchema, input: unknown, path?: string): Values;
/** A JSON Schema (draft 2020-12) of a settings schema, for docs/reference. */
export function settingsJsonSchema(schema: SettingsSchema): object;
