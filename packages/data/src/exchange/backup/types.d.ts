/** What a backup says of itself first. */
export interface Head {
  /** Of the file; a reader refuses those it does not know. */
  format: number;
  /** The version of Plinth that made it. */
  plinth: string;
  /** ISO 8601. */
  at: string;
  postgres: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  site: string;
  users: number;
  /** E-mail addresses, the first hundred. */
  admins: string[];
  /** NAME@VERSION of installed plugins, whose code is in the backup. */
  plugins: string[];
  tables: TableShape[];
  sequences: SequenceShape[];
  /** Objects in the database that Plinth did not make and does not back up, such as views made by psql. */
  leftOut: string[];
}

/** What a backup says of itself last. */
export interface Manifest {
  entries: number;
  hashes: string[];
  /** rowSet: the hash of its rows in any order (see database/row-set.js); backups before it had one of their order too. */
  tables: { name: string; rows: number; bytes: number; rowSet?: string }[];
  files: number;
  fileBytes: number;
  /** How many files had no contents when the backup was made. */
  missing: number;
}

/** A table as the database has it, with nothing that could run. */
export interface TableShape {
  schema: string;
  name: string;
  columns: ColumnShape[];
  constraints: { name: string; type: 'p' | 'u' | 'f' | 'c' | 'x'; text: string }[];
  indexes: { name: string; text: string }[];
  replicaIdentity: 'd' | 'f' | 'n' | 'i';
}

export interface ColumnShape {
  name: string;
  type: string;
  notNull: boolean;
  /** Schema and name, where it is not that of the type. */
  collation: [string, string] | null;
  default: string | null;
  /** 'a' always, 'd' by default. */
  identity: 'a' | 'd' | null;
  /** A column that the database calculates. */
  generated: string | null;
}

export interface SequenceShape {
  schema: string;
  name: string;
  type: string;
  start: string;
  increment: string;
  min: string;
  max: string;
  cycle: boolean;
  /** The identity column whose sequence it is. */
  of: { schema: string; table: string; column: string; identity: boolean } | null;
  last: string;
  called: boolean;
}
