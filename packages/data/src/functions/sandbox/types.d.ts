/** Limits of one call: time in ms, memory in MB, output in characters. */
export interface Limits {
  time: number;
  memory: number;
  calls: number;
  output: number;
  lines: number;
}
export interface LogLine {
  level: 'info' | 'warn' | 'error';
  text: string;
}
/** To the process: make a call. */
export interface RunMessage {
  type: 'run';
  id: number;
  /** Function, version and user: isolates are used again only for the same. */
  key: string;
  /** Whether the isolate may be used again. */
  keep: boolean;
  name: string;
  code: string;
  /** Code of what it imports, by name. */
  modules?: Record<string, string>;
  /** JSON. */
  input: string;
  user: object | null;
  limits: Limits;
}
/** To the process: what it asked for, as JSON: { value } or { error }. */
export interface ReplyMessage {
  type: 'reply';
  id: number;
  ask: number;
  text: string;
}
export type ToChild = RunMessage | ReplyMessage;
export interface Failure {
  kind: 'time' | 'memory' | 'load' | 'crash' | 'busy';
  message: string;
  stack?: string;
}
/** From the process: the call has ended. `text` starts with v (a value), a (an answer) or e (an error), then JSON. */
export interface DoneMessage {
  type: 'done';
  id: number;
  text?: string;
  failure?: Failure;
  logs: LogLine[];
  /** Wall-clock time. */
  ms: number;
}
/** From the process: a function wants something. */
export interface AskMessage {
  type: 'ask';
  id: number;
  ask: number;
  op: string;
  input: any;
}
export type FromChild = { type: 'ready' } | DoneMessage | AskMessage;
