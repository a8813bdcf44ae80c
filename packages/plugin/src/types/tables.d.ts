// Tables, fields and their rules as metadata.

import type { Traits } from './field-types.d.ts';
import type { Filter } from './queries.d.ts';
import type { Values } from './rows.d.ts';

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
