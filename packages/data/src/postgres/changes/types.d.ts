/** One committed change of one row (or, of a very large transaction, of one table). */
export interface Change {
  schema: string;
  table: string;
  kind: 'insert' | 'update' | 'delete' | 'truncate';
  /** Values of the row's key as text; null where the driver or a very large transaction does not say. */
  key: readonly (string | null)[] | null;
  /** The key before, where it changed. */
  oldKey?: readonly (string | null)[] | null;
  position: bigint;
  /** 32 bits of the transaction's number. */
  transaction: number;
}

/**
 * `changes`: of one transaction, in the order of the log. `reset`: changes may have been missed, or tables were changed
 * by SQL, so everything that relies on the stream must be dropped.
 */
export type ChangeEvent =
  | { kind: 'changes'; changes: readonly Change[]; position: bigint }
  | {
      kind: 'reset';
      /** 32 bits of the number of the transaction that changed tables. */
      transaction?: number;
    };

export interface ChangeStream {
  kind: 'logical' | 'notify';
  /** Why the log can't be followed, in words; empty when it is followed. */
  reason: string;
  /** Resolves after the first attempt to connect; later attempts follow automatically. */
  start(): Promise<void>;
  subscribe(hear: (event: ChangeEvent) => void): () => void;
  state(): 'live' | 'down';
  /** All commits up to this position have been received. */
  position(): bigint;
  /**
   * The freshness barrier: true once everything committed before this call has been received, false if that can't be
   * established soon. A cached answer may be sent only after a barrier that started after its request arrived.
   * end: where the database said, after that, that its log ends, so that it need not be asked (kind `logical`).
   */
  caughtUp(end?: bigint): Promise<boolean>;
  /** How many barriers have run. */
  barriers(): number;
  /** Includes tables created since, and returns the names ("app.orders") of all tables in the stream. */
  cover(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

export interface ChangeDriverOptions {
  connection: import('../database/connect.js').Connection;
  db: import('../database/database.js').Database;
  log: { info(event: string, fields?: object): void; warn(event: string, fields?: object): void };
}
