import type { Actor, AskedField, EventField, Table, Values } from '@plinth/plugin';
import type { Select } from '../gate/rows/read-within.js';
import type { Within } from '../gate/rows/within.js';
import type { Database } from '../postgres/database/database.js';

/** What expressions of a step are about. */
export interface About {
  table: Table | null;
  id: string | number | null;
  /** The row before the change that started the steps, or the deleted row itself; keys are names of columns. */
  old?: Values | null;
  isGone?: boolean;
  /** What started the steps, with the members that its source lists. */
  event?: { fields: readonly EventField[]; values: Readonly<Values> };
  /** What was asked for before the steps. */
  input?: { fields: readonly AskedField[]; values: Readonly<Values> };
}

/** Tells one person, on a connection or transaction. Resolves to whether there was anybody to tell. */
export type Notify = (
  actor: Actor,
  message: {
    user: string;
    kind: string;
    row?: { table: string; id: string | number } | null;
    text?: string;
    about?: string | null;
    mail?: boolean;
  },
  on: { query: Database['query']; select: Select },
) => Promise<boolean>;

/** Runs a function of the site; the text is JSON. */
export interface RunFunctions {
  run(actor: Actor, name: string, input: any): Promise<{ text: string }>;
}

export interface StartRequest {
  workflow: string;
  row?: unknown;
  inputs?: Record<string, unknown>;
}

export interface StartOptions {
  /** A transaction that it belongs to. */
  gate?: Within | null;
  /** The token that waits for it. */
  parent?: string | null;
  /** Who caused it, if not the actor. */
  cause?: string | null;
  isTest?: boolean;
  /** The limits of the code that starts it, if not the actor's. */
  reach?: Actor['reach'];
}

/** Starts a workflow and resolves to the id of the run. */
export type Start = (actor: Actor, request: StartRequest, options?: StartOptions) => Promise<string>;
