/** How to reach a database; understood by `pg`. */
export interface Connection {
  /** A host name, or the folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  ssl?: boolean | object;
}

export interface Log {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** The operating system user that PostgreSQL runs as. */
export interface OsUser {
  uid: number;
  gid: number;
}

/** A folder of PostgreSQL programs that `user` can run. */
export interface Binaries {
  postgres: string;
  initdb: string;
  /** Major version, such as 18. */
  major: number;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Its share of the memory; default: of the machine's or its container's. */
  memory?: import('../../memory/divide.js').Memory;
  /** Processes that need connections; default: 1. */
  workers?: number;
  port?: number;
  /** Other settings of PostgreSQL, for tests. */
  settings?: Record<string, string>;
  /** Other programs than those that come with Plinth, for tests. */
  binaries?: (user: OsUser | undefined) => Binaries;
}

export interface Embedded {
  connection: Connection;
  /** For creating other databases and roles; only tests and maintenance use it. */
  superuser: Connection;
  readonly pid: number;
  stop(): Promise<void>;
  /** Called if PostgreSQL is gone and could not be restarted. */
  onExit(fn: (error: Error) => void): void;
}

/** Who holds the data folder. */
export interface Holder {
  pid: number;
  startTime: string;
  /** Process ids are only valid inside it. */
  pidNamespace: string;
  purpose: 'serve' | 'command';
  since: string;
}

export interface OpenDatabase {
  connection: Connection;
  kind: 'embedded' | 'external';
  /** Whether this process started the database and will stop it. */
  owned: boolean;
  onExit(fn: (error: Error) => void): void;
  close(): Promise<void>;
}
