import type { Actor, WorkflowStepState as WorkflowStep } from '@plinth/plugin';
import type { Within } from '../rows/within.js';
import type { About } from '../actions/evaluate.js';
import type { Document } from './document.js';

export type { Workflow, WorkflowVariable, WorkflowStepState as WorkflowStep } from '@plinth/plugin';

export type RunState = 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export type Phase = 'steps' | 'undo' | 'onError';

export interface WorkflowRun {
  id: string;
  workflow_id: string;
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
  /** What time it is for the database. */
  now: Date | string;
  error: RunError | null;
}

/** As shown to admins. */
export interface RunError {
  code: string;
  message: string;
  hint?: string;
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
  count: number;
  /** Its entry in `workflow_steps`. */
  log?: string;
}

export interface Token {
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

/** What becomes of a token after a step did something. */
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
  /** What happened so far is committed before it goes on. */
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

/** What a step works with. */
export interface StepContext {
  step: WorkflowStep;
  path: string;
  document: Document;
  run: WorkflowRun;
  token: Token;
  actor: Actor;
  about: About;
  gate: Within;
  /** The same when the step is tried again, and different in each round of a loop. */
  key: string;
  now: Date;
  /** Null: the values are real. In a test run, what is not really done. */
  trial: Trial | null;
  /** A condition about other rows, with what the run carries put in. */
  filled(source: string): Promise<string>;
  /** JSON-safe values of expressions, in which what the run carries was put in. */
  evaluate(sources: readonly string[]): Promise<unknown[]>;
  text(template: string): Promise<string>;
  /** A step of an action, with what the run carries in its expressions. */
  action(step: import('@plinth/plugin').Step): Promise<import('@plinth/plugin').Step>;
}

/** A run with sample data, of which nothing remains. */
export interface Trial {
  /** What is chosen in tasks, by step. */
  outcomes: Record<string, string>;
  /** What would have left the database. */
  held: HeldBack[];
}
export interface HeldBack {
  step: string;
  what: string;
  to?: string;
  subject?: string;
  text?: string;
}

/** A token at work, and what is known of its run. */
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
  kinds: ReadonlyMap<string, StepKind>;
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

export interface StepKind {
  /** Of the definition. */
  kind: string;
  /** It reaches outside of the database, so that it is alone in its transaction. */
  isOutside?(step: WorkflowStep, registry: import('@plinth/plugin').Registry): boolean;
  enter(at: StepContext): Promise<Outcome>;
  /** What it waited for came, or the time is over. */
  resume?(at: StepContext): Promise<Outcome>;
  /** A list inside it has ended. */
  ended?(at: StepContext): Promise<Outcome>;
}
