import type { Actor, AppError } from '@plinth/plugin';

/** What a compiled statement is run with. */
export interface Run {
  /** Of the query. */
  params: Record<string, unknown>;
  actor: Actor;
  now: Date;
  /** The reader's. */
  timeZone: string;
  /** The day in that time zone. */
  today: string;
  /** The day in the site's, for expressions: they mean the same for everybody. */
  siteToday: string;
  /** Sort values and key of the row to continue from. */
  cursor: (string | null)[] | null;
  /** The rows to be written, as JSON. */
  payload?: string;
}

/** What came back: rows that had been deleted themselves, how many came with them, and what did not come back. */
export interface Restored {
  rows: { table: string; key: string | number }[];
  taken: number;
  /** `table` and `title` are null where the actor may not know them. */
  conflicts: { table: string | null; title: string | null; error: AppError }[];
}
