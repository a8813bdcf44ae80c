import type { Actor, Message, Registry, Values } from '@plinth/plugin';
import type { Change, StoredCatalog } from '../catalog/types.d.ts';
import type { Transaction } from '../postgres/database/transaction.js';
import type { Draft } from './definitions/base/draft.js';

/** A JSON Schema of an object, or a reference to one. */
export interface InputSchema {
  type?: 'object';
  properties?: Record<string, object>;
  required?: readonly string[];
  additionalProperties?: boolean;
  $ref?: string;
}
/** One kind of metadata change, each in its own file. */
export interface Edit {
  name: string;
  /** One line for programs and agents that choose an edit. */
  about: string;
  /** Its input: what it is checked against and described by. Made by `takes` or `part` (base/takes.js). */
  takes: InputSchema;
  /** One line for the history, from the input and the result: a phrase, or a text that is shown as it is. */
  summary(input: Values, catalog: StoredCatalog, changes: readonly Change[]): Message;
  /** Who else than administrators may make it; throws for all others. Without it, only administrators may. */
  allow?(actor: Actor, input: Values, catalog: StoredCatalog): void;
  /** Checks the input and changes the draft. Throws an AppError if the edit is not possible. */
  plan(draft: Draft, input: Values, context: EditContext): void | Promise<void>;
}
/** What an edit is checked against: a draft, or the Catalog at one moment. */
export interface Scope {
  readonly catalog: StoredCatalog;
  readonly registry: Registry;
}
export interface EditContext {
  registry: Registry;
  actor: Actor;
  edits: ReadonlyMap<string, Edit>;
  /** To read the rows that an edit is about. */
  on: Pick<Transaction, 'query'>;
}
export interface EditOptions {
  /** Versions of objects as the caller saw them. */
  expect?: Record<string, number>;
  /** Run everything, then roll back. */
  dryRun?: boolean;
  /** How long to wait for a locked table, in ms, at each of three attempts. */
  lockTimeout?: number;
  /** One line for the history, instead of what the edit says of itself. */
  says?: Message;
  /** What else is written with it. Not after a dry run. */
  along?: EditAlong;
}
export type EditAlong = (
  tx: Pick<Transaction, 'query'>,
  revision: { id: string; version: number; changes: readonly Change[] },
) => Promise<void>;
export interface EditResult {
  revision: string;
  version: number;
  ids: Record<string, string>;
  warnings: string[];
  sql?: string[];
}
export interface PlannedChanges {
  changes: Change[];
  ids: Record<string, string>;
  warnings: string[];
  onFailure: 'refuse' | 'empty';
  fill: Record<string, unknown>;
}

export type Planned = PlannedChanges & { restore?: number | null; trash?: number; undoes?: string | null };

/** What an edit or an undo passes to the engine. */
export interface Work {
  name: string;
  summary(catalog: StoredCatalog, changes: readonly Change[]): Message;
  /** Asked again under the lock. */
  allow?(catalog: StoredCatalog): void;
  /** Changes nothing, and runs again if another edit came first. */
  plan(catalog: StoredCatalog, on: Pick<Transaction, 'query'>): Promise<Planned>;
  after?(tx: Transaction, revision: { id: string; version: number; after: StoredCatalog }): Promise<void>;
}
