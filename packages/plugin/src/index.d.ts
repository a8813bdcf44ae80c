/**
 * The public API of Plinth for plugins and for core's own packages: the shapes of every definition, of the metadata,
 * and of what packages pass to each other. Nothing here depends on HTTP or PostgreSQL.
 */

// ---------------------------------------------------------------- values

/**
 * A row as it was read, or one to be written, by the names of its fields. The type of a field says what its values are
 * (`parse`, `validate`), which no type of TypeScript can follow.
 */
export type Row = Record<string, any>;
/** Values by name, which a schema describes and checks: of settings, of an input. */
export type Values = Record<string, any>;

// ---------------------------------------------------------------- errors and html

/**
 * A foreseen error: stable code, short fact naming the thing, what to do about it. `details` is safe to show to the
 * caller.
 */
export class AppError extends Error {
  constructor(code: string, message: Message, options?: AppErrorOptions);
  code: string;
  status: number;
  hint: string | undefined;
  details: unknown;
  /** The phrases of message and hint, for `errorText`. */
  phrases: { message: Phrase; hint: Phrase | undefined };
}
export interface AppErrorOptions {
  hint?: Message;
  status?: number;
  cause?: unknown;
  details?: unknown;
}
/** One message per field name; the error code is INPUT_INVALID, status 422, details = { fields, messages }. */
export function inputInvalid(fields: Record<string, Message>, message?: Message): AppError;
/** `details` with messages by field: `fields` in English, `messages` as phrases. */
export function fieldMessages(fields: Record<string, Message>): {
  fields: Record<string, string>;
  messages: Record<string, Phrase>;
};
/** An error in the reader's language. */
export function errorText(
  error: AppError,
  t: Translate,
): { message: string; hint: string | undefined; fields: Record<string, string> };

/** Plain English, which is its own key, or a phrase with values. */
export type Message = string | Phrase;
/** A sentence and its values: `key` is the English text with {placeholders}, and the key in the catalogues. */
export class Phrase {
  constructor(key: string, params?: Record<string, unknown>);
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  toString(): string;
  toJSON(): string;
}
/** Tagged template: phrase`There is no table "${name}"` has the key 'There is no table "{0}"'. */
export function phrase(strings: TemplateStringsArray, ...values: unknown[]): Phrase;
/** Joins several messages. */
/** A message as a phrase, so that it can be part of another one. */
export function asPhrase(message: Message): Phrase;
export function joinPhrases(messages: readonly unknown[], separator?: string): Phrase;
/** The known word that a misspelled one most likely means; undefined if none is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined;
/** A message in the reader's language. */
export function say(message: Message, t: Translate): string;
/** A phrase as JSON; a phrase among its values has the same form. */
export interface StoredPhrase {
  key: string;
  params: Record<string, unknown>;
}
/** A message for the database, which `readPhrase` makes a phrase again, for a reader of any language. */
export function storedPhrase(message: Message): StoredPhrase;
export function readPhrase(stored: StoredPhrase): Phrase;

/** Markup that is already safe. Only `html` and `raw` create it. */
export class Html {
  constructor(text: string);
  readonly text: string;
  toString(): string;
}
/** Tagged template: escapes every value but Html; arrays are joined; null, undefined and false print nothing. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html;
/** Marks text as safe markup. The only way to put unescaped text into a page; explain at the call why it is safe. */
export function raw(text: string): Html;
export function escapeHtml(value: unknown): string;
/** Attributes: attrs({ id, disabled: true, hidden: false }) -> ` id="x" disabled`. */
export function attrs(values: Record<string, string | number | boolean | null | undefined>): Html;

/** Names of the palette's twelve colours: classes pl-c-<name>. */
export const PALETTE: readonly string[];

