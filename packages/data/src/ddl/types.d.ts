import type { Registry } from '@plinth/plugin';
import type { StoredCatalog } from '../catalog/types.d.ts';

/**
 * What Postgres should hold for a Catalog. SQL texts name columns and tables by id ("@<id>"), so that a rename alone
 * changes none of them.
 */
export interface PhysicalModel {
  tables: Map<string, PhysicalTable>;
  joins: Map<string, PhysicalJoin>;
  /** Quoted name of each table and column by id. */
  names: Map<string, string>;
}
export interface PhysicalTable {
  id: string;
  name: string;
  key: 'identity' | 'uuid';
  columns: Map<string, PhysicalColumn>;
  /** By constraint name: definition text. Foreign keys apart, since they go before and come after everything else. */
  constraints: Map<string, string>;
  foreignKeys: Map<string, ForeignKey>;
  /** By index name: method and columns. */
  indexes: Map<string, string>;
}
export interface ForeignKey {
  /** Id of the field. */
  field: string;
  /** The referenced table, quoted. */
  target: string;
  onDelete: string;
}
export interface PhysicalColumn {
  id: string;
  name: string;
  /** null: the plugin that brings its type is not there; the column stays as it is. */
  type: string | null;
  notNull: boolean;
  default: string | null;
  /** How the key makes its values. */
  generated: string | null;
  /** A stored formula: its values follow from others, so they are neither kept nor converted. */
  derived: boolean;
}
export interface PhysicalJoin {
  id: string;
  name: string;
  /** Id of the table whose field it is. */
  table: string;
  sourceType: string;
  targetType: string;
  /** The referenced table, quoted; null when it is not there. */
  target: string | null;
}

/** Values that an edit can't take over. `early` ones are asked before anything happens, also by a preview. */
export interface Check {
  code: string;
  /** Given to `message`: how many, and some of them. */
  count: string;
  samples: string | null;
  message(count: number): import('@plinth/plugin').Message;
  hint: string;
  /** Name of the field, for forms. */
  field: string | null;
  /** Rows may be emptied instead when the input says onFailure: 'empty'. */
  canEmpty: boolean;
}
export type Step = { sql: string } | { check: Check };

export interface DdlPlan {
  /** Tables to lock before the checks, quoted. */
  locks: string[];
  /** Tables by id whose indexes must not be in the making meanwhile. */
  interrupts: string[];
  /** Names of indexes that the database will not have when the plan was run. */
  unbuilt: string[];
  early: Check[];
  steps: Step[];
}
export interface DdlInput {
  before: StoredCatalog;
  after: StoredCatalog;
  /** Ids of the tables of which anything can be different (concerned.js). */
  concerned: ReadonlySet<string>;
  registry: Registry;
  /** Number under which values are kept in plinth_trash. */
  trash: number;
  /** Undo: the number under which the edit being undone kept its values. */
  restore: number | null;
  /** Names of the tables in plinth_trash. */
  kept: ReadonlySet<string>;
  onFailure: 'refuse' | 'empty';
  /** Ids of tables whose indexes are built after the edit. */
  big: ReadonlySet<string>;
  /** Whether the database has pg_trgm. */
  trigrams: boolean;
  /** Values for fields that become required, by field id, in parsed form. */
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
