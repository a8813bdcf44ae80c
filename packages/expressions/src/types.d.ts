import type { AppError, Catalog, Field, Phrase, Table } from '@plinth/plugin';

/**
 * What an expression's part is: `int` and `decimal` are exact, `id` is a UUID, `moment` is a point in time, `row` is
 * the row that a relation points at, `rows` are children or the targets of a many-to-many field.
 */
export type Type =
  | { name: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'time' | 'duration' | 'id' | 'json' | 'null' }
  | { name: 'list'; of: Type }
  | { name: 'row'; table: string }
  | { name: 'rows'; table: string };
export type TypeName = Type['name'];

/**
 * A checked expression: plain JSON, the same for the evaluator on the server, the one in the browser and the SQL
 * compiler. `of` names a row: `row`, or the variable of an `each`.
 */
export type Tree =
  | { op: 'value'; type: Type; value: string | boolean | null }
  /** A column: path through many-to-one relations, its last step a field. An empty path is the variable itself. */
  | { op: 'path'; of: string; path: string[]; type: Type }
  /** A value inside a JSON field, as what it is compared with; null where it is something else. */
  | { op: 'inside'; json: Tree; keys: string[]; type: Type }
  /** id, roles, email, name, signedIn, or an extra field of the user. */
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

/** A question over related rows, or over the entries of a list. */
export interface Each {
  op: 'each';
  kind: 'exists' | 'all' | 'count' | 'sum' | 'average' | 'min' | 'max';
  /** The list: rows (type rows) or values (type list). */
  over: Tree;
  /** The variable that stands for one of them. */
  as: string;
  where: Tree | null;
  value: Tree | null;
  type: Type;
}

/** What of a row an expression needs, so that a caller can load just that. */
export interface Reads {
  /** Columns by dotted path. */
  fields: Record<string, Type>;
  /** Related rows by dotted path of the list. */
  lists: Record<string, { table: string; reads: Reads }>;
}

/** A field or a child list that an expression names, and where. */
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
  /** Names of all tables whose rows decide. */
  tables: string[];
}

/** What the names in an expression stand for. */
export interface Scope {
  catalog: Pick<Catalog, 'table' | 'hasTable' | 'children'>;
  /**
   * The whole Catalog, where `catalog` lacks what the writer may not know of: formulas are read with it, and trees name
   * child lists in a way that means the same in it.
   */
  whole?: Pick<Catalog, 'table' | 'hasTable' | 'children'>;
  /** Table of `row`; null: there is no row here. */
  table: Table | null;
  /** What the result has to be; none: anything. */
  result?: readonly TypeName[];
  /** False where an expression may not depend on who asks (formulas that are stored, default values). Default true. */
  allowUser?: boolean;
  /** False where it may not depend on the time. Default true. */
  allowTime?: boolean;
  /** False where other rows may not be looked at (a check in the browser). Default true. */
  allowRelations?: boolean;
  /** Formula fields (`table.field`) that are being read already: one of them again is a circle. */
  within?: readonly string[];
}

/** Reads, checks and compiles to a tree. @throws AppError EXPRESSION_INVALID: position, what was found, what is allowed. */
export function readExpression(source: string, scope: Scope): Expression;

/**
 * The text with its fields and tables renamed: `visit` gets each and may answer a new name. What can't be read stays as
 * it is.
 */
export function renameIn(
  source: string,
  scope: Scope,
  visit: (found: { kind: 'field' | 'table'; table?: string; name: string }) => string | undefined | void,
): string;

/** The texts in quotation marks that stand in an expression, from its end to its beginning; none where it can't be read. */
export function textsIn(source: string): { value: string; start: number; end: number }[];

/** What there is to write at a place, for completion and the rule builder. */
export function describeScope(scope: Scope): {
  names: { name: string; type: Type; label: string }[];
  fieldsOf(table: string): { name: string; type: Type; label: string }[];
  /** `over`: asked of related rows and lists, with a name for each entry before the parameter. */
  functions: { name: string; params: string[][]; result: string; help: string; method: boolean; over: 'rows' | null }[];
};

/** The expression type of a field; null: fields of this type can't be used. */
export function typeOfField(field: Field, catalog: Scope['catalog']): Type | null;
/** What stands for a row of a table where a single value is wanted. */
export function keyType(table: string, catalog: Scope['catalog']): Type;
/** What may follow the dot after a row: its fields, and the rows of other tables that point at it. */
export function membersOf(table: Table, catalog: Scope['catalog']): Map<string, { type: Type; label: string }>;
/** The table whose rows tell more of users, if a fact of the user stands in it; null: every user has it. */
export function profileWith(name: string, catalog: Scope['catalog']): { table: Table; field: Field } | null;
/** The field of another table by which a child list comes about; null: the name is a field of the table itself. */
export function childOf(table: Table, name: string, catalog: Scope['catalog']): { table: Table; field: Field } | null;
/** The day (since 1970) on which a moment (microseconds) falls, where the site is. */
export function dayAt(moment: bigint, timeZone: string): number;
/** A formula's tree as a value of its field; null where the types don't fit. */
export function formulaResult(tree: Tree, field: Field, catalog: Scope['catalog']): Tree | null;
/** What an expression costs the planner; more than MOST_WEIGHT is refused. */
export function weightOf(tree: Tree): number;
export const MOST_WEIGHT: number;
/** EXPRESSION_INVALID of an expression that would cost the database too much. */
export function tooLarge(source: string): AppError;
/** How many characters a text can have that an expression makes. */
export const LONGEST_TEXT: number;
/** What people call a type. */
export function typeName(type: Type | TypeName): Phrase;
/** German of the messages and names. */
export const expressionTexts: Record<string, Record<string, string>>;

/** One function. Overloads are tried in order; `null` arguments give null unless `total`. */
export interface FunctionDefinition {
  name: string;
  help: string;
  /** Also as x.name(...). */
  method: boolean;
  overloads: Overload[];
}
export interface Overload {
  /** Unique over all: what trees and the SQL compiler name it by. */
  id: string;
  params: TypeName[];
  /** What a list may hold; none: anything. */
  entries?: TypeName[];
  result: TypeName;
  /** Gets nulls too and never gives null for them by itself. */
  total?: boolean;
  /** Its arguments have to be written out: it is computed when the expression is read. */
  literal?: boolean;
  run(args: any[], env: Env): any;
}
export const functions: readonly FunctionDefinition[];
/** Each way of each function and sign. */
export const overloads: readonly Overload[];

// ---------------------------------------------------------------- evaluation

/**
 * One row's values by dotted path, in the evaluator's form: bool, bigint for int, bigint of 10^-12 units for decimal,
 * text, number of days for date, bigint of microseconds for moment, time and duration, parsed JSON, arrays of these;
 * lists of rows are arrays of such objects. `fromJson` makes them of what the database or a form gives.
 */
export type Row = Record<string, any>;
export interface Env {
  row: Row | null;
  /** `id` is null for visitors. */
  user: { id: string | null; roles: readonly string[]; signedIn: boolean } & Record<string, any>;
  /** Microseconds since 1970. */
  now: bigint;
  /** Days since 1970, where the site is. */
  today: number;
  timeZone: string;
}
export function evaluate(tree: Tree, env: Env): any;
/** Whether a condition holds: what is not true is false. */
export function holds(tree: Tree, env: Env): boolean;
/** The evaluator's form of a JSON-safe value (dates ISO text, decimals text). */
export function fromJson(value: unknown, type: Type): any;
/** The JSON-safe value of the evaluator's form. */
export function toJson(value: any, type: Type): any;
export type { Phrase };
