// Field types and their traits.

import type { Formats } from './formats.d.ts';
import type { Operator } from './queries.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Field } from './tables.d.ts';

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
/** All operators of conditions, in the order in which they are offered. */
export const OPERATORS: readonly Operator[];
/** Whether the operator compares with nothing: `empty`, `filled`. */
export function needsNoValue(op: string): boolean;
/** Whether it is about a part of a value, a piece of text or an entry of a list, which is no value of the field. */
export function asksForPart(op: string): boolean;
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
