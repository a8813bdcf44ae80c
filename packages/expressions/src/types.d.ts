import type { AppError, Catalog, EventField, Field, Phrase, Registry, Table } from '@plinth/plugin';

/**
 * The type of an expression: `int` and `decimal` are exact, `id` is a UUID, `moment` is an instant, `row` is the row
 * that a relation refers to, `rows` are children or the targets of a many-to-many field. A `record` is a variable with
 * members, such as what a trigger was started by; alone it is no value.
 */
export type Type =
  | { name: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'time' | 'duration' | 'id' | 'json' | 'null' }
  | { name: 'list'; of: Type }
  | { name: 'row'; table: string }
  | { name: 'rows'; table: string }
  /** Named values, such as the variables of a workflow and what a trigger was started by. */
  | { name: 'record'; of: Readonly<Record<string, Type>>; labels?: Readonly<Record<string, string>> };
export type TypeName = Type['name'];

/**
 * A checked expression: plain JSON, the same for the evaluator on the server and in the browser and for the SQL
 * compiler. `of` names a row: `row`, or the variable of an `each`.
 */
export type Tree =
  | { op: 'value'; type: Type; value: string | boolean | null }
  /** A column: path through many-to-one relations, its last step a field. An empty path is the variable itself. */
  | { op: 'path'; of: string; path: string[]; type: Type }
  /** A value inside a JSON field, with the type that it is compared with; null if it has another type. */
  | { op: 'inside'; json: Tree; keys: string[]; type: Type }
  /** id, roles, email, name, signedIn, or a profile field of the user. */
  | { op: 'user'; name: string; type: Type }
  | { op: 'now'; type: Type }
  | { op: 'today'; type: Type }
  | { op: 'not'; args: [Tree]; type: Type }
  | { op: 'and' | 'or'; args: [Tree, Tree]; type: Type }
  | { op: 'if'; args: [Tree, Tree, Tree]; type: Type }
  | { op: 'empty'; args: [Tree]; type: Type }
  | { op: 'equal' | 'less' | 'atMost' | 'in'; args: [Tree, Tree]; type: Type }
  | { op: 'list'; args: Tree[]; type: Type }
  | { op: 'call'; name: string; args: Tree[]; type: Type }
  | Each;

/** A query over related rows, or over the entries of a list. */
export interface Each {
  op: 'each';
  kind: 'exists' | 'all' | 'count' | 'sum' | 'average' | 'min' | 'max';
  /** The list: rows (type rows) or values (type list). */
  over: Tree;
  /** The variable for one of them. */
  as: string;
  where: Tree | null;
  value: Tree | null;
  type: Type;
}

/** What an expression needs of a row, so that a caller can load just that. */
export interface Reads {
  /** Columns by dotted path. */
  fields: Record<string, Type>;
  /** Related rows by dotted path of the list. */
  lists: Record<string, { table: string; reads: Reads }>;
}

/** A field or a child list that an expression names, and its position. */
export interface Name {
  /** The table it belongs to. */
  table: string;
  name: string;
  start: number;
  end: number;
}

export interface Expression {
  source: string;
  tree: Tree;
  type: Type;
  reads: Reads;
  /** Fields of users that it needs: id, roles, email ... */
  user: string[];
  /** It depends on the time: `now` at every moment, `today` until midnight. */
  time: 'now' | 'today' | null;
  names: Name[];
  /** Names of all tables whose rows affect the result. */
  tables: string[];
}

