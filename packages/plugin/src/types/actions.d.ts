// Actions, and what they work with.

import type { Actor } from './actors.d.ts';
import type { Catalog } from './catalog.d.ts';
import type { ActionMail } from './mails.d.ts';
import type { Query, Result } from './queries.d.ts';
import type { ValueType } from './references.d.ts';
import type { Registry } from './registry.d.ts';
import type { Row, Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Table } from './tables.d.ts';

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
    boolean | ((config: Values, catalog: Pick<Catalog, 'mails'>, namesRow: (expression: string) => boolean) => boolean);
  /** What it does to the row's table: its button is hidden from those who may not do this to any row. */
  right?: 'create' | 'update' | 'delete';
  /** What it does to rows of the table in its setting `table`. */
  writes?: 'create' | 'update' | 'delete';
  /**
   * It writes what it has read of rows before (a counter, a yes/no that is switched): it runs in one transaction, which has
   * locked its row, so that of several presses at once each sees what those before it did. Others than its row it locks
   * with `rows.hold`. A function decides by its settings.
   */
  holds?: boolean | ((config: Values) => boolean);
  /** It needs somebody who is signed in, and is refused to visitors. */
  needsUser?: boolean;
  /**
   * It reaches outside of the database, so that it can't be taken back. Among several steps, those before it are saved
   * first.
   */
  outside?: boolean;
  /** What an app that has it can do by it, shown before the app is installed. */
  takes?(config: Values): readonly { right: 'hosts' | 'sql' | 'mails' | 'messages'; what: string }[];
  /** Its setting `steps` is a list of `Step`. */
  takesSteps?: boolean;
  /**
   * Makes it a question among several steps: all questions are asked together before the first step runs. What it asks
   * for, which expressions of the steps know as `input`; none: only whether to go on. Its setting `text` is the question.
   */
  asks?(config: Values): readonly AskedField[];
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
    /** Sends people a notification. */
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
  do: { action: string; config?: Values };
}
/**
 * Nobody is told of a row that they may not read, or of what they did themselves.
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
