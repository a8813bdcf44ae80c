import type {
  Actor,
  StoredPhrase,
  WorkflowStepContext,
  WorkflowStepState as WorkflowStep,
  WorkflowTrial as Trial,
} from '@plinth/plugin';
import type { Within } from '../../gate/rows/within.js';
import type { Document } from './document.js';

export type { Workflow, WorkflowVariable, WorkflowStepState as WorkflowStep } from '@plinth/plugin';

export type RunState = 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export type Phase = 'steps' | 'undo' | 'onError';

export interface WorkflowRun {
  id: string;
  object_id: string;
  version: string;
  row_key: string | null;
  variables: Record<string, unknown>;
  results: Record<string, Record<string, unknown>>;
  state: RunState;
  phase: Phase;
  ends_as: 'failed' | 'cancelled' | null;
  epoch: number;
  caused_by: string | null;
  chain: string[];
  parent_token: string | null;
  is_test: boolean;
  secret: string;
  left_at: Token[] | null;
  /** How often it was restarted at an earlier step. */
  restarts: number;
  /** What time it is for the database. */
  now: Date | string;
  error: RunError | null;
}

/** As shown to admins. */
export interface RunError {
  code: string;
  message: string;
  hint?: string;
  /** Message and hint for readers of other languages. */
  phrases?: { message: StoredPhrase; hint?: StoredPhrase };
  /** The id of the step. */
  step?: string;
}

/** A loop that a token is in: rows still to come on this page, and the one it is at. */
export interface Frame {
  path: string;
  table: string;
  item: string;
  ids: string[];
  after: string | null;
  /** The newest row when the loop began; loops that began before this was noted have none. */
  until?: string | null;
  count: number;
  /** Its entry in `workflow_steps`. */
  log?: string;
}

export interface Token {
  /** Who started the run, for taking turns. */
  starter: string;
  id: string;
  run_id: string;
  epoch: number;
  parent_id: string | null;
  path: string;
  root: string;
  phase: 'enter' | 'resume' | 'ended';
  data: TokenData;
  waits: WaitKind | null;
  due_at: string | null;
  attempts: number;
  is_outside: boolean;
}

export interface TokenData {
  frames?: Frame[];
  /** The row of `workflow_steps` for the step that it waits in. */
  log?: string;
  /** What came while it waited. */
  came?: any;
  /** Whatever the step keeps. */
  own?: any;
}

export type WaitKind = 'time' | 'row' | 'webhook' | 'task' | 'run' | 'branches' | 'retry';

/** The next state of a token after a step. */
export type Outcome = {
  /** New values of variables. */
  set?: Record<string, unknown>;
  /** What later expressions see of this step. */
  result?: Record<string, unknown>;
  /** For the log. */
  input?: unknown;
  output?: unknown;
  by?: string | null;
  /** Loops around what comes next, if they change. */
  frames?: Frame[];
  /** Commit everything so far before continuing. */
  isBatch?: boolean;
} & (
  | { go: 'next' }
  /** Into a list of the step. */
  | { go: 'into'; list: string }
  /** Several lists at once. */
  | { go: 'fork'; lists: readonly string[] }
  | { go: 'wait'; waits: WaitKind; until: Date | null; own?: any; row?: { table: string; key: string }; hook?: string }
  | { go: 'stop'; text: string }
);

export type { WorkflowStepContext as StepContext, WorkflowTrial as Trial } from '@plinth/plugin';

/** A token at work, with its run. */
export interface Work {
  gate: Within;
  token: Token;
  run: WorkflowRun;
  document: Document;
  actor: Actor;
  trial: Trial | null;
  log: ReturnType<typeof import('./step-log.js').createStepLog>;
  kit: Kit;
}
/** What all work needs. */
export interface Kit {
  registry: import('@plinth/plugin').Registry;
  catalog: () => import('@plinth/plugin').Catalog;
  contextOf: ReturnType<typeof import('./step-context.js').createStepContexts>;
  documentOf: (gate: Within, hash: string) => Promise<Document>;
  actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>;
  /** Called in the transaction in which a run is given up. */
  failed: (gate: Within, run: WorkflowRun, document: Document, error: RunError) => Promise<void>;
}
/** Where a token goes on. */
export interface Place {
  to: 'enter' | 'resume' | 'ended';
  path: string;
}
/** An outcome, with how long it took. */
export type Timed = Outcome & { ms: number; isSkipped?: boolean };

/** What a task of a step works with. */
export interface TaskContext extends Pick<
  WorkflowStepContext,
  'step' | 'now' | 'about' | 'evaluate' | 'text' | 'markdown'
> {
  run: WorkflowRun;
  token: Token;
  gate: Within;
  document: Document;
}
