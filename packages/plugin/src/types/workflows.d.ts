// Workflows, their steps, and what a step works with.

import type { Actor } from './actors.d.ts';
import type { Message } from './messages.d.ts';
import type { Registry } from './registry.d.ts';
import type { Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Table } from './tables.d.ts';

/** Several steps with memory, which may wait for a time, a row or a person. */
export interface Workflow {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table of the row that it is about; null: it is about none. */
  table: string | null;
  /** Whose rights it has: of who started it, of a chosen user, or all. */
  as: 'cause' | 'user' | 'system';
  user: string | null;
  enabled: boolean;
  /** Who may start it by the API, beside administrators. */
  roles: readonly string[];
  variables: readonly WorkflowVariable[];
  steps: readonly WorkflowStepState[];
  /** Run if a step fails and is not tried again; they know `error`. */
  onError: readonly WorkflowStepState[];
}
export interface WorkflowVariable {
  name: string;
  label: string;
  type: 'text' | 'number' | 'bool' | 'date' | 'datetime' | 'json';
  /** Whoever starts the workflow may give its value. */
  isInput: boolean;
  /** An expression for its first value; empty: none. */
  value: string;
}
/**
 * A step as it is stored. `kind` names the definition whose settings the other keys are. Expressions know `row` (inside a
 * loop, the row of the loop), `about` (the row that the workflow is about), `vars.<name>`, `tasks.<id>.outcome`, `.comment`,
 * `.by` and `.at`, `hooks.<id>.url` (the address of a wait for a call from outside), and, in `onError`, `error.message`,
 * `.code` and `.step`.
 */
export interface WorkflowStepState {
  /** Unique in the workflow: ^[a-z][a-z0-9_]{0,47}$ */
  id: string;
  kind: string;
  label: string;
  /** A condition; empty: always. */
  when: string;
  [setting: string]: any;
}
/** A kind of step. Lists of steps inside it are its settings of type `steps`. */
export interface WorkflowStep {
  name: string;
  label: string;
  help: string;
  icon: string;
  order?: number;
  /** Beside id, kind, label and when. */
  settings: SettingsSchema;
  /** It can fail: it has `retries`, `retryAfter` (minutes, doubled each time) and `onError` ('fail' or 'continue'). */
  canFail?: boolean;
  /** It has `undo`, steps that make it undone if a later step fails. */
  canUndo?: boolean;
  /** It has an outcome that later expressions know as tasks.<id>. */
  isTask?: boolean;
  /** Further checks: error messages by path of the setting. */
  check?(step: WorkflowStepState, workflow: Pick<Workflow, 'variables' | 'table'>): Record<string, Message>;
  /** It reaches outside of the database, so that it has a transaction of its own. It may happen twice, with the same `key`. */
  isOutside?(step: WorkflowStepState, registry: Registry): boolean;
  /** What it does. An error that it throws is one of the step. */
  enter(at: WorkflowStepContext): Promise<WorkflowOutcome>;
  /** What it waited for came, or the time is over. Without it, the next step follows. */
  resume?(at: WorkflowStepContext): Promise<WorkflowOutcome>;
  /** A list of steps inside it has ended. Without it, the next step follows. */
  ended?(at: WorkflowStepContext): Promise<WorkflowOutcome>;
}
/** What a step of a run works with. */
export interface WorkflowStepContext {
  step: WorkflowStepState;
  /** Where it is, such as `steps/1`; its lists are `${path}/<setting>` and `${path}/<list>/<n>/<setting>`. */
  path: string;
  /** Whose rights the run has. */
  actor: Actor;
  /** The row: of the loop around it, or the one that the workflow is about. */
  about: { table: Table | null; id: string | number | null };
  /** Values of the workflow's variables; change them by the outcome. */
  variables: Record<string, unknown>;
  /** What time it is for the database. */
  now: Date;
  /** The same when the step is tried again, and different in each round of a loop. */
  key: string;
  /** What it kept when it began to wait. */
  own: any;
  /** What came while it waited; undefined: the time is over. */
  came: any;
  /** Of a test run, in which nothing leaves the database and nobody waits; null: the run is real. */
  trial: WorkflowTrial | null;
  /** JSON-safe values of expressions. */
  evaluate(sources: readonly string[]): Promise<unknown[]>;
  /** A text with the values of its `{{ expressions }}`. */
  text(template: string): Promise<string>;
  /** The same for Markdown: values format nothing. */
  markdown(template: string): Promise<string>;
  /** A value as a variable keeps it. @throws AppError WORKFLOW_VALUE_INVALID */
  asVariable(name: string, value: unknown): unknown;
  /** For Plinth's own steps; it may change with any version. */
  core: any;
}
export interface WorkflowTrial {
  /** What is chosen in tasks, by step. */
  outcomes: Record<string, string>;
  /** What would have left the database. */
  held: {
    step: string;
    what: string;
    to?: string;
    subject?: string;
    text?: string;
    /** Settings of an action. */
    config?: Values;
  }[];
}
/** Where a run goes after a step. */
export type WorkflowOutcome = {
  /** New values of variables. */
  set?: Record<string, unknown>;
  /** What later expressions see of it as tasks.<id>; see `isTask`. */
  result?: Record<string, unknown>;
  /** For the log of the run. */
  output?: unknown;
  by?: string | null;
  [key: string]: unknown;
} & (
  | { go: 'next' }
  /** Into a list of the step, or past it if it is empty. */
  | { go: 'into'; list: string }
  /** Several lists at once; the step is resumed when all have ended. */
  | { go: 'fork'; lists: readonly string[] }
  /** The step is resumed at a time. `own`: what it has to remember */
  | { go: 'wait'; waits: 'time' | 'row' | 'webhook' | 'task' | 'run'; until: Date | null; own?: any }
  | { go: 'stop'; text: string }
);