/** What the names in an expression refer to. */
export interface Scope {
  catalog: Pick<Catalog, 'table' | 'hasTable' | 'children'>;
  /**
   * The whole Catalog, if `catalog` lacks what the author may not know: formulas are read with it, and trees name child
   * lists in a way that means the same in it.
   */
  whole?: Pick<Catalog, 'table' | 'hasTable' | 'children'>;
  /** Table of `row`; null: there is no row. */
  table: Table | null;
  /** Further names, such as the row before a change or a record; `Env.rows` has their values. */
  variables?: Readonly<Record<string, Type>>;
  /** The type that the result must have; absent: any. */
  result?: readonly TypeName[];
  /** False if an expression may not depend on the user (stored formulas, default values). Default true. */
  allowUser?: boolean;
  /** False if it may not depend on the time. Default true. */
  allowTime?: boolean;
  /** False if other rows may not be read (a check in the browser). Default true. */
  allowRelations?: boolean;
  /** Formula fields (`table.field`) that are already being read, to detect cycles. */
  within?: readonly string[];
}

/** Reads, checks and compiles to a tree. @throws AppError EXPRESSION_INVALID: position, what was found, what is allowed. */
export function readExpression(source: string, scope: Scope): Expression;

/**
 * The text with its fields and tables renamed: `visit` gets each and may return a new name. A text that can't be parsed
 * stays as it is.
 */
export function renameIn(
  source: string,
  scope: Scope,
  visit: (found: { kind: 'field' | 'table'; table?: string; name: string }) => string | undefined | void,
): string;

/** A part of an expression: its text without parentheses around it, and where that stands. */
export interface Place {
  text: string;
  start: number;
  end: number;
}
/** `user.id`: a name and what follows it. */
export interface NamedPath extends Place {
  kind: 'path';
  root: string;
  steps: readonly string[];
}
/**
 * How an expression is built, before its names are looked up. `all` and `any` have at least two parts, none of the same
 * kind. A `call` is a function, a method or an operator as it is written (`==`, `!_`, `-_`, `?:`, `in`, `list`).
 */
export type Shape =
  | NamedPath
  | ({ kind: 'value'; value: unknown } & Place)
  | ({ kind: 'all' | 'any'; parts: readonly Shape[] } & Place)
  | ({ kind: 'call'; name: string; args: readonly Shape[] } & Place);
/** The same for each spelling of an expression; null if it can't be parsed. */
export function shapeOf(source: string): Shape | null;
/** Paths that begin with a name of the scope, from the end to the beginning; none if it can't be parsed. */
export function pathsIn(source: string): NamedPath[];
/** A path as an expression writes it. */
export function pathText(root: string, steps: readonly string[]): string;
/** Whether it names `row`, `user` or another name of the scope. */
export function isNamedIn(source: string, root: string): boolean;
/** Whether an action, or one of its steps, works on a row. */
export function needsRow(
  registry: Registry,
  use: { action: string; config?: any },
  catalog: Pick<Catalog, 'mails'>,
): boolean;
/** The expression with other paths; `change` may leave one as it is. */
export function replacePaths(source: string, change: (path: NamedPath) => string | undefined): string;

/** The quoted texts in an expression, from its end to its beginning; none if it can't be parsed. */
export function textsIn(source: string): { value: string; start: number; end: number }[];
/**
 * Texts that a field with choices is compared with, but that are none of its choices, so that the comparison never holds.
 */
export function unknownChoices(tree: Tree, scope: Scope): { field: Field; value: string }[];

/** What can be written at a position, for completion and the rule builder. */
export function describeScope(scope: Scope): {
  names: { name: string; type: Type; label: string }[];
  fieldsOf(table: string): { name: string; type: Type; label: string }[];
  /** `over`: called on related rows and lists, with a name for each entry before the parameter. */
  functions: { name: string; params: string[][]; result: string; help: string; method: boolean; over: 'rows' | null }[];
};

