/** Limits of one call: time in ms, memory in MB, output in characters. */
export interface Limits {
  time: number;
  memory: number;
  calls: number;
  output: number;
  /** Characters of a response that is sent in parts. */
  stream?: number;
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
  /** Function, person and rights: isolates are used again only for the same. */
  key: string;
  /** Whether the isolate may be used again. */
  keep: boolean;
  name: string;
  code: string;
  /** The code of its imports, by the specifier of the import. */
  modules?: Record<string, string>;
  /** JSON. */
  input: string;
  /** The input is a list, and the function is called for each of its entries. */
  each?: boolean;
  /** Whether the response may be sent in parts. */
  streams?: boolean;
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
/** To the process: the caller of this call has gone. */
export interface CancelMessage {
  type: 'cancel';
  id: number;
}
export type ToChild = RunMessage | ReplyMessage | CancelMessage;
export interface Failure {
  kind: 'time' | 'memory' | 'load' | 'crash' | 'busy' | 'share' | 'left';
  message: string;
  stack?: string;
}
/** From the process: the call has ended. `text` starts with v (a value), a (an answer) or e (an error), then JSON; s: it was sent in parts. */
export interface DoneMessage {
  type: 'done';
  id: number;
  text?: string;
  failure?: Failure;
  logs: LogLine[];
  /** Wall-clock time. */
  ms: number;
}
/** From the process: a function calls the server. */
export interface AskMessage {
  type: 'ask';
  id: number;
  ask: number;
  op: string;
  input: any;
}
export type FromChild = { type: 'ready' } | DoneMessage | AskMessage;