// ---------------------------------------------------------------- settings schemas

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
  /** For action: these are not offered. */
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
}
export interface SettingOption {
  value: string;
  label: string;
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

/** One reference found in a configuration. */
export interface Reference {
  kind:
    | 'table'
    | 'field'
    | 'view'
    | 'page'
    | 'piece'
    | 'function'
    | 'workflow'
    | 'variable'
    | 'secret'
    | 'mail'
    | 'role'
    | 'expression'
    | 'definition';
  /** For kind definition: the kind of definition (element, fieldView, action, ...). */
  definition?: DefinitionKind;
  /** For kind field: the table it belongs to, if known. */
  table?: string;
  name: string;
  /** Key path from the object's root, such as layout/0/settings.field */
  at: string;
  /** For kind role: it is in a list of those who see an element or menu entry, where an empty list means everybody. */
  audience?: true;
  /** For kind field: the text that it is set to, as far as that is fixed. */
  setTo?: string;
  /** For kind expression: it may name `old`, the row before a change. */
  old?: true;
  /** For kind expression: further names that it may use, with their types. */
  variables?: Readonly<Record<string, ValueType>>;
  /** For kind expression: the type that its result must have. */
  result?: 'bool';
  /** For kind variable: the workflow that it belongs to, if that is another one. */
  workflow?: string;
  /** For kind expression: members of `event`, which it may name. */
  event?: readonly EventField[];
}
/** A type of `@plinth/expressions`. */
export type ValueType =
  | { name: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'id' | 'json' }
  | { name: 'row'; table: string }
  | { name: 'record'; of: Readonly<Record<string, ValueType>>; labels?: Readonly<Record<string, string>> };
/**
 * Walks every reference in a view, page, menu or table body. `visit` may return a new name: the result is a deep copy
 * with all replacements (the same object if nothing changed). Paths such as author.name visit each step with its table.
 * This one function serves rename, export with a prefix, problems and dependents.
 */
export function mapReferences<T>(
  object: { kind: ObjectKind; body: T },
  context: {
    registry: Registry;
    catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'> & Partial<Pick<Catalog, 'piece' | 'hasPiece'>>;
  },
  visit: (reference: Reference) => string | undefined | void,
): T;

/** Names of the functions that the code of a function imports, as in `import { vat } from 'app/prices'`. */
export function importsIn(code: string): string[];
/** The same code with other names of functions that it imports; `change` also hears of packages, whose names stay. */
export function mapImports(code: string, change: (name: string) => string): string;
/** Whether npm has such names, and imports of functions find them. */
export function isPackageName(name: unknown): name is string;
/** The name of the function that holds an npm package. */
export function packageFunction(name: string): string;

// ---------------------------------------------------------------- metadata

export type ObjectKind =
  | 'app'
  | 'table'
  | 'field'
  | 'view'
  | 'page'
  | 'piece'
  | 'trigger'
  | 'workflow'
  | 'function'
  | 'secret'
  | 'mail'
  | 'menu'
  | 'role'
  | 'settings'
  | 'plugin';

/** An immutable snapshot of all metadata. A request takes one and uses it to the end. */
export interface Catalog {
  readonly version: number;
  readonly apps: readonly App[];
  readonly tables: readonly Table[];
  readonly views: readonly View[];
  readonly pages: readonly Page[];
  readonly pieces: readonly Piece[];
  readonly triggers: readonly Trigger[];
  readonly workflows: readonly Workflow[];
  readonly functions: readonly AppFunction[];
  readonly secrets: readonly Secret[];
  readonly mails: readonly MailTemplate[];
  readonly roles: readonly Role[];
  readonly menu: Menu;
  readonly settings: SiteSettings;
  readonly plugins: readonly PluginState[];
  readonly problems: readonly Problem[];
  /**
   * By name; an unknown name throws TABLE_NOT_FOUND, VIEW_NOT_FOUND, PAGE_NOT_FOUND, PIECE_NOT_FOUND,
   * FUNCTION_NOT_FOUND, WORKFLOW_NOT_FOUND, MAIL_TEMPLATE_NOT_FOUND (404).
   */
  table(name: string): Table;
  view(name: string): View;
  page(name: string): Page;
  piece(name: string): Piece;
  function(name: string): AppFunction;
  mail(name: string): MailTemplate;
  workflow(name: string): Workflow;
  hasTable(name: string): boolean;
  hasView(name: string): boolean;
  hasPage(name: string): boolean;
  hasPiece(name: string): boolean;
  hasFunction(name: string): boolean;
  hasSecret(name: string): boolean;
  hasMail(name: string): boolean;
  hasWorkflow(name: string): boolean;
  /** Any object by its stable id, with its storage version (for optimistic locking). */
  object(id: string): { id: string; kind: ObjectKind; name: string; version: number; body: any } | undefined;
  /** Relation fields of other tables that refer to this table: its possible child relations. */
  children(table: string): readonly { table: Table; field: Field }[];
  /** Resolves "author.name" from a table to its fields; null if a step does not exist. */
  path(table: Table, path: string): { steps: Field[]; field: Field; table: Table } | null;
}
/** A part of a layout that is used in several places and changed in one. */
export interface Piece {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table whose rows it shows; null if it can be placed anywhere. */
  table: string | null;
  /** Settings of its nodes that each use may fill in. Those of one name are filled in together. */
  params: readonly { name: string; label: string; node: string; setting: string }[];
  layout: Node;
}
/** What is done to a row before it is saved, if `when` holds: a field is set, or the change is refused. */
export interface BeforeStep {
  kind: 'set' | 'refuse';
  /** The field that is set, or where the message appears. */
  field: string | null;
  /** An expression over `row` and `old`. */
  value: string;
  message: string;
  when: string;
}
/** Steps that run by themselves when rows of a table change. */
export interface Trigger {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The name of the source of its events, see `TriggerSource`; 'rows': changes of rows. */
  source: string;
  /** Settings of the source. */
  options: Readonly<Values>;
  /** The table of the rows that the steps are about; null: about no row. */
  table: string | null;
  /** For changes of rows: which. */
  events: readonly ('insert' | 'update' | 'delete')[];
  /** For updates: only if one of these fields changed; empty: any. */
  fields: readonly string[];
  /** For updates of a single field: only from, and only to this value. */
  from: string;
  to: string;
  /** A condition over `row`, `old` and `event`; empty: always. */
  when: string;
  steps: readonly Step[];
  /** 'after': runs `steps` once the change is saved; 'before': runs `before` as part of the change. */
  timing: 'after' | 'before';
  /** The place of a 'before' among those of its table. */
  order: number;
  before: readonly BeforeStep[];
  /** Whose rights it has: of who caused the change, of a chosen user, or all. */
  as: 'cause' | 'user' | 'system';
  user: string | null;
  enabled: boolean;
}
/** Several steps with memory, which may wait for a time, a row or a person. */
export interface Workflow {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table of the row that it is about; null: it is about none. */
  table: string | null;
  /** Whose rights it has: of who started it, of a chosen user, or all. */
  as: 'cause' | 'user' | 'system';
  user: string | null;
  enabled: boolean;
  /** Who may start it by the API, beside administrators. */
  roles: readonly string[];
  variables: readonly WorkflowVariable[];
  steps: readonly WorkflowStepState[];
  /** Run if a step fails for good; they know `error`. */
  onError: readonly WorkflowStepState[];
}
export interface WorkflowVariable {
  name: string;
  label: string;
  type: 'text' | 'number' | 'bool' | 'date' | 'datetime' | 'json';
  /** Whoever starts the workflow may give its value. */
  isInput: boolean;
  /** An expression for its first value; empty: none. */
  value: string;
}
/**
 * A step as it is stored. `kind` names the definition whose settings the other keys are. Expressions know `row` (inside a
 * loop, the row of the loop), `about` (the row that the workflow is about), `vars.<name>`, `tasks.<id>.outcome`, `.comment`,
 * `.by` and `.at`, `hooks.<id>.url` (the address of a wait for a call from outside), and, in `onError`, `error.message`,
 * `.code` and `.step`.
 */
export interface WorkflowStepState {
  /** Unique in the workflow: ^[a-z][a-z0-9_]{0,47}$ */
  id: string;
  kind: string;
  label: string;
  /** A condition; empty: always. */
  when: string;
  [setting: string]: any;
}
/** A kind of step. Lists of steps inside it are its settings of type `steps`. */
export interface WorkflowStep {
  name: string;
  label: string;
  help: string;
  icon: string;
  order?: number;
  /** Beside id, kind, label and when. */
  settings: SettingsSchema;
  /** It can fail: it has `retries`, `retryAfter` (minutes, doubled each time) and `onError` ('fail' or 'continue'). */
  canFail?: boolean;
  /** It has `undo`, steps that make it undone if a later step fails. */
  canUndo?: boolean;
  /** It has an outcome that later expressions know as tasks.<id>. */
  isTask?: boolean;
  /** Further checks: error messages by path of the setting. */
  check?(step: WorkflowStepState, workflow: Pick<Workflow, 'variables' | 'table'>): Record<string, Message>;
  /** It reaches outside of the database, so that it has a transaction of its own. It may happen twice, with the same `key`. */
  isOutside?(step: WorkflowStepState, registry: Registry): boolean;
  /** What it does. An error that it throws is one of the step. */
  enter(at: WorkflowStepContext): Promise<WorkflowOutcome>;
  /** What it waited for came, or the time is over. Without it, the next step follows. */
  resume?(at: WorkflowStepContext): Promise<WorkflowOutcome>;
  /** A list of steps inside it has ended. Without it, the next step follows. */
  ended?(at: WorkflowStepContext): Promise<WorkflowOutcome>;
}
/** What a step of a run works with. */
export interface WorkflowStepContext {
  step: WorkflowStepState;
  /** Where it is, such as `steps/1`; its lists are `${path}/<setting>` and `${path}/<list>/<n>/<setting>`. */
  path: string;
  /** Whose rights the run has. */
  actor: Actor;
  /** The row: of the loop around it, or the one that the workflow is about. */
  about: { table: Table | null; id: string | number | null };
  /** Values of the workflow's variables; change them by the outcome. */
  variables: Record<string, unknown>;
  /** What time it is for the database. */
  now: Date;
  /** The same when the step is tried again, and different in each round of a loop. */
  key: string;
  /** What it kept when it began to wait. */
  own: any;
  /** What came while it waited; undefined: the time is over. */
  came: any;
  /** Of a test run, in which nothing leaves the database and nobody waits; null: the run is real. */
  trial: WorkflowTrial | null;
  /** JSON-safe values of expressions. */
  evaluate(sources: readonly string[]): Promise<unknown[]>;
  /** A text with the values of its `{{ expressions }}`. */
  text(template: string): Promise<string>;
  /** The same for Markdown: values format nothing. */
  markdown(template: string): Promise<string>;
  /** A value as a variable keeps it. @throws AppError WORKFLOW_VALUE_INVALID */
  asVariable(name: string, value: unknown): unknown;
  /** For Plinth's own steps; it may change with any version. */
  core: any;
}
export interface WorkflowTrial {
  /** What is chosen in tasks, by step. */
  outcomes: Record<string, string>;
  /** What would have left the database. */
  held: {
    step: string;
    what: string;
    to?: string;
    subject?: string;
    text?: string;
    /** Settings of an action. */
    config?: Values;
  }[];
}
/** Where a run goes after a step. */
export type WorkflowOutcome = {
  /** New values of variables. */
  set?: Record<string, unknown>;
  /** What later expressions see of it as tasks.<id>; see `isTask`. */
  result?: Record<string, unknown>;
  /** For the log of the run. */
  output?: unknown;
  by?: string | null;
  [key: string]: unknown;
} & (
  | { go: 'next' }
  /** Into a list of the step, or past it if it is empty. */
  | { go: 'into'; list: string }
  /** Several lists at once; the step is resumed when all have ended. */
  | { go: 'fork'; lists: readonly string[] }
  /** The step is resumed at a time. `own`: what it has to remember */
  | { go: 'wait'; waits: 'time' | 'row' | 'webhook' | 'task' | 'run'; until: Date | null; own?: any }
  | { go: 'stop'; text: string }
);
/** What a mail consists of; see MAIL_SETTINGS. */
export interface MailParts {
  /** With `{{ expressions }}`. */
  subject: string;
  /** Markdown with `{{ expressions }}` and `{{#if condition}}…{{else}}…{{/if}}`. */
  body: string;
  /** A view that a button below the text shows the row in; `button` is its text. */
  buttonView?: string | null;
  button?: string | null;
  /** Fields of the row whose files are attached. */
  files?: readonly string[];
  /** A list that goes along, as a table in the text or as an attached file. */
  view?: string | null;
  viewAs?: 'table' | 'csv' | 'xlsx' | 'pdf';
  /** Only rows of the list whose field points to the row that the mail is about. */
  relation?: string | null;
}
/** A mail that is written once and sent from several places. */
export interface MailTemplate extends Required<MailParts> {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table of the row that it is about; null: of none. */
  table: string | null;
}
/** JavaScript of the app, run in a sandbox. */
export interface AppFunction {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** An ES module whose default export is called with input and `plinth`. */
  code: string;
  /** HTTP methods of /fn/:name; empty: not reachable there. */
  methods: readonly string[];
  /** Who may call it; empty: admins only. */
  roles: readonly string[];
  /** Whose rights it has. */
  runAs: 'caller' | 'system';
  /** What it accepts; empty: any JSON object. */
  params: readonly FunctionParam[];
  /** Limits: seconds, megabytes, calls of the server. */
  seconds: number;
  memory: number;
  calls: number;
  /** Names of the secrets that it may read. */
  secrets: readonly string[];
  /** The npm package that its code was bundled from; absent or null: people write it. */
  package?: FunctionPackage | null;
}
/** A package is pinned: `integrity` of what npm fetched, `hash` of the bundled code (SHA-256, hexadecimal). */
export interface FunctionPackage {
  name: string;
  version: string;
  integrity: string;
  hash: string;
}
/** A value that nobody is shown: an API key, a password. Metadata has only its name. */
export interface Secret {
  id: string;
  name: string;
  description: string;
  /** The only hosts that it may be sent to, such as api.example.com; empty: any that a builder writes into an address. */
  hosts: readonly string[];
}
export interface FunctionParam {
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'json';
  required: boolean;
  description: string;
}
export interface App {
  id: string;
  name: string;
  label: string;
  description: string;
  icon: string;
  /**
   * Tables outside of the app that its system code may read and change too: ids, and names of Plinth's own tables. Null:
   * all, as in apps that were made here.
   */
  reach: readonly string[] | null;
  /** What its installation took of the site, to be put back when it is removed. */
  taken?: {
    settings: Record<string, { before: unknown; after: unknown }>;
    home: Record<string, { before: string | null; after: string }>;
  };
}
export interface Table {
  id: string;
  /** SQL name in schema app: ^[a-z][a-z0-9_]{0,47}$ */
  name: string;
  label: string;
  /** What one row is called: "Project" where the label is "Projects"; empty if unknown. */
  singular: string;
  description: string;
  icon: string;
  app: string | null;
  key: 'identity' | 'uuid';
  /** In order; auto fields (id, created_at, ...) included. The key field is always named id. */
  fields: readonly Field[];
  field(name: string): Field; // throws FIELD_NOT_FOUND (422)
  hasField(name: string): boolean;
  /** The fields that a formula field uses, of this table and of related ones. */
  usedBy?(field: Field): readonly { table: Table; name: string }[];
  /** Name of the field that labels a row in lists and links. */
  display: string;
  history: boolean;
  /** How long entries of the history are kept; null: as long as the table. */
  historyDays: number | null;
  /** Who may comment on rows: nobody, whoever may read the row, or only those who may change it. */
  comments: 'off' | 'readers' | 'editors';
  /** Name of a user field whose user is the row's owner. */
  owner: string | null;
  /** A one-to-one field to users that makes this table their profile: expressions know its fields as user.<field>. */
  person: string | null;
  access: Record<string /* role */, TableAccess>;
  constraints: readonly Constraint[];
  indexes: readonly Index[];
  /** True for users: stored in schema plinth; its rows are changed in the user management only. */
  system: boolean;
}
export type AccessLevel = 'none' | 'own' | 'all';
/** Rows that meet a condition: CEL over row and user. For create and update, the row must meet it after the write. */
export interface AccessRule {
  rule: string;
}
export interface TableAccess {
  read: AccessLevel | AccessRule;
  create: 'none' | 'all' | AccessRule;
  update: AccessLevel | AccessRule;
  delete: AccessLevel | AccessRule;
  /** Whether the role adds choices to the table's fields while filling in rows; none if left out. */
  choices?: 'none' | 'all';
}
export interface Field {
  id: string;
  name: string;
  label: string;
  description: string;
  type: string; // FieldType's name
  attributes: Values;
  required: boolean;
  unique: boolean;
  /** As parsed, or { now: true } / { user: true } for date(-time) and user fields. */
  default: unknown;
  auto: null | 'id' | 'created_at' | 'updated_at' | 'created_by' | 'updated_by' | 'formula' | 'number' | 'function';
  /**
   * With `auto: 'formula'`: the expression that computes its value whenever it is read. It has no column unless
   * `stored`.
   */
  formula?: string | null;
  /** With a formula: its value is in a column that the database keeps up to date, even when related rows change. */
  stored?: boolean;
  /** With `auto: 'function'`: the function that calculates its value whenever the row is saved. */
  function?: string | null;
  /** With a function: a change of one of these fields calculates it again; none: every change of the row does. */
  from?: readonly string[];
  /** Who may read and write it, of those who may read and write the row; absent: all of them. */
  access?: FieldAccess;
  /** Conditional formatting: the first rule that holds for a row colours the field; absent: none. */
  formatting?: readonly FormattingRule[];
  /** For types with storage column/join over relations: the target table. */
  target: string | null;
  /** Of its type. The Catalog sets it. */
  traits: Readonly<Traits>;
  /** The site's time zone, in which a date or time without a zone is. The Catalog sets it. */
  timeZone?: string;
}
/** `when`: a condition on the row; `label`: what its colour means, in words. */
export interface FormattingRule {
  when: string;
  label: string;
  colour: string; // of PALETTE
  part: 'cell' | 'chip' | 'row';
}
/**
 * Names of roles; null: no further limit. An empty list means admins only. Whoever may not read a field can't write it.
 */
export interface FieldAccess {
  read: readonly string[] | null;
  write: readonly string[] | null;
}
export type Constraint =
  | { id: string; kind: 'unique'; fields: string[]; message: string }
  | { id: string; kind: 'check'; where: Filter; message: string }
  /** A CEL rule that a row must meet whenever it is written; `fields`: those that show its message. */
  | { id: string; kind: 'rule'; rule: string; message: string; fields: string[] }
  /** A function that is asked whenever a row is to be saved; `fields`: those that show a message without a field. */
  | { id: string; kind: 'function'; function: string; message: string; fields: string[] };
export interface Index {
  id: string;
  /** search: for searching words in these fields; without a kind: sorting and filtering. */
  kind?: 'search';
  fields: string[];
}
export interface View {
  id: string;
  name: string; // unique over all views, ^[a-z][a-z0-9_]{0,62}$
  label: string;
  description: string;
  app: string | null;
  template: string; // ViewTemplate's name
  table: string | null;
  roles: string[];
  config: Values; // by the template's settings; layouts are in it (setting type layout)
}
export interface Page {
  id: string;
  name: string;
  title: string;
  description: string;
  app: string | null;
  roles: string[];
  layout: Node;
}
/** One element in a layout tree. The root of a layout is a node of type `stack`. */
export interface Node {
  /** Unique within its layout and stable: actions and the builder refer to nodes by it. */
  id: string;
  type: string; // Element's name
  settings?: Values;
  children?: Node[];
  /** Shown only to these roles (empty: all) and only if this CEL condition over row and user is true. */
  visible?: { roles?: string[]; when?: string };
  /**
   * How it is laid out on phones (below 768 CSS pixels), tablets and desktops (from 992). Hiding is layout, not a right:
   * the content is delivered all the same.
   */
  at?: Partial<Record<LayoutSize, NodeAt>>;
}
export type LayoutSize = 'phone' | 'tablet' | 'desktop';
export interface NodeAt {
  /** In twelfths of its row, 1..12. Absent: the element's own. */
  width?: number;
  /** Among its siblings, -9..9; those without one have 0. */
  order?: number;
  hidden?: boolean;
}
export interface Menu {
  id: string;
  items: MenuItem[];
}
export interface MenuItem {
  id: string;
  kind: 'page' | 'view' | 'link' | 'admin' | 'group';
  label: string;
  icon?: string;
  target?: string; // page or view name, or URL
  roles?: string[];
  items?: MenuItem[];
}
export interface Role {
  id: string;
  name: string;
  label: string;
  /** Every right of that role is this role's too. admin > staff > user > public. */
  inherits: string | null;
  builtIn: boolean;
  home: string | null; // page name
}
export interface SiteSettings {
  id: string;
  siteName: string;
  logo: string | null; // file id
  theme: string;
  themeColour: string; // #rrggbb
  mode: 'auto' | 'light' | 'dark';
  locale: string; // default language: en, de, ...
  timeZone: string; // IANA name
  /** ISO 4217; of new money fields. */
  currency?: string;
  /** Of the week: 1 is Monday, 7 Sunday. */
  firstDay?: number;
  signUp: boolean;
  /** Whether visitors may search (Ctrl+K) what they may read. Absent: no. */
  visitorSearch?: boolean;
  /** What may be stored, in MB; 0 is no limit. Visitors: by one address in 24 hours. */
  uploadsTotal: number;
  uploadsPerPerson: number;
  uploadsPerVisitor: number;
  /** Origins whose pages may use the API with a token, separated by spaces; * means all. Absent: none. */
  apiOrigins?: string;
  /** API requests per minute and user, or per address without login; 0 or absent: no limit. */
  apiPerMinute?: number;
  /** Hosts of the own network that requests may reach, as host:port. */
  outboundAllow?: string;
  themeSettings: Values;
  /** Font, density and colours where they differ from the usual look. Absent: the usual one. */
  look?: Look;
  /** The logo on dark backgrounds; a file id. Absent or null: `logo`. */
  logoDark?: string | null;
}
/** How the site looks with any theme. Colours are #rrggbb; the names are those of LOOK_COLOURS. */
export interface Look {
  font?: string;
  density?: string;
  light?: Record<string, string>;
  /** `accent` too; in light it is the site's `themeColour`. */
  dark?: Record<string, string>;
}
export interface PluginState {
  id: string;
  name: string;
  enabled: boolean;
  version: string | null;
  /** Hash of the downloaded archive. */
  integrity: string | null;
  /** Hash of its files as they were installed; null: installed before hashes were stored. */
  contents: string | null;
  config: Values;
}
/** Metadata that refers to something that no longer exists. */
export interface Problem {
  kind: ObjectKind;
  id: string;
  name: string;
  at: string;
  message: string;
  /** The phrase of the message, for translation. */
  phrase?: Message;
}

// ---------------------------------------------------------------- who

/**
 * Who acts. `roles` includes inherited ones; a visitor has ['public']. `system` skips rights and is only set by code
 * that says so.
 */
export interface Actor {
  /** Whoever reads it while rendering a page makes that page the user's own in the cache; see `isSignedIn`. */
  userId: string | null;
  /** Set while a page is rendered; otherwise `isSignedIn` tells it from `userId`. */
  signedIn?: boolean;
  roles: readonly string[];
  system: boolean;
  /** Names of the user's groups; the groups' roles are already in `roles`. */
  groups?: readonly string[];
  /** Those of them that access rules mention by name: users in the same ones share statements. */
  asked?: readonly string[];
  /** Of a user with a session. */
  name?: string;
  email?: string;
  /** The time zone that the user chose; absent: the site's. */
  timeZone?: string;
  /** The client's, for the security log, if known. */
  address?: string;
  /** The limits of an API token, for admins too; absent: no limits. */
  scope?: { tables: readonly string[] | null; operations: readonly string[] | null };
  /** Of system code of an app that was installed: it reaches these tables only; absent: no such limit. */
  reach?: { app: string; tables: readonly string[] };
  /** Ids of the triggers and workflows that led to this call, the first one first; absent: none. */
  chain?: readonly string[];
  /** Id of what a person does at once: every row written with it can be undone together (`history.undo`); absent: it can't. */
  change?: string;
  /** Whose doing it is, if not the user's own: they answered the task of a workflow that led to it. Their rights don't count. */
  doer?: string | null;
}

// ---------------------------------------------------------------- queries (views ask, data answers)

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly (string | number)[]
  | { param: string }
  | { user: 'id' }
  | { now: true }
  /** With a period: its first day, or the one after its last (PERIODS names them). */
  | { today: true; period?: string; edge?: 'start' | 'end' };
export type Operator =
  'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'contains' | 'starts' | 'has' | 'empty' | 'filled';
/** `field` is a path; with a right side `{ path }`, two fields of the row are compared. */
export type Filter =
  | { field: string; op: Operator; value?: Value | { path: string } }
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  /** Rows of the child relation exist (and match); `of`: children of the row that this many-to-one path leads to. */
  | { child: string; of?: string; where?: Filter }
  /**
   * A CEL condition about `row`, `user`, `now` and `today`; `of`: about the row that this many-to-one path leads to.
   */
  | { expression: string; of?: string };
export interface Sort {
  field: string; // a path
  descending?: boolean;
}
export type Select =
  /** A field by path; relations return the key. `label: true`: the label of a relation, user or file field. */
  | { as: string; field: string; label?: boolean }
  /** Whether the actor may change or delete the row, or the one that the relation `of` leads to. */
  | { as: string; may: 'update' | 'delete'; of?: string }
  /**
   * The value of a CEL expression for the row; related rows count if the actor may read them. strict: a value that the
   * expression can't convert is an error; else the result is empty.
   */
  | { as: string; expression: string; strict?: boolean }
  /**
   * Rows that belong to the row (or to the one that the relation `of` leads to): those of a child relation
   * ("replies.thread") or of a many-to-many field, as a list of objects with `id` and the columns of `select`, which
   * are fields and further lists; at most `limit`, in the order of `sort`, otherwise of their keys.
   */
  | { as: string; rows: string; of?: string; select: readonly Select[]; sort?: readonly Sort[]; limit?: number }
  /** Over a child relation, or over a many-to-many field's targets. `array` returns at most `limit` values. */
  | {
      as: string;
      aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'latest' | 'array';
      relation: string;
      field?: string;
      where?: Filter;
      sort?: Sort[];
      limit?: number;
    }
  /**
   * Choices of a relation or user field ("table.field"): [{ value, label }], only rows the actor may read. `include`
   * names a param with a key, or a list of keys, that are returned even if the limit would leave them out.
   */
  | {
      as: string;
      choices: string;
      where?: Filter;
      limit?: number;
      include?: { param: string };
      former?: boolean;
      /** Choices of people have their `picture`, an id or null. */
      pictures?: boolean;
    };
/**
 * One statement. Create a spec once and reuse it: data caches compiled SQL by the spec object's identity and the
 * actor's rights. What changes per request goes into params. Fields that the actor may not read make it fail like
 * missing ones.
 */
export interface QuerySpec {
  /** null: no rows, one record that holds only `choices` (an empty form). */
  table: string | null;
  select: readonly Select[];
  where?: Filter;
  /**
   * A param name: words to search for in all searchable fields of the row (and labels of its relations). With the
   * reader's `locale` a search that is a number or a day also finds rows that have it in a field.
   */
  search?: { param: string; locale?: string };
  sort?: readonly Sort[];
  /** Rows per page, at most 500. One more is read to see whether there is a next page. */
  limit?: number;
  /** Name of the params with an opaque cursor. Keyset paging in both directions; never an offset. */
  cursor?: { after: string; before: string };
  totals?: readonly { as: string; aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'; field?: string }[];
  /**
   * estimate: the planner's estimate, if it reveals nothing about rows that the actor may not read; otherwise exact.
   * about: the same, but instead of an exact count rows are counted up to 1,000; the result's `counted` says which it is,
   * and there are no rows in it.
   */
  count?: 'exact' | 'estimate' | 'about' | 'none';
  /**
   * Groups instead of rows: `select` is empty, each record has the groups and the totals over its rows, in the order of
   * the groups, at most `limit` of them; `count` of the result is null if there are more.
   */
  groups?: readonly Group[];
  /**
   * A list in parts, such as the columns of a board: of each value of these fields (at most 2) the first `limit` rows in the
   * order of `sort`, with the count and totals of the whole part; `limit` of the query is for all parts together. A part goes
   * on in a list of the same order with a condition on its values: the part's `next` is a cursor there.
   * most: the first parts by one field, in the order of its values, at most 200; rows fill up the first ones, and parts
   * beyond the limit come without rows.
   */
  parts?: {
    by: readonly string[];
    /** Of the first field, a date or an instant: by day, week (from the site's first day), month …; the value is its first day. */
    step?: Group['step'];
    /** As of a page, if it is left out. */
    limit?: number;
    most?: number;
    totals?: readonly { as: string; aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'; field?: string }[];
  };
  /**
   * What the reader may not read is left out instead of failing the query: columns and totals are null, an order by it is
   * none, and a condition on it finds nothing. For what an admin has put together; not for what the reader wrote himself.
   */
  leaveOut?: boolean;
  /**
   * The reader wrote the names: fields of tables that they may not read don't exist, however they are reached.
   * Otherwise they are empty.
   */
  strict?: boolean;
}
export interface Group {
  as: string;
  field: string; // a path
  /** By the label of a relation or user. */
  label?: boolean;
  /** Dates and instants by day (week, month …); the value is its first day. */
  step?: 'day' | 'week' | 'month' | 'quarter' | 'year';
}
export interface Query {
  spec: QuerySpec;
  params: Record<string, unknown>;
}
/** Each row has `id` and the selected names. */
export interface Result {
  rows: Row[];
  /** Cursor of the next / previous page, null at the ends. */
  next: string | null;
  previous: string | null;
  totals: Row | null;
  count: number | null;
  /** Of a query with count `about`: `about` is an estimate, `over` means more than `count`. */
  counted?: 'exact' | 'about' | 'over';
  /** Of a query of parts: those that have rows, in no particular order unless `most` is given. */
  parts?: Part[];
  /** There are more parts than `most`. */
  isCut?: boolean;
}
/** Rows that agree in some fields. */
export interface Part {
  /** Of the fields in `by`. */
  values: any[];
  rows: Row[];
  /** All rows of the part, also those that did not come. */
  count: number;
  totals: Row;
  /** Cursor behind the last row; null: these are all, or none came. */
  next: string | null;
  /** With `most`: of the related row or user. */
  label?: string | null;
}

// ---------------------------------------------------------------- definitions

/** What a column can hold; one file per type. Values are JSON-safe: dates are ISO text, decimals are text. */
export interface FieldType {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  group: 'text' | 'number' | 'time' | 'choice' | 'relation' | 'file' | 'other';
  /** A column, a join table, or nothing. */
  storage: 'column' | 'join';
  attributes: SettingsSchema;
  /** SQL type text, made of fixed words and checked numbers only. */
  sqlType(field: FieldLike, context: { targetKey?: 'identity' | 'uuid' }): string;
  /**
   * Parses form text, CSV text or JSON; '' and undefined return null. Throws AppError FIELD_INVALID naming the field's
   * label.
   */
  parse(input: unknown, field: FieldLike): any;
  /** Checks attributes (min, max, length, pattern, options). Throws FIELD_INVALID. */
  validate(value: any, field: FieldLike): void;
  /** Refuses attributes that contradict each other or are unsafe. Called by edits before anything is saved. */
  checkAttributes?(field: FieldLike): void;
  /** Plain text for people. */
  format(value: any, field: FieldLike, format: Formats): string;
  /** Of a workbook that is exported. Default: by its traits, otherwise the text of `serialize`. */
  sheetCell?(value: any, field: FieldLike): SheetCell | null;
  /** A value as the API's documentation shows it. */
  example?: unknown;
  /** Canonical text for CSV, such that parse(serialize(v)) equals v. */
  serialize(value: any, field: FieldLike): string;
  operators: readonly Operator[];
  sortable: boolean;
  searchable: boolean;
  /** Default field views by use. */
  views: { show: string; edit: string; filter?: string; list?: string };
  /**
   * What its values are and what can be done with them: views, lists, charts, exports and rules go by it, never by the
   * type's name. `defineFieldType` adds those that a type leaves out.
   */
  traits: Readonly<Traits>;
  /** How a cell of a table edits it; null: only the row's form can. Default: by group. */
  cell?: CellKind | null;
  /** Wraps the column if the driver's value is not the JSON-safe value, e.g. extract(epoch from x). */
  readSql?(column: string, field: FieldLike): string;
  /** Cast of a bound value, e.g. $1::interval; default ::<sqlType>. */
  writeSql?(placeholder: string, field: FieldLike): string;
  /** Value for the driver, e.g. JSON text. */
  toDriver?(value: any): unknown;
  /** Check constraints that mirror validate(): SQL over the quoted column, with literals made by `literal`. */
  checks?(
    column: string,
    field: FieldLike,
    literal: (value: string | number) => string,
  ): { name: string; sql: string }[];
  /**
   * SQL expression that converts the column from another type; it must return null for values that can't be converted.
   * null: not convertible.
   */
  convertSql?(column: string, from: { type: string; field: FieldLike }, field: FieldLike): string | null;
  /** Attributes of a new field that a column of a file becomes. */
  columnAttributes?(column: {
    least: number;
    most: number;
    /** Whether its numbers are names rather than amounts. */
    isIdentifier(): boolean;
    /** That all of them are written with; null: none or different ones. */
    decimals: number | null;
    currency: string | null;
  }): Record<string, unknown>;
  /** How likely CSV texts are of this type, 0..1 (0 if one can't be); used when guessing types. */
  guess?(texts: readonly string[]): number;
  /**
   * SQL that gives a value where a new row comes without one, also from other programs, and to the rows that are there when
   * the field is added: fixed text. It may differ from row to row, as `extract(epoch from clock_timestamp())` does.
   */
  generatedSql?: string;
  /**
   * The database counts its values (`auto: 'number'`): each row gets the next one, and nobody writes it. The column is a
   * bigint. gapFree: a row that is refused uses up no number, for which writers wait for each other.
   */
  numbering?(field: FieldLike): { start: number; gapFree: boolean };
  /** The value as people read it, for searching, if its column says less: immutable SQL over the column. */
  textSql?(column: string, field: FieldLike): string;
  /** For bookkeeping: left out of the lists, forms and detail views that are made for a table. */
  isInternal?: boolean;
  /** Relation-like types: name of the attribute or fixed table the values point at ('users' for user, 'files' for file and image). */
  target?(field: FieldLike): string;
}
/**
 * A cell of a workbook. `date`: a day as YYYY-MM-DD; `dateTime`: an instant in ISO 8601, shown in a time zone; `percent`:
 * 12.5 is 12.5%; `duration`: seconds.
 */
export type SheetCell =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: string; decimals?: number | null; isGrouped?: boolean; currency?: string }
  | { kind: 'percent'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'date'; value: string }
  | { kind: 'dateTime'; value: string }
  | { kind: 'duration'; value: number };
/** What a type says about its values. Those it leaves out follow from the others: see docs/plugins. */
export interface Traits {
  /** Default: by group. */
  value: 'number' | 'text' | 'date' | 'choice' | 'reference' | 'files' | 'boolean' | 'structure';
  /** As long as a page: not in lists, on a line of its own in forms, no index, not unique. */
  isLong: boolean;
  /** A list of values. Default: if it is stored in a join table, or has the operator "has". */
  isMany: boolean;
  /** A whole number. */
  isWhole: boolean;
  /** Text in any form, without rules of its own. */
  isFree: boolean;
  /** Text with markup. */
  isMarkup: boolean;
  /** Identifies something, for programs. */
  isKey: boolean;
  /** A reference to a person. */
  isPerson: boolean;
  /** Files that are pictures. */
  isPicture: boolean;
  /** No two rows have the same value, whatever the field says. */
  isUnique: boolean;
  /** The browser reads what is typed as the server does, so conditions in forms follow while typing. */
  isLive: boolean;
  /** Belongs to a day: periods, calendars and steps such as months apply. */
  hasDay: boolean;
  /** Has a time of day; of numbers: is a length of time. */
  hasTime: boolean;
  /** Its own text belongs to the number, as a currency does; averages have it too. */
  hasUnit: boolean;
  /** Values stand below each other by their last digit. Default: for numbers. */
  aligns: boolean;
  /** A sum says something, so views that are made for a table have one. Default: for numbers. */
  sums: boolean;
  /** Many rows have the same value, so lists and charts are grouped by it. Default: for choices, yes/no, references. */
  groups: boolean;
  /** Has a first and a last value. Default: for numbers, texts and dates that are sortable. */
  orders: boolean;
  /** Found by what people type into a search. Default: if it is searchable, a number, or has a day. */
  searches: boolean;
  /**
   * What is typed is cleaned when a form saves it (markup, addresses), so neither formulas nor statements may set it.
   * Default: yes.
   */
  cleans: boolean;
  /** A formula may result in it. */
  calculates: boolean;
  /** As what rules and formulas know it; null: not at all. Default: by value, if the type names any trait. */
  expression:
    'text' | 'int' | 'decimal' | 'bool' | 'date' | 'moment' | 'time' | 'duration' | 'id' | 'json' | 'list' | null;
}
/** A field type as it is written: it names the traits that do not follow from the others. */
export type FieldTypeInput = Omit<FieldType, 'traits'> & { traits?: Partial<Traits> };
/** A field type by its name, or all that have these traits. */
export type TypeMatch = string | Partial<Traits>;
/** Of a field whose type nobody provides at the moment. */
export const NO_TRAITS: Readonly<Traits>;
/** The types of values in expressions that a trait may name. */
export const EXPRESSION_TYPES: readonly string[];
export const TRAIT_VALUES: ReadonlySet<string>;
/** Whether a field is of one of these types, by name or by traits; undefined and '*': of any. */
export function isOfType(
  field: { type: string; traits?: Readonly<Traits> },
  wanted: readonly TypeMatch[] | '*' | undefined,
): boolean;
/** What opens in a cell: one line or several, a number, a box to tick, options, related rows, a date. */
export type CellKind =
  'text' | 'lines' | 'number' | 'duration' | 'check' | 'choice' | 'choices' | 'lookup' | 'date' | 'date_time' | 'time';
export type FieldLike = Pick<Field, 'name' | 'label' | 'type' | 'attributes' | 'required'> & Partial<Field>;

/** Locale-dependent formatting, created once per locale and time zone. */
export interface Formats {
  locale: string;
  timeZone: string;
  t: Translate;
  number(value: number | string, options?: Intl.NumberFormatOptions): string;
  date(value: string, options?: Intl.DateTimeFormatOptions): string;
  dateTime(value: string, options?: Intl.DateTimeFormatOptions): string;
  /** A time of day, 09:30 or 09:30:15. */
  time(value: string): string;
  relative(value: string, now?: number): string;
}
/**
 * Interface text by key; {name} placeholders; `count` picks plural forms (key.one, key.other). A text without a key is
 * returned as it is.
 */
export interface Translate {
  (key: string, params?: Record<string, unknown>): string;
  /** Whether there is a text for a key: for names that plugins may choose. Without it, no key has one. */
  has?(key: string): boolean;
}

/** One way to show or edit a value. */
export interface FieldView {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  mode: 'show' | 'edit' | 'filter';
  /** Supported field types, by name or by traits, or '*'. */
  types: readonly TypeMatch[] | '*';
  settings: SettingsSchema;
  /** Further columns that it needs, such as the label of a relation. `as` names are prefixed by the compiler. */
  needs?(field: Field, config: any): Need[];
  /**
   * For views that show stored images: how large a PDF file shows those of a field; null: the files' names. `small` has
   * the name beside the picture, except in lists.
   */
  pictures?(field: Field, config: any): PictureSize | null;
  render(m: ShowModel | EditModel): Html;
  /**
   * For mode edit and filter: input (default) is labelled by `for`; check is a checkbox or switch with its label after
   * it; group is several inputs in a fieldset; hidden has no label.
   */
  control?: 'input' | 'check' | 'group' | 'hidden';
  /** What its output depends on besides the row: time for relative dates. */
  varies?: Varies;
  /** Browser modules that the markup wants: paths in the plugin's assets, "rating/stars.js". */
  scripts?: readonly string[];
  /** Style sheets likewise. */
  styles?: readonly string[];
}
/** Of a stored image in a PDF file: as in a list's row, or as wide as the text. */
export type PictureSize = 'small' | 'large';
export type Need =
  | { name: string; label: true }
  /** A field of the row that the value refers to. */
  | { name: string; field: string }
  | { name: string; choices: true; limit?: number }
  /** Whether the reader may open this view for the row that the value refers to. */
  | { name: string; opens: string };
export interface ShowModel {
  value: any;
  /** Results of `needs`, by name. */
  needed: Row;
  field: Field;
  config: any;
  row: Row;
  rowId: string | number | null;
  env: RenderEnv;
}
export interface EditModel extends ShowModel {
  /** Form control name and DOM id. */
  name: string;
  id: string;
  error: string | null;
  required: boolean;
  /** Ids for aria-describedby. */
  describedBy: string | null;
  /** Address for server-side choices; append q=<text>. */
  choicesUrl: string;
}
export interface Varies {
  user?: boolean;
  time?: boolean;
}
/** What rendering needs from its environment; the same for all rows of a request. */
export interface RenderEnv {
  actor: Actor;
  formats: Formats;
  t: Translate;
  /** Address of a stored file, an asset, a view with state. */
  fileUrl(file: { id: string; name: string } | string, variant?: string): string;
  assetUrl(path: string): string;
  viewUrl(view: string, state?: Record<string, unknown>): string;
  pageUrl(page: string, state?: Record<string, unknown>): string;
  icon(name: string): Html;
  /** The address being rendered, path and query, for return links. */
  here: string;
  /**
   * Today in the site's time zone, such as 2026-11-22, the same throughout a request. A page that asks is cached to the end of
   * the minute instead of as long as its rows stay the same.
   */
  today(): string;
  /** Choices that were searched for without JavaScript, by control name: the words, and what was found. */
  found?: Record<string, { words: string; choices: readonly { value: string | number; label: string }[] }>;
}

/** One kind of node in a layout. */
export interface Element {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  group: 'layout' | 'content' | 'data' | 'action';
  settings: SettingsSchema;
  /** Allowed children: none, any, or only these element types. */
  children: 'none' | 'any' | readonly string[];
  /** Where it makes sense: anywhere, with a row, or inside a form. */
  scope: 'any' | 'row' | 'form';
  /** Only admins may add it. */
  adminOnly?: boolean;
  /** Name of the setting (childRelation, table, view) with the children's table; default: the surrounding one. */
  childrenOf?: string;
  /** Runs once when the Catalog is built. If it throws, the node becomes a Problem and renders nothing. */
  compile(node: Node & { settings: any }, c: ElementCompiler): Rendered;
  /** Browser modules and style sheets that the markup wants: paths in the plugin's assets. */
  scripts?: readonly string[];
  styles?: readonly string[] | ((settings: any) => readonly string[]);
  varies?: Varies;
}
/** Static markup, or a function that fills the holes. */
export type Rendered = Html | ((m: RowModel) => Html | string);
export interface RowModel {
  /** The current row, null on a page or in an empty form. Column names are those returned by `c.select`. */
  row: Row | null;
  rowId: string | number | null;
  env: RenderEnv;
  state: ViewState;
  /** Present in a form. */
  form: FormModel | null;
  /** Rendered embedded views by slot, filled by the plan; for child rows of a form, their Result. */
  slots: Record<string, Html | Result | null>;
  /** Where the view is on the page. */
  location: ViewLocation;
  /** The page's top bar; absent where there is none. */
  bar?: PageBar | null;
  /** Buttons of actions add their forms here, which the view prints once. */
  forms?: Set<string>;
  /** Set while rows of a child relation are rendered inside a form: the prefix of control names. */
  prefix?: string;
  /** The record with the form's choices. */
  choices?: Values;
}
/** Where a view is on the page being rendered. */
export interface ViewLocation {
  /** DOM id of the view's section. */
  id: string;
  /** Path of the page, without query. */
  path: string;
  /**
   * Name of a view parameter in the address. On the view's own page sort, after, before, q and id need no prefix; others
   * always have it, since fields may be called like them.
   */
  param(name: string): string;
  /** Name of a condition (field or field.operator) in the address. */
  fieldParam(name: string): string;
  /** The page's address with changed view parameters; null removes one. */
  href(changes: Record<string, string | null>): string;
  /** The page's address without some parameters and with others, on the first page. */
  without(isGone: (parameter: string) => boolean, added?: readonly (readonly [string, string])[]): string;
  /** Hidden controls that carry the rest of the address through a GET form. */
  hidden(isOwn: (parameter: string) => boolean): Html;
}
export interface FormModel {
  /** Submitted texts by control name if the form is shown again with errors; otherwise the row's values. */
  values: Values;
  errors: Record<string, string>;
  id: string | number | null;
  /** Names of the controls whose message stands beside them, as they are printed. */
  explained?: Set<string>;
}
/** What an element can use while it is compiled. */
export interface ElementCompiler {
  catalog: Catalog;
  registry: Registry;
  /** Table of the surrounding view; null on a page. */
  table: Table | null;
  t: Translate;
  formats: Formats;
  /** Registers a column of the view's statement; returns its name in the rows. */
  select(select: SelectInput): string;
  /** Compiles children in order into one Rendered. */
  children(nodes: readonly Node[] | undefined): Rendered;
  child(node: Node): Rendered;
  /** A field shown through a field view. The path may follow relations. */
  show(path: string, fieldView?: { view?: string; options?: any }): Rendered;
  /** Renders values of a field that come from elsewhere, such as the latest of the child rows. */
  print(field: Field, fieldView?: { view?: string; options?: any }): (value: any, m: RowModel) => Html;
  /**
   * A field as a form control with label, hint and message (throws outside of a form). label false: only for screen
   * readers.
   */
  edit(field: string, fieldView?: { view?: string; options?: any; label?: string | false }): Rendered;
  /** A control that sets a condition on the table in the address (throws outside of a filter view). */
  filter(field: string, options?: { op?: Operator; view?: string; options?: any; label?: string | false }): Rendered;
  /** Forms for the rows of a child relation, inside a form: existing ones and `spare` empty ones. */
  childRows(
    relation: string,
    nodes: readonly Node[],
    options?: { spare?: number; limit?: number; label?: string },
  ): Rendered;
  /** A search form for a list or feed view of the page. */
  search(view: string, options?: { label?: string; placeholder?: string }): Rendered;
  /**
   * Whether to show a link to a view: the reader's roles may open it, and a form can be saved by them, either for the
   * current row (`row`; uses the row's owner if only owners may change it) or as a new row. `anyRow`: the link's own
   * values select the row.
   */
  mayOpen(view: string, options?: { row?: boolean; anyRow?: boolean }): (m: RowModel) => boolean;
  /** Whether the reader may change the current row. */
  mayEdit(): (m: RowModel) => boolean;
  /** The address of a view, with the id of the current row if needed. */
  viewUrl(view: string, options?: { row?: boolean; state?: Record<string, unknown> }): (m: RowModel) => string;
  /** Embeds another view. Its statement becomes part of the plan. Returns the slot's Rendered. */
  embed(options: { view: string; relation?: EmbedRelation; state?: Record<string, unknown> }): Rendered;
  /** Places a piece with the values of its parameters, as part of this layout: same row, same statement, same rights. */
  piece(use: { piece: string; values?: Values }, node: Node): Rendered;
  /**
   * Places a view that is made for this element alone, by a view template and its settings. Its statement becomes part
   * of the plan. `name` must be the element's own, such as with the node's id.
   */
  place(made: {
    name: string;
    label: string;
    template: string;
    table: string;
    config: Record<string, unknown>;
  }): Rendered;
  /** A CEL condition over row and user as a function; its fields are selected. */
  condition(source: string): (m: RowModel) => boolean;
  /** A CEL expression with a value (labels of links, ...). */
  expression(source: string): (m: RowModel) => unknown;
  /** An action on the surrounding row, as the form and button that submit it. */
  action(node: Node, options: { action: string; config: any; label: Html; class?: string; confirm?: string }): Rendered;
  /** What the element says where the view is text only: in a mail, or on paper. Without a call it says nothing there. */
  inText(part: ViewText): void;
  /** How large a PDF file shows the images of a field: for `inText`. Null: the field view shows none. */
  pictures(path: string, fieldView?: { view?: string; options?: any }): PictureSize | null;
  /** Shared texts such as icons. */
  icon(name: string): Html;
}
/**
 * A part of a view as text: a heading, a field (a path may follow relations) with its label, or the rows of an embedded
 * list. `leads`: what the whole is about. Between the start and end of a group stands what belongs to its heading.
 */
export type ViewText =
  | { heading: string; leads?: boolean }
  | { field: string; label: string; isHeading?: boolean; leads?: boolean; pictures?: PictureSize | null }
  | { slot: string }
  | { group: 'start' | 'end' };
/** The roles (each list must match) and conditions under which it is shown. */
export type PlacedViewText = ViewText & {
  roles?: readonly (readonly string[])[];
  when?: readonly PlacedCondition[];
};
export type SelectInput = Select extends infer S ? (S extends any ? Omit<S, 'as'> : never) : never;
/**
 * independent: by the page's state; child: rows of the child relation of this row; parent: the row that this field
 * refers to; same: this row.
 */
export type EmbedRelation =
  { kind: 'independent' } | { kind: 'child'; relation: string } | { kind: 'parent'; field: string } | { kind: 'same' };

/** `within` names a period; `hasAny` asks a field with several values for any of these. */
export interface StateFilter {
  field: string;
  op: Operator | 'within' | 'hasAny';
  value: any;
}
/** What the address says about one field; `group` is empty, or names the group of alternatives that it stands in. */
export interface AskedCondition {
  group: string;
  field: string;
  ops: readonly { op: Operator | 'within'; texts: readonly string[] }[];
  /** Why it was left out. */
  problem: AppError | null;
}
/** State of the page, parsed from the query string (see views/state). */
export interface ViewState {
  /** Row key for detail and edit views. */
  id: string | null;
  /** The first of `sorts`. */
  sort: Sort | null;
  /** By what the address sorts, the first field first. */
  sorts: readonly Sort[];
  /** The rows are to be counted. */
  count: boolean;
  after: string | null;
  before: string | null;
  search: string | null;
  /** Conditions on the view's table from the query, with parsed values. `{ user: 'id' }` stands for whoever asks. */
  filters: StateFilter[];
  /** Groups of which one alternative has to hold; an alternative is a list of conditions that all hold. */
  groups: readonly (readonly (readonly StateFilter[])[])[];
  /** The conditions as the address says them, field by field, for controls that change them. */
  asked: readonly AskedCondition[];
  /** The relation to the row of the surrounding view; `field`: the one by which its child rows point at it. */
  scope: { where: Filter; params: Record<string, unknown>; field?: string } | null;
  /** Presets for an empty form: field name to text. */
  presets: Record<string, string>;
  /** Query parameters as received. */
  query: Record<string, string>;
  /** Those of this view, without the prefix that they have beside other views: what `location.href` and `location.param` wrote. */
  own: Record<string, string>;
}

/** Code that lists, shows or edits a table's rows; used as a View by name and configuration. */
export interface ViewTemplate {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  description: string;
  settings: SettingsSchema;
  needsTable: boolean;
  /**
   * A sensible configuration for a table, used by one-click views. `links` names sibling views: { list, show, edit }.
   */
  defaults(table: Table, context: { catalog: Catalog; registry: Registry; links: Record<string, string> }): Values;
  compile(view: View & { config: any }, c: ViewCompiler): CompiledView;
  /**
   * Browser modules and style sheets that the markup wants: paths in the plugin's assets, "calendar/month.js". They come
   * with pages that show such a view, and only with those.
   */
  scripts?: readonly string[];
  styles?: readonly string[];
  /**
   * Fields of the table that a view with this configuration can't do without, where its settings name none. The edit that
   * adds or changes the view takes a field of that type, or adds one in the same step, and names it in the setting.
   */
  needs?(table: Table, config: any): readonly NeededField[];
}
export interface NeededField {
  /** Name of the setting that names the field. */
  setting: string;
  field: { name: string; label: string; type: string; attributes?: Values; description?: string };
  /** The view reads rows by these fields and then by this one: the edit adds an index for it, unless there is one. */
  indexedAfter?: readonly string[];
}
export interface ViewCompiler {
  catalog: Catalog;
  registry: Registry;
  table: Table | null;
  t: Translate;
  formats: Formats;
  icon(name: string): Html;
  /**
   * Compiles a layout in this view's table. `select` are the columns that it needs, `render` renders a row, `embeds`
   * are the views embedded in it, which the plan runs along with this one.
   */
  layout(root: Node, options?: { form?: boolean; filter?: boolean; bar?: boolean }): CompiledLayout;
  /** Compiles another view of the same table to be rendered once per row (feed, list-show). */
  embedded(view: string): CompiledView;
  /** The elements' compiler, for templates that render fields, links and actions without a layout. */
  scope(options?: { form?: boolean; filter?: boolean }): { c: ElementCompiler; done(): Omit<CompiledLayout, 'render'> };
  /** Runs a part of the compilation; an error becomes a problem at this key path, and the result is null. */
  attempt<T>(at: string, part: () => T): T | null;
  /** The view's statement: conditions, order, paging and search of the state; one spec object per shape. */
  rows(options: RowsOptions): (state: ViewState, actor: Actor) => Query;
  url: { view(name: string, state?: Record<string, unknown>): string };
  /** Stands first in the heading of an entry of `columns`, so that the builder finds it there; nothing on delivered pages. */
  columnMark(index: number): Html;
  /**
   * A CEL expression that is evaluated before there is a row, such as a default. EXPRESSION_INVALID says what is wrong.
   */
  startValue(source: string): StartValue;
}
/** A value by expression, of an empty form. */
export interface StartValue {
  /** Whether it uses other fields, which are empty until somebody fills them in. */
  waits: boolean;
  varies: { user: boolean; time: boolean };
  evaluate(m: { row: null; env: { actor: Actor } }): any;
}
export interface RowsOptions {
  select: readonly Select[];
  where?: Filter;
  sort?: readonly Sort[];
  limit?: number;
  /** False: no cursors. */
  paging?: boolean;
  search?: boolean;
  totals?: QuerySpec['totals'];
  /** The address may ask for the number of rows. */
  countable?: boolean;
  /** Paths by which the address may sort. */
  sortable?: readonly string[];
  /** An id in the state selects the row; other conditions are then ignored. */
  byId?: boolean;
  /** Fixed params that `where` or `select` name. */
  params?: Record<string, unknown>;
  /** Groups instead of rows; then `select` is empty. */
  groups?: QuerySpec['groups'];
  /** Rows in parts; not together with `paging`, `totals` or `groups`. */
  parts?: QuerySpec['parts'];
}
export interface CompiledLayout {
  select: Select[];
  render(m: RowModel): Html | string;
  embeds: EmbeddedView[];
  /** Form controls in it: field names, and child forms. */
  controls: FormControl[];
  actions: Record<string /* node id */, PlacedAction>;
  scripts: string[];
  /** Views embedded in a form: rendered after it, since forms can't be nested. */
  after: Rendered[];
  /** What it says as text, in order. */
  texts: PlacedViewText[];
}
export interface PlacedAction {
  action: string;
  config: any;
  /** Only these roles see its button (each list must match); others can't run it. */
  roles?: readonly (readonly string[])[];
  /** Each must hold for the row; otherwise there is no button and nothing to run. */
  when?: readonly PlacedCondition[];
}
/** The `visible.when` of a button or control, checked again when it is submitted. */
export interface PlacedCondition {
  /** Columns of the row that it reads. */
  select: readonly Select[];
  /** It depends on more than the user, so it can't be evaluated without the row. */
  ofRow: boolean;
  holds(m: { row: Row | null; env: { actor: Actor } }): boolean;
}
export interface FormControl {
  field: string;
  /** Only these roles see the control (each list must match); its value is ignored for others. */
  roles?: readonly (readonly string[])[];
  /** Each must hold for the stored row; otherwise the control's value is ignored. */
  when?: readonly PlacedCondition[];
  /** Rows of a child relation edited inside the form. */
  children?: { relation: string; controls: FormControl[] };
}
export interface EmbeddedView {
  slot: string;
  view: string;
  relation: EmbedRelation;
  state: Record<string, unknown>;
  /** Only for these roles (each list must match). */
  roles?: readonly (readonly string[])[];
  /** A view that is made for one element: what it was compiled to. */
  made?: { compiled: any; label: string; template: string };
  /** Instead of a view: a statement whose Result goes directly to the slot. */
  data?: (state: ViewState, actor: Actor) => Query;
}
export interface RenderContext {
  state: ViewState;
  env: RenderEnv;
  form: FormModel | null;
  slots: Record<string, Html | Result | null>;
  /** Answers of the view's `queries`; null for one that failed. */
  results?: Record<string, Result | null>;
  location: ViewLocation;
  /** The page's top bar; absent where there is none, such as in a preview. */
  bar?: PageBar | null;
  /** For the models of rows, see there. */
  forms?: Set<string>;
}
/** The top bar of a page, as one of its views sees it. */
export interface PageBar {
  /** What the page is called, if that is known beforehand: no view on it repeats it as its heading. */
  title: string;
  /** The page is about this view: its title and main action belong into the bar instead of the view. */
  leads: boolean;
  /** `title`: text, or markup that is an `h1`. What is left out stays as it is. */
  put(parts: { title?: Html | string | null; actions?: Html | null }): void;
}
/** `pictures`: how large a PDF file shows its stored images; otherwise it has the files' names. */
export type ExportedColumn = { field: string; label: string; pictures?: PictureSize | null };
export interface CompiledView {
  /**
   * The statement for a state; null if the view reads nothing. Equal shapes return the same spec object. `form`:
   * submitted values of a form that is shown again; `env`: what it is rendered in, absent in exports.
   */
  query(state: ViewState, actor: Actor, form?: FormModel | null, env?: RenderEnv): Query | null;
  /** Further statements by name, sent in the same round trip; the answers are in the context's `results`. */
  queries?(state: ViewState, actor: Actor): Record<string, Query | null | undefined>;
  render(result: Result | null, context: RenderContext): Html;
  embeds?: EmbeddedView[];
  controls?: FormControl[];
  actions?: Record<string, PlacedAction>;
  /**
   * Columns that its rows can be exported with as CSV or Excel: fields, or paths over relations, as the view calls them.
   * Without any, the view has no export.
   */
  exports?: readonly ExportedColumn[];
  /** What it says of its row as text, for mails and PDF files. */
  texts?: readonly PlacedViewText[];
  /** Fields of the view's table that its cells edit in place. */
  cells?: readonly string[];
  /** Fields that may be set for several of its rows at once, and its actions that may be run on several. */
  selecting?: { fields: readonly string[]; actions: readonly { node: string; label: string }[] };
  /** Names of the tables it reads, for the page cache, besides those that the compiler knows of. */
  reads?: string[];
  varies?: Varies;
  /** `false`: its setting `live` is not about live updates. */
  live?: false;
  scripts?: string[];
  /** Style sheets of this view alone, besides those of its template. */
  styles?: readonly string[];
  /** Rendered by another template: its columns, and a row renderer (absent if it makes no sense). */
  row?: { select: Select[]; render(m: RowModel): Html | string };
  /** For views that accept submitted fields. */
  form?: {
    table: string;
    /**
     * Path to go to; null: back to where the form was. Include the key of a new row only if the actor may read the row;
     * otherwise a visitor who submits a public form could learn from it how many rows there are.
     */
    destination(saved: { id: string | number; created: boolean }, state: ViewState, actor: Actor): string | null;
    autosave: boolean;
    fixed: Record<string, unknown>;
  };
  /** No row for the id in the state: the delivered page is a 404. */
  missing?(result: Result | null): boolean;
}

/** An action on a row. Runs with the caller's rights. */
export interface Action {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  /** What it does, in one line. */
  help?: string;
  /** Where it stands among the offered ones. */
  group?: 'row' | 'rows' | 'messages' | 'show' | 'flow' | 'code';
  /** It shows or asks something in the browser of whoever pressed a button, so triggers don't offer it. */
  browser?: boolean;
  /** It leaves the page as it is: a script runs it, and the page is only loaded without scripts. */
  inPlace?: boolean;
  /** Nobody waits for it: it works in triggers, not on buttons. */
  background?: boolean;
  settings: SettingsSchema;
  /** Whether it works on a row; a function decides by its settings. `namesRow`: whether an expression names the row. */
  needsRow:
    boolean | ((config: any, catalog: Pick<Catalog, 'mails'>, namesRow: (expression: string) => boolean) => boolean);
  /** What it does to the row's table: its button is hidden from those who may not do this to any row. */
  right?: 'create' | 'update' | 'delete';
  /** What it does to rows of the table in its setting `table`. */
  writes?: 'create' | 'update' | 'delete';
  /**
   * It writes what it has read of rows before (a counter, a yes/no that is switched): it runs in one transaction, which has
   * locked its row, so that of several presses at once each sees what those before it did. Others than its row it locks
   * with `rows.hold`. A function decides by its settings.
   */
  holds?: boolean | ((config: any) => boolean);
  /** It needs somebody who is signed in, and is refused to visitors. */
  needsUser?: boolean;
  /**
   * It reaches outside of the database, so that it can't be taken back. Among several steps, those before it are saved
   * first.
   */
  outside?: boolean;
  /** What an app that has it can do by it, shown before the app is installed. */
  takes?(config: any): readonly { right: 'hosts' | 'sql' | 'mails' | 'messages'; what: string }[];
  /** Its setting `steps` is a list of `Step`. */
  takesSteps?: boolean;
  /**
   * Makes it a question among several steps: all questions are asked together before the first step runs. What it asks
   * for, which expressions of the steps know as `input`; none: only whether to go on. Its setting `text` is the question.
   */
  asks?(config: any): readonly AskedField[];
  run(context: {
    actor: Actor;
    table: Table | null;
    id: string | number | null;
    config: any;
    /** What the form that ran it sent along, as text: `<input name="column">` is `input.column`. Anybody can send anything. */
    input: Record<string, string>;
    rows: ActionRows;
    catalog: Catalog;
    people: ActionPeople;
    /** Sends e-mail with what the actor may read. */
    mail: ActionMail;
    /** Tells people something by the bell. */
    notify: ActionNotice;
    /** The values of expressions for the row, JSON-safe; what the actor may not read is empty. */
    evaluate(sources: readonly string[]): Promise<unknown[]>;
    /** A text with the values of its `{{ expressions }}`. */
    text(template: string): Promise<string>;
    /** Sends requests to other services. */
    http: ActionHttp;
    /** The same if this step is run again after a failure, so that another system can recognize a repeated call. */
    key: string;
    /**
     * Runs one SELECT over the tables of apps, without anybody's rights, which can only read. At most 1,000 rows.
     *
     * @throws AppError SQL_INVALID, SQL_TOO_LARGE, SQL_BUSY, SQL_UNAVAILABLE, STATEMENT_TIMEOUT
     */
    sql(statement: string, values?: readonly SqlValue[], options?: { ms?: number }): Promise<Row[]>;
    /** Calls functions of the app that the actor may call. */
    functions: ActionFunctions;
    /** Starts workflows of the app. */
    workflows: ActionWorkflows;
    /** Runs steps in order; all that happens in the database happens together or not at all. */
    steps(steps: readonly Step[]): Promise<ActionResult>;
  }): Promise<ActionResult>;
}
/** Of a statement, in which it is `:name`. Empty values are null. */
export interface SqlValue {
  name: string;
  type: 'text' | 'number' | 'boolean' | 'date' | 'moment' | 'uuid';
  value: unknown;
}
export interface ActionHttp {
  /**
   * Sends a request through the guarded way out. Where secrets stand in the answer, it has dots.
   *
   * @throws AppError OUTBOUND_BLOCKED, OUTBOUND_FAILED, OUTBOUND_TOO_LARGE, HTTP_SECRET_HOST, SECRET_EMPTY
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
}
/** Texts may hold `{{ expressions }}` and `{{ secrets.name }}`. */
export interface HttpRequest {
  method: string;
  url: string;
  headers?: { name: string; value: string }[];
  body?: { type: 'json' | 'form'; values: HttpValue[] } | { type: 'text'; text: string; contentType?: string };
  auth?: { type: 'bearer' | 'basic'; user?: string; secret?: string };
  /** The secret that the request is signed with. */
  sign?: string;
  /** For the header Idempotency-Key. */
  key?: string;
  seconds?: number;
}
/** In JSON, dots in the name make objects in objects. */
export type HttpValue = { name: string; text: string } | { name: string; expression: string };
export interface HttpAnswer {
  status: number;
  /** Where it came from, after redirects. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Undefined if the body is not JSON. */
  json: any;
}
export interface ActionWorkflows {
  /**
   * Returns the id of the run. `row`: the key of the row that it is about; without one, the action's own row if it is of
   * the workflow's table.
   *
   * @throws AppError WORKFLOW_NOT_FOUND, WORKFLOW_OFF, WORKFLOW_NEEDS_ROW, WORKFLOW_VALUE_INVALID, WORKFLOW_LOOP
   */
  start(name: string, request?: { row?: unknown; inputs?: Record<string, unknown> }): Promise<string>;
}
/** A value that a button asks for. */
export interface AskedField {
  /** Its name in expressions: input.<name>. */
  name: string;
  label: string;
  type: 'text' | 'longtext' | 'integer' | 'number' | 'date' | 'boolean' | 'choice';
  required: boolean;
  /** Of a choice. */
  options?: readonly string[];
}
/** What the steps of a button ask for. */
export function askedFields(registry: Pick<Registry, 'has' | 'action'>, steps: unknown): AskedField[];
/** `input` as a type of expressions. */
export function askedRecord(fields: readonly AskedField[]): ValueType;
export interface ActionPeople {
  /**
   * The next person of a role in a turn of this name, exactly one after another however many ask at once.
   *
   * @throws AppError ACTION_INCOMPLETE
   */
  next(turn: string, among: { role: string }): Promise<string>;
}
export interface ActionFunctions {
  /** @throws AppError FUNCTION_NOT_FOUND, and what the function throws */
  run(name: string, input: Record<string, unknown>): Promise<any>;
}
/** One of several actions; `when`: a condition, without which it runs always. */
export interface Step {
  when?: string;
  do: { action: string; config?: any };
}
/** A member of `event` in the expressions of a trigger. */
export interface EventField {
  name: string;
  type: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'id' | 'json';
  /** A catalogue key or plain text. */
  label: string;
}
/** A moment given by a field: `amount` units after it, before it if negative. */
export interface RowTime {
  field: string;
  amount: number;
  unit: 'minutes' | 'hours' | 'days' | 'weeks';
  /** For dates, which have no time: "08:00". */
  at: string;
  /** Empty: the site's. */
  timeZone: string;
}
/**
 * What can start a trigger. What happened is `event` in its expressions, with the members that the source lists.
 *
 * @example
 * export const inbox = defineTriggerSource({
 *   ...{ name: 'inbox', label: 'E-mail arrives', icon: 'mail', help: 'When a mailbox receives a message.' },
 *   settings: [{ name: 'minutes', type: 'integer', label: 'Check every … minutes', default: 5, min: 1 }],
 *   event: [{ name: 'subject', type: 'text', label: 'Subject' }],
 *   next: ({ options, after }) => new Date(after.getTime() + options.minutes * 60_000),
 *   find: async ({ options, memory }) => ({ events: [{ subject: 'Hello' }], memory }),
 * });
 */
export interface TriggerSource {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  /** "Schedule"; a catalogue key or plain text. */
  label: string;
  icon: string;
  /** One sentence that says when it starts a trigger. */
  help: string;
  /** Settings of a trigger with this source, stored in its `options`. */
  settings: SettingsSchema;
  event: readonly EventField[];
  /** Whether a trigger names a table for its steps. Default: 'no'. */
  table?: 'yes' | 'optional' | 'no';
  /** Expressions may name `old`, the row before a change. */
  old?: boolean;
  /** Whose rights a new trigger has. Default: of who caused it. */
  as?: Trigger['as'];
  /** Refuses options that can't work: a message by the name of the setting. */
  check?(options: any, context: { table: Table | null }): Record<string, Message> | null;
  /** "Every weekday at 8:00", for lists of triggers. Default: the label. */
  words?(options: any, context: { locale: string; table: Table | null }): Message;
  /** Somebody outside of the site can start it, as by calling an address. */
  fromOutside?: boolean;
  /** What an app that has it can do by it, shown before the app is installed. */
  takes?(options: any): readonly { right: 'hosts'; what: string }[];
  /** Runs are listed even if their condition did not hold. */
  keepsAll?: boolean;
  /** Names of settings that apply only if a table is chosen. */
  ofRows?: readonly string[];
  /**
   * For sources that start by the clock: the first time after another; null: never again. With a table, its rows that
   * `rowsAt` describes each start the trigger then.
   */
  next?(context: { options: any; after: Date; timeZone: string }): Date | null;
  /** Whether a planned time that no process was there for is left out. */
  skips?(options: any): boolean;
  /** Which rows a planned time is for. */
  rowsAt?(options: any): { where: Filter | null; limit: number };
  /** For sources that start at a time given by a field of each row of the table. */
  rowTime?(options: any): RowTime;
  /**
   * For sources with `next`: what happened until now, each of which starts the trigger. `memory` is what the call before
   * returned, null at first. Called by one process at a time; if it throws, it is called again some minutes later.
   * It has a minute, after which `signal` is aborted: give it to `fetch`.
   * Without it, each planned time starts the trigger once.
   */
  find?(context: {
    options: any;
    memory: any;
    now: Date;
    signal: AbortSignal;
  }): Promise<{ events: readonly Record<string, unknown>[]; memory?: unknown }>;
}
/**
 * Nobody hears of a row that they may not read, nor of what they did themselves.
 *
 * @throws AppError ACTION_INCOMPLETE
 */
export type ActionNotice = (notice: {
  /** A field path to a user, an expression for the ids of users, or a role. */
  to: { field: string } | { expression: string } | { role: string };
  text: string;
  /** Whether it leads to the row. Default true. */
  withRow?: boolean;
  /** Also by mail, except to people who want no such mails. */
  mail?: boolean;
}) => Promise<{ told: number }>;
export interface ActionMail {
  /**
   * Puts a mail about the row into the outbox. Values that the actor may not read are empty. The recipient is an expression
   * for an address, or a path to an e-mail or user field; the address of a user is used without showing it. With a role,
   * everybody who has it gets a mail of their own.
   *
   * @throws AppError MAIL_NO_RECIPIENT, MAIL_ADDRESS_INVALID, MAIL_TOO_LARGE, MAIL_TEMPLATE_NOT_FOUND, TOO_MANY_TRIES
   */
  send(mail: {
    to: { field: string } | { expression: string } | { address: string } | { role: string };
    /** The name of a template, or what the mail consists of. */
    content: { template: string } | MailParts;
  }): Promise<{ isSetUp: boolean }>;
}
/** The parts of a text with `{{ expressions }}` and `{{#if condition}}…{{else}}…{{/if}}`. */
export type TextPart =
  { text: string } | { expression: string } | { mark: 'if'; expression: string } | { mark: 'else' | 'end' };
/** Divides a text at its `{{ expressions }}`. Braces without a partner are text. */
export function textParts(text: string): TextPart[];
/** The secret that an expression of a text names (`secrets.name`); null if it is another expression. */
export function secretIn(source: string): string | null;
/** The text of its parts with their values, without what a condition rules out. */
export function filledText(
  parts: readonly TextPart[],
  values: { shown: (expression: string) => string; holds: (expression: string) => boolean },
): string;
/** @throws AppError TEXT_CONDITION_OPEN */
export function textConditions(text: string): void;
/** What a mail consists of, for a template or an action; see `MailParts`. */
export const MAIL_SETTINGS: SettingsSchema;
export interface ActionRows {
  /** Names of the fields that the actor may set. */
  writable(table: Table): string[];
  get(table: string, id: string | number): Promise<Row | null>;
  insert(table: string, values: Record<string, unknown>): Promise<Row>;
  update(table: string, id: string | number, values: Record<string, unknown>): Promise<Row>;
  /** `deletion`: its id, for `ActionResult`; null where the table keeps no history. */
  remove(table: string, id: string | number): Promise<{ deletion: string | null }>;
  /**
   * Locks rows before they are read to be changed, until the action or all of its steps are saved. Only an action that
   * `holds`, and one among steps, is a transaction; elsewhere nothing is locked.
   */
  hold(table: string, ids: readonly (string | number)[]): Promise<void>;
  /** Runs queries in one round trip; rows and fields that the actor may not read are not in the answers. */
  select(queries: readonly Query[]): Promise<Result[]>;
}
export interface ActionResult {
  message?: string;
  /** Told to a script that ran it (Accept: application/json), beside message and url. */
  data?: Record<string, unknown>;
  /** Where to go next; default: back where the button was. */
  goTo?: {
    view?: string;
    page?: string;
    url?: string;
    state?: Record<string, unknown>;
    print?: boolean;
    /** Over the current page, where scripts can do that. */
    panel?: boolean;
  };
  /** Names of views that are out of date; empty: the one that the button is in. */
  refresh?: readonly string[];
  /** A line for admins, which whoever pressed the button does not see. */
  note?: string;
  /** The steps after it run then; only for actions that are `background`. */
  waitUntil?: Date;
  /** What it found, JSON-safe: a step of a workflow can save it in a variable. */
  value?: unknown;
  /** The deletion of the row, which the message after it offers to undo. */
  deletion?: string | null;
}

/** The frame around pages. */
export interface Theme {
  name: string;
  label: string;
  settings: SettingsSchema;
  /** Asset paths, own plugin's: "theme-default/theme.css". */
  styles: readonly string[];
  scripts: readonly string[];
  page(m: ShellModel): Html;
}
export interface ShellModel {
  title: string;
  description: string;
  /** Where the page is, its title as `h1`, and its main action: for the bar on top. Empty if the body has its own title. */
  head: Html;
  body: Html;
  site: { name: string; logoUrl: string | null; themeColour: string; mode: 'auto' | 'light' | 'dark' };
  menu: ShellMenuItem[];
  /**
   * Which of the following to offer. A script fills in the user's name from a cookie, so that pages can be cached by
   * role.
   */
  account: { signedIn: boolean; canSignUp: boolean; isAdmin: boolean };
  /** Whether to offer the search (Ctrl+K): a link to /search with data-pl-search. */
  canSearch: boolean;
  locale: string;
  dir: 'ltr' | 'rtl';
  styles: string[]; // URLs
  scripts: string[]; // URLs of ES modules
  settings: Values;
  t: Translate;
  icon(name: string): Html;
  here: string;
  /** Plain pages such as login and errors have no menu and a narrow body. */
  bare: boolean;
  width: 'normal' | 'wide' | 'narrow';
}
export interface ShellMenuItem {
  label: string;
  icon: string | null;
  url: string | null;
  active: boolean;
  /** The page belongs to this entry but is not it, such as a detail view to the list of its table. */
  isParent?: boolean;
  items: ShellMenuItem[];
  /** The entries of one app, grouped if a site has several; 'open': initially expanded. */
  section?: 'open' | 'closed';
}

/** An app as a file: metadata and optional sample rows. See docs/reference/app-document.schema.json. */
export interface AppDocument {
  plinth: 1;
  app: { name: string; label: string; description: string; icon: string };
  roles?: Omit<Role, 'id' | 'builtIn'>[];
  tables: AppTable[];
  views: Omit<View, 'id' | 'app'>[];
  pages: Omit<Page, 'id' | 'app'>[];
  pieces?: Omit<Piece, 'id' | 'app'>[];
  triggers?: Omit<Trigger, 'id' | 'app' | 'user'>[];
  workflows?: Omit<Workflow, 'id' | 'app' | 'user'>[];
  functions?: Omit<AppFunction, 'id' | 'app'>[];
  /** npm packages that its functions import, bundled. */
  packages?: (FunctionPackage & { code: string })[];
  secrets?: Omit<Secret, 'id'>[];
  mails?: Omit<MailTemplate, 'id' | 'app'>[];
  menu: Omit<MenuItem, 'id'>[];
  settings?: Partial<Omit<SiteSettings, 'id' | 'logo'>>;
  home?: Record<string /* role */, string /* page */>;
  /** Rows by table; a relation refers to the target row by its `$key`. */
  rows?: Record<string, Record<string, unknown>[]>;
  /** Comments by table. People are named by e-mail address, in the text as @{address}. */
  comments?: Record<string, { row: string | number; by: string; text: string; at?: string | { $days: number } }[]>;
  /** Stored files by name: { mime, data: base64 }. */
  files?: Record<string, { mime: string; data: string }>;
}
export interface AppTable extends Omit<
  Table,
  'id' | 'app' | 'fields' | 'field' | 'hasField' | 'system' | 'constraints' | 'indexes'
> {
  fields: Omit<Field, 'id' | 'target'>[];
  constraints: (
    Omit<Extract<Constraint, { kind: 'unique' }>, 'id'> | Omit<Extract<Constraint, { kind: 'check' }>, 'id'>
  )[];
  indexes: Omit<Index, 'id'>[];
}

export interface PluginRoute {
  method: 'GET' | 'POST';
  /** Below /plugin/<name>/ */
  path: string;
  roles: readonly string[];
  handle(request: {
    actor: Actor;
    params: Record<string, string>;
    query: Record<string, string>;
    body: Values;
    config: any;
    /** Rows, with the rights of whoever asks. */
    rows: ActionRows;
    /** Rows, with the rights of somebody else, such as the owner of a secret link. */
    rowsFor(actor: Actor): ActionRows;
    catalog: Catalog;
    registry: Registry;
    t: Translate;
    formats: Formats;
    /** Of this site, for links that are passed on: https://plinth.example.com */
    origin: string;
    links: SecretLinks;
  }): Promise<PluginAnswer>;
}
/**
 * Links that open something of a plugin without a login, for programs such as calendars. Each has one owner and is about one
 * thing, named by a text; the owner finds it among the API tokens of their profile, too.
 */
export interface SecretLinks {
  /** The link of whoever asks; null if there is none. */
  find(about: string): Promise<{ createdAt: string; usedAt: string | null } | null>;
  /** Makes the link of whoever asks, in place of the one before. Returns the secret, which can't be read again. */
  make(about: string, name: string): Promise<string>;
  revoke(about: string): Promise<void>;
  /** The owner with the rights that they have now, limited to reading; null: the link is not valid. */
  actorOf(secret: string, about: string): Promise<Actor | null>;
}
/** What a plugin's router receives. */
export interface PluginHost {
  /** Express 5, so that a plugin needs no copy of it: `express.Router()`. */
  express: any;
  /** The Passport of this server. It has the strategies "local" and "bearer"; add further ones with `use`. */
  passport: any;
  /** The plugin's current settings. */
  config(): Promise<any>;
  /** Who sent a request, with their rights. */
  actorOf(request: any): Actor;
  /**
   * Starts a session for the user with this e-mail address. Call it only for an address that the identity provider has
   * verified; otherwise anybody could use somebody else's address.
   */
  logIn(request: any, response: any, person: { email: string }): Promise<void>;
}
export interface PluginRouter {
  /** Who may send requests; 'public' means everybody. */
  roles: readonly string[];
  /** An `express.Router`, mounted at /plugin/<name>/. JSON and forms of up to 1 MB are in `request.body`. */
  create(host: PluginHost): (request: any, response: any, next: (error?: unknown) => void) => unknown;
}
/** `text` is sent as it is, with the media type `type`. */
export type PluginAnswer = {
  status?: number;
  html?: Html;
  json?: unknown;
  text?: string;
  type?: string;
  redirect?: string;
  title?: string;
};

/** A starting point for new pages. What it makes belongs to the site from then on. */
export interface PageTemplate {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  description: string;
  /** Whether it is about a table, which is then chosen with it. */
  needsTable: boolean;
  /** The layout of a new page. It runs again for each picture, so it must be quick and change nothing. */
  compose(page: PageDraft): Node;
}
export interface PageDraft {
  title: string;
  /** The chosen table; null if there are none, or the template needs none. */
  table: Table | null;
  catalog: Catalog;
  registry: Registry;
  /** Texts in the site's language. */
  t: Translate;
  /**
   * The name of a view of a table by its template: one that the page's readers can open, otherwise a new one, created with
   * the page. With `config` it is always a new one; these settings are added to the template's own choices.
   */
  view(template: string, about?: { table?: Table; label?: string; config?: Values }): string;
}

/** A package of definitions: a frozen object that the server reads at start. */
export interface Plugin {
  name: string;
  version: string;
  /** Range of the plugin API it was written for; this is API 1. */
  api: string;
  label?: string;
  description?: string;
  icon?: string;
  fieldTypes?: readonly FieldType[];
  fieldViews?: readonly FieldView[];
  elements?: readonly Element[];
  viewTemplates?: readonly ViewTemplate[];
  pageTemplates?: readonly PageTemplate[];
  actions?: readonly Action[];
  workflowSteps?: readonly WorkflowStep[];
  triggerSources?: readonly TriggerSource[];
  kinds?: readonly Kind[];
  themes?: readonly Theme[];
  starterApps?: readonly AppDocument[];
  pages?: readonly Omit<Page, 'id' | 'app'>[];
  routes?: readonly PluginRoute[];
  /** For more than `routes` can do: an Express router. */
  router?: PluginRouter;
  /** Folder of static files, a file URL, served as /assets/<plugin>/... */
  assets?: URL;
  settings?: SettingsSchema;
  /** Interface texts by language: { en: { key: text } }. */
  texts?: Record<string, Record<string, string>>;
}
export const API_VERSION: 1;
export function definePlugin(plugin: Plugin): Readonly<Plugin>;
export function defineFieldType(type: FieldTypeInput): Readonly<FieldType>;
export function defineFieldView(view: FieldView): Readonly<FieldView>;
export function defineElement(element: Element): Readonly<Element>;
export function defineViewTemplate(template: ViewTemplate): Readonly<ViewTemplate>;
export function definePageTemplate(template: PageTemplate): Readonly<PageTemplate>;
export function defineAction(action: Action): Readonly<Action>;
export function defineWorkflowStep(step: WorkflowStep): Readonly<WorkflowStep>;
export function defineTriggerSource(source: TriggerSource): Readonly<TriggerSource>;
export function defineKind(kind: Kind): Readonly<Kind>;
export function defineTheme(theme: Theme): Readonly<Theme>;

/**
 * All definitions of all enabled plugins, frozen at start. A name defined by two plugins is refused:
 * DEFINITION_DUPLICATE names both.
 */
export interface Registry {
  readonly plugins: readonly Plugin[];
  /** Of a type by its name; NO_TRAITS of one that nobody provides. */
  traitsOf(type: string): Readonly<Traits>;
  fieldType(name: string): FieldType; // DEFINITION_NOT_FOUND names the kind and what there is
  fieldView(name: string): FieldView;
  element(name: string): Element;
  viewTemplate(name: string): ViewTemplate;
  pageTemplate(name: string): PageTemplate;
  action(name: string): Action;
  workflowStep(name: string): WorkflowStep;
  triggerSource(name: string): TriggerSource;
  kind(name: string): Kind;
  theme(name: string): Theme;
  has(kind: DefinitionKind, name: string): boolean;
  all<K extends DefinitionKind>(kind: K): readonly DefinitionOf[K][];
  /** Field views that can show or edit this type. */
  fieldViewsFor(type: string, mode: FieldView['mode']): readonly FieldView[];
  owner(kind: DefinitionKind, name: string): string;
}
export type DefinitionKind = keyof DefinitionOf;
export interface DefinitionOf {
  fieldType: FieldType;
  fieldView: FieldView;
  element: Element;
  viewTemplate: ViewTemplate;
  pageTemplate: PageTemplate;
  action: Action;
  workflowStep: WorkflowStep;
  triggerSource: TriggerSource;
  kind: Kind;
  theme: Theme;
  starterApp: AppDocument;
}
export function createRegistry(plugins: readonly Plugin[]): Registry;
import type { Kind } from './kinds/types.d.ts';
export type { Kind, KindDocuments, KindEdit, ReferenceWalk } from './kinds/types.d.ts';
export { belongsToApps, objectsOf, titleOf } from './kinds/of-kind.js';

export { asksFirst } from './asks-first.js';
/** Settings of a step of a workflow, and lists of steps in it; see `WorkflowStepState`. */
export { APP_LIMITS, VALUE_LIMITS } from './limits.js';
export { everyStep, stepLists, stepSettings } from './workflows/step-settings.js';
export { WORKFLOW_TYPES, workflowVariables } from './workflows/variables.js';
/** Settings of one of several steps; see `Step` and `BeforeStep`. */
export { BEFORE_SETTINGS, STEP_SETTINGS, TRIGGER_STEP_SETTINGS } from './steps.js';
export { detachedPiece, filledPiece, piecesIn, walkWithPieces } from './pieces/filled-piece.js';
export { pieceCycle } from './pieces/piece-cycle.js';
export { isFillable, pieceSchema } from './pieces/piece-schema.js';

/** A new node id: 8 characters; the chance of a collision is 2^-40. */
export function nodeId(): string;
/** node('heading', { text: 'x' }, [children]) for defaults and documents. */
export function node(type: string, settings?: Values, children?: Node[]): Node;
export { isFileList, mostFiles } from './file-list.js';
export { LAYOUT_SIZES, NODE_AT } from './layout-sizes.js';
export { LOOK_COLOURS, LOOK_DENSITIES, LOOK_FONTS, checkLook } from './look/look.js';
/** Every node of a layout, parents first. */
export function walkLayout(root: Node, visit: (node: Node, parent: Node | null) => void): void;
/** Creates the function for interface texts: later catalogues win; falls back to English, then to the key. */
export function translator(
  catalogues: Record<string, Record<string, string>>[],
  locale: string,
  missing?: (key: string) => void,
): Translate;
/** A cache: see createCache. */
export interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Returns the cached value, or makes and caches it. */
  getOrMake(key: K, make: () => V): V;
  /** Whether it was cached. */
  delete(key: K): boolean;
  clear(): void;
  size(): number;
  deleteWhere(isIt: (value: V, key: K) => boolean): void;
}
/** The most entries, or the most bytes as measured by `sizeOf`; the least recently used ones are dropped. */
export function createCache<K extends {}, V extends {} | null>(
  limit: { max: number } | { bytes: number; sizeOf: (value: V, key: K) => number },
): Cache<K, V>;
/** Computes something once per object, usually a Catalog, and drops the result together with the object. */
export function memoize<O extends object, V>(make: (object: O) => V): (object: O) => V;
export function createFormats(options: {
  locale: string;
  timeZone: string;
  t: Translate;
  /** Is called each time that something depends on the zone. */
  onZone?: () => void;
}): Formats;
/** An auto-number as people read it, such as INV-00042, and its parts. */
export function numberText(value: unknown, field: FieldLike): string;
export function numberPrefix(field: FieldLike): string;
export function numberDigits(field: FieldLike): number;
/** The local time of an instant in a time zone: YYYY-MM-DDTHH:MM:SS. Empty if it is no instant. */
export function wallClock(instant: string | number | Date, timeZone: string): string;
/** Compares texts as a language sorts them, for `sort`: of the site, as its lists are. */
export function compareTexts(locale: string): (one: string, other: string) => number;
/** A day some days later; null: outside of the years 1 to 9999. */
export function addDays(day: string, count: number): string | null;
/**
 * The moment that an expression gives, to wait for: a day, or a time without a zone, is by the site's clock. Null: it gives
 * none.
 */
export function awaitedMoment(
  source: string,
  evaluate: (sources: readonly string[]) => Promise<unknown[]>,
): Promise<Date | null>;
/** The day of an instant in a time zone: YYYY-MM-DD. */
export function dayIn(instant: string | number | Date, timeZone: string): string;
/**
 * Milliseconds since 1970 of a local time, such as 2026-11-22 or 2026-11-22T09:30. One that is skipped in spring is moved
 * forward, and of one that is repeated in autumn the first is taken. NaN: no such time; null: no such zone.
 */
export function instantOfLocal(local: string, timeZone: string): number | null;
/** What the clock of a zone is ahead of UTC at an instant, both in milliseconds; null: there is no such zone. */
export function offsetIn(timeZone: string): ((instant: number) => number) | null;
/** Whether JavaScript and PostgreSQL mean the same zone by this name. */
export function isTimeZone(name: string): boolean;
/** A text with European digits and signs, and without marks of direction: ٣١/١٢/٢٠٢٦ is 31/12/2026. */
export function latinDigits(text: string): string;
/** What a number says that can only be read in one way: "1.234,56" is 1234.56, but "1,234" may be two numbers, so it is null. */
export function readSureNumber(text: string): string | null;
/** How a language writes numbers. */
export function signsOf(locale: string): { decimal: string; group: string };
/** What a text says as a number: "1.234,56 €" is "1234.56 €" to German readers; unsure: others would read another one. */
export function readLocalNumber(
  text: string,
  signs: { decimal: string; group: string },
): { text: string; number: string; unsure: boolean } | null;
/**
 * A control for a date, or a date with its time, that takes text as the reader's language writes it. `iso`: 2026-12-24 or
 * 2026-12-24T15:30; other texts are shown as they were typed. `attributes`: of the control, such as its id and name. The page
 * needs the module core-views/js/fields/date-control.js.
 */
export function dateControl(
  iso: string,
  env: { t: Translate; formats: Formats },
  options: { withTime?: boolean; min?: string | null; max?: string | null; attributes: Values },
): Html;
/** What was typed into such a control, in ISO form; null if it can't be read. */
export function readTypedDate(text: string, formats: Formats, options?: { withTime?: boolean }): string | null;
/** How the language of the formats orders day, month and year: "d/m/y". */
export function dateOrder(formats: Formats): string;
/** How a cell of a table edits a field; null where only the row's form can. */
export function cellKind(type: FieldType, field: Pick<Field, 'auto' | 'formula'>): CellKind | null;
/** A value as the text that its cell is edited with. `label`: what a related row is called. */
export function cellText(
  type: FieldType,
  field: Field,
  kind: CellKind,
  value: any,
  reader: { formats: Formats; label?: unknown },
): string;
/** What a cell holds beside its text: the key of the related row, and of a local time that comes twice the instant. */
export function cellKey(kind: CellKind, value: any, formats: Pick<Formats, 'timeZone'>): any;
/** Whether the clock shows the local time of an instant twice, since it is set back in between. */
export function isRepeated(instant: string, timeZone: string): boolean;
/** The attributes by which a cell's script knows what it holds, with a space ahead. `shown`: the cell's markup. */
export function cellAttributes(kind: CellKind, text: string, key: string | number | null, shown: string): string;
/** Kinds whose values stand below each other by their last digit. */
export const NUMBER_CELLS: ReadonlySet<CellKind>;

// ---------------------------------------------------------------- for elements, field views and view templates

export { address } from './views/address.js';
export { avatar, avatarColour, initials, person, pictureUrl } from './views/avatar.js';
export { aggregateField, averagePrinter, checkAggregate } from './views/aggregate-field.js';
export { chosenParam, createChosen } from './views/chosen.js';
export { FORMATTING, FORMATTING_STYLES, formatted } from './views/formatting.js';
export { foreignImages, isForeign } from './views/foreign-images.js';
export { loadSanitizeHtml } from './views/sanitize-html.js';
export { mayAddChoices, mayDo, mayOpen, mayUseView } from './views/offered.js';
export { ADMIN, hasFullAccess, isAdmin, isSignedIn, limitedRoles } from './views/roles.js';
export { parseTyped } from './views/parse-typed.js';
export { daysOfPeriod, PERIODS } from './views/periods.js';
export { doersOf, isAmong, openersOf, readersAt, writersOf } from './views/readers.js';
export { EMPTY, join, print, renderer, withoutLinks } from './views/rendered.js';

/** A literal for DDL, which takes no bound values (defaults, check constraints). TEXT_INVALID for a NUL character. */
export function quoteLiteral(value: string | number | boolean | null): string;

/**
 * The definitions of a kind in a folder: every file there, and every folder with a file of the same name, contains one.
 * Ordered by `order`, then by name. Throws if a file contains none, or more than one.
 */
export function readDefinitions<K extends Exclude<DefinitionKind, 'starterApp'>>(
  folder: URL,
  kind: K,
): Promise<readonly DefinitionOf[K][]>;

/**
 * Interface texts from a folder of `<language>/<area>.json`, each a file of keys and texts: `{ en: { key: text }, de:
 * ... }`. Throws if two files of a language have the same key.
 */
export function readLocales(folder: URL): Record<string, Record<string, string>>;