/** The expression type of a field; null if fields of this type can't be used. */
export function typeOfField(field: Field, catalog: Scope['catalog']): Type | null;
/** What represents a row of a table if a single value is needed. */
export function keyType(table: string, catalog: Scope['catalog']): Type;
/** The type of a variable with these members, such as `event` in the steps of a trigger. */
export function recordType(fields: readonly EventField[]): Type;
/** Names that can follow the dot after a row: its fields, and the rows of other tables that refer to it. */
export function membersOf(table: Table, catalog: Scope['catalog']): Map<string, { type: Type; label: string }>;
/** The profile table of users, if it has this field; null if every user has it. */
export function profileWith(name: string, catalog: Scope['catalog']): { table: Table; field: Field } | null;
/** The field of another table that defines a child list; null: the name is a field of the table itself. */
export function childOf(table: Table, name: string, catalog: Scope['catalog']): { table: Table; field: Field } | null;
/** The day (since 1970) of a moment (microseconds) in the site's time zone. */
export function dayAt(moment: bigint, timeZone: string): number;
/** In ISO 8601, with microseconds. */
export function momentText(moment: bigint): string;
/** The moment that a control of a form says, as the server will read it. */
export function typedMoment(typed: string, said: string, timeZone: string): bigint | null;
/** A formula's tree as a value of its field; null if the types don't fit. */
export function formulaResult(tree: Tree, field: Field, catalog: Scope['catalog']): Tree | null;
/** What an expression costs the planner; more than MOST_WEIGHT is refused. */
export function weightOf(tree: Tree): number;
export const MOST_WEIGHT: number;
/** What an expression has at most. */
export const EXPRESSION_LIMITS: Readonly<{ characters: number; parts: number }>;
/** EXPRESSION_INVALID for an expression that would cost the database too much. */
export function tooLarge(source: string): AppError;
/** The most characters in a text that an expression creates. */
export const LONGEST_TEXT: number;
/** Names of types for people. */
export function typeName(type: Type | TypeName): Phrase;
/** German messages and names. */
export const expressionTexts: Record<string, Record<string, string>>;

/** One function. Overloads are tried in order; `null` arguments return null unless `total`. */
export interface FunctionDefinition {
  name: string;
  /** A key of the texts; of operators, plain English for whoever reads the code. */
  help: string;
  /** Also as x.name(...). */
  method: boolean;
  overloads: Overload[];
}
export interface Overload {
  /** Globally unique: trees and the SQL compiler use it. */
  id: string;
  params: TypeName[];
  /** The types that a list may contain; absent: any. */
  entries?: TypeName[];
  result: TypeName;
  /** Receives nulls too and handles them itself. */
  total?: boolean;
  /** Its arguments must be literals: it is computed when the expression is read. */
  literal?: boolean;
  /** It reads a value that need not be of its type; null if it isn't. */
  converts?: boolean;
  run(args: any[], env: Env): any;
}
export const functions: readonly FunctionDefinition[];
/** Each overload of each function and operator. */
export const overloads: readonly Overload[];

// ---------------------------------------------------------------- evaluation

/**
 * One row's values by dotted path, in the evaluator's form: bool, bigint for int, bigint of 10^-12 units for decimal,
 * text, number of days for date, bigint of microseconds for moment, time and duration, parsed JSON, arrays of these;
 * lists of rows are arrays of such objects. `fromJson` converts values from the database or a form.
 */
export type Row = Record<string, any>;
export interface Env {
  row: Row | null;
  /** Rows of `Scope.variables`. */
  rows?: Readonly<Record<string, Row | null>>;
  /** `id` is null for visitors. */
  user: { id: string | null; roles: readonly string[]; signedIn: boolean } & Record<string, any>;
  /** Microseconds since 1970. */
  now: bigint;
  /** Days since 1970 in the site's time zone. */
  today: number;
  timeZone: string;
  /** Told of a value that a function can't convert, where an empty result would hide it. May throw. */
  fail?(overload: Overload, value: unknown): void;
}
/** Whether an expression converts values that may not be of the type. */
export function converts(tree: Tree): boolean;
export function evaluate(tree: Tree, env: Env): any;
/** Whether a condition holds; anything but true is false. */
export function holds(tree: Tree, env: Env): boolean;
/** The evaluator's form of a JSON-safe value (dates ISO text, decimals text). */
export function fromJson(value: unknown, type: Type): any;
/** The JSON-safe value of the evaluator's form. */
export function toJson(value: any, type: Type): any;
export type { Phrase };
