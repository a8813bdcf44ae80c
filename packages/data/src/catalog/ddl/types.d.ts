import type { Registry } from '@plinth/plugin';
import type { StoredCatalog } from '../types.d.ts';
import type { Query } from '../../postgres/sql/statement.js';

/**
 * What PostgreSQL should contain for a Catalog. Definitions name columns and tables by id, so that a rename alone
 * changes none of them.
 */
export interface PhysicalModel {
  tables: Map<string, PhysicalTable>;
  joins: Map<string, PhysicalJoin>;
  /** Name of each table ("app.books") and column by id. Plinth's own tables ("plinth.users") have their name as id. */
  names: Map<string, string>;
}
/** The quoted name of a table or column by its id. */
export type NameOf = (id: string) => string;
export interface PhysicalTable {
  id: string;
  name: string;
  key: 'identity' | 'uuid';
  columns: Map<string, PhysicalColumn>;
  /** By constraint name. Foreign keys are separate, since they are dropped before and added after everything else. */
  constraints: Map<string, Constraint>;
  foreignKeys: Map<string, ForeignKey>;
  /** By index name. */
  indexes: Map<string, Index>;
}
/** `fields`: ids of the fields in it. */
export type Constraint =
  | { kind: 'unique'; fields: readonly string[] }
  | { kind: 'check'; fields: readonly string[]; sql: (name: NameOf) => string };
export interface ForeignKey {
  kind: 'foreign key';
  /** Id of the field. */
  field: string;
  /** Id of the referenced table. */
  target: string;
  onDelete: string;
}
export type Index =
  | { kind: 'btree' | 'gin'; fields: readonly string[] }
  /** Texts in the order of a language, by which lists are sorted: `texts` are those of the fields that are some. */
  | { kind: 'btree'; fields: readonly string[]; order: string; texts: readonly string[] }
  /** Texts for searching, which need the extension pg_trgm. */
  | { kind: 'trigrams'; fields: readonly string[]; sql: (name: NameOf) => string[] };
export interface PhysicalColumn {
  id: string;
  name: string;
  /** null: the plugin with its type is missing; the column stays as it is. */
  type: string | null;
  notNull: boolean;
  default: string | null;
  /** How the key is generated. */
  generated: string | null;
  /** A stored formula: its values depend on others, so they are neither stored in the trash nor converted. */
  derived: boolean;
  /** What its counter counts from, and how, if the database counts its values. */
  numbers: { start: number; gapFree: boolean } | null;
}
export interface PhysicalJoin {
  id: string;
  name: string;
  /** Id of the table whose field it is. */
  table: string;
  sourceType: string;
  targetType: string;
  /** Id of the referenced table; null if it does not exist. */
  target: string | null;
}

/** Values that an edit can't convert. `early` checks run before anything happens, also in a preview. */
export interface Check {
  code: string;
  /** Passed to `message`: how many, and some of them. */
  count: Query;
  samples: Query | null;
  message(count: number): import('@plinth/plugin').Message;
  hint: string;
  /** Name of the field, for forms. */
  field: string | null;
  /** Rows may be emptied instead if the input says onFailure: 'empty'. */
  canEmpty: boolean;
}
export type Step = { sql: string } | { check: Check };

/**
 * What is made of a large table ahead of an edit, while everybody goes on working: what the edit then does under its lock
 * takes a moment. All SQL is by the names before the edit.
 */
export interface Rewrite {
  /** Id of the table. */
  table: string;
  /** Quoted. */
  name: string;
  key: string;
  shadow: Shadow | null;
  /** What refuses the edit, asked while nothing is locked. */
  questions: Check[];
  indexes: { name: string; sql: string }[];
  /** `columns`: quoted. */
  uniques: { name: string; columns: string[]; check: Check }[];
  checks: { name: string; sql: string }[];
  /** Fields that must have a value. */
  required: { id: string; name: string; sql: string; check: Check }[];
}
/** A second column with the converted values of a field, which takes the place of the first. */
export interface Shadow {
  /** Id of the field. */
  field: string;
  label: string;
  /** The first column and the second, quoted. */
  from: string;
  column: string;
  /** Type of the first column and of the second. */
  was: string;
  type: string;
  /** What is joined to a row `t` for these: the new value, whether undo restores it, and whether the old one is kept. */
  joined: string;
  converted: string;
  restored: string;
  kept: string;
  /** May values that can't be converted be emptied? */
  mayEmpty: boolean;
}
/** A rewrite that is ready: `names` of the indexes and constraints that are there. */
export interface Prepared {
  id: string;
  table: string;
  /** Id of the field that has a second column. */
  field: string | null;
  names: ReadonlySet<string>;
  /** Of what was made, to see that it is still what the edit needs. */
  hash: string;
  readings: ReadonlyMap<string, Record<string, string>>;
}

export interface DdlPlan {
  /** Tables to lock before the checks, quoted. */
  locks: string[];
  /** Ids of tables whose index builds must be cancelled first. */
  interrupts: string[];
  /** Names of indexes that the database will not have when the plan has run. */
  unbuilt: string[];
  early: Check[];
  steps: Step[];
  /** What would be made ahead, if a table is large. */
  rewrite?: Rewrite | null;
  /** Statements that create row-security policies, run after the steps. */
  policies: string[];
}
export interface DdlInput {
  before: StoredCatalog;
  after: StoredCatalog;
  /** Ids of the tables that may differ (concerned.js). */
  concerned: ReadonlySet<string>;
  registry: Registry;
  /** Number under which values are stored in plinth_trash. */
  trash: number;
  /** Undo: the number under which the edit being undone stored its values. */
  restore: number | null;
  /** Names of the tables in plinth_trash. */
  trashed: ReadonlySet<string>;
  /** What the readers of types make of texts that SQL does not convert, by id of the field (read-texts.js). */
  readings?: ReadonlyMap<string, Record<string, string>>;
  onFailure: 'refuse' | 'empty';
  /** Ids of tables whose indexes are built after the edit. */
  big: ReadonlySet<string>;
  /** Ids of tables that are rewritten ahead of the edit. */
  large?: ReadonlySet<string>;
  /** What has been made ahead. */
  prepared?: Prepared | null;
  /** Whether the database has pg_trgm. */
  trigrams: boolean;
  /** Values for fields that become required, by field id, as parsed. */
  fill: Readonly<Record<string, unknown>>;
}
/** What the parts of the planner share. */
export interface Diff extends DdlInput {
  old: PhysicalModel;
  now: PhysicalModel;
  locks: Set<string>;
  interrupts: Set<string>;
  unbuilt: Set<string>;
  early: Check[];
  steps: Step[];
}
