import type { Values } from '@plinth/plugin';
import type { ParseArgsOptionDescriptor } from 'node:util';

/** One command of `plinth`: a file in commands/, named for it. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows "plinth name", such as "FILE [--app NAME]". */
  usage?: string;
  /** Details beyond the summary; shown by --help. */
  details?: string | (() => Promise<string>);
  options?: Record<string, CommandOption>;
  /** Names of the arguments; those in brackets are optional. */
  arguments?: readonly string[];
  /** Whether it prints data and therefore accepts --json. */
  json?: boolean;
  /** Resolves to the exit code; undefined means 0. */
  run(ctx: CommandContext, args: CommandArguments): Promise<number | void>;
}

export interface CommandOption extends ParseArgsOptionDescriptor {
  summary: string;
  /** What the value is, in capitals: --app NAME. */
  value?: string;
  required?: boolean;
}

export interface CommandArguments {
  values: Values;
  positionals: string[];
}

/** What a command receives instead of the process's globals. */
export interface CommandContext {
  /** The process id of the launcher or npm, whose end is ours too. */
  parent: number | null;
  env: Record<string, string | undefined>;
  cwd: string;
  json: boolean;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Prints `data` as JSON with --json, otherwise as text. */
  print<T>(data: T, text: (data: T) => string): void;
  /** A remark for people; goes to stderr, so that stdout contains only data. */
  note(text: string): void;
  progress(label: string, total?: number): Progress;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Shows the progress of long work. */
export interface Progress {
  advance(by?: number): void;
  /** Finished and total work. */
  at(done: number, total?: number): void;
  done(text?: string): void;
}
