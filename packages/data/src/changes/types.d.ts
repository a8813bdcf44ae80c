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
 * `changes`: of one transaction, in the order of the log. `reset`: something may have been missed, or tables were changed
 * by SQL; forget everything that changes keep fresh.
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
  /** Why not the log, for people; empty when it is. */
  reason: string;
  /** Resolves when the first connection was tried; it goes on trying by itself. */
  start(): Promise<void>;
  subscribe(hear: (event: ChangeEvent) => void): () => void;
  state(): 'live' | 'down';
  /** All commits up to here have been heard. */
  position(): bigint;
  /**
   * True once everything that was committed before this call has been heard; false when that can't be shown soon. What
   * is answered from memory rests on a proof made after it was asked for.
   */
  prove(): Promise<boolean>;
  /** How many proofs were asked of the database. */
  proofs(): number;
  /** Makes sure that tables made since are heard of. Gives the names ("app.orders") of all that are. */
  cover(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

export interface ChangeDriverOptions {
  connection: import('../postgres/connect.js').Connection;
  db: import('../postgres/database.js').Database;
  log: { info(event: string, fields?: object): void; warn(event: string, fields?: object): void };
}
