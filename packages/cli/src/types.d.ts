import type { ParseArgsOptionDescriptor } from 'node:util';

/** One command of `plinth`: a file in commands/, named for it. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows "plinth name", such as "FILE [--app NAME]". */
  usage?: string;
  /** More than the summary says; shown by --help. */
  details?: string;
  options?: Record<string, CommandOption>;
  /** Names of the arguments; one in brackets may be left out. */
  arguments?: readonly string[];
  /** Whether it prints data and so takes --json. */
  json?: boolean;
  /** Resolves to the exit code; nothing means 0. */
  run(ctx: CommandContext, args: CommandArguments): Promise<number | void>;
}

export interface CommandOption extends ParseArgsOptionDescriptor {
  summary: string;
  /** What the value is, in capitals: --app NAME. */
  value?: string;
  required?: boolean;
}

export interface CommandArguments {
  values: Record<string, any>;
  positionals: string[];
}

/** What a command is given instead of the process's globals. */
export interface CommandContext {
  env: Record<string, string | undefined>;
  cwd: string;
  json: boolean;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Prints `data` as JSON with --json, otherwise the text made of it. */
  print<T>(data: T, text: (data: T) => string): void;
  /** A remark for people; goes to stderr, so that stdout stays data. */
  note(text: string): void;
  progress(label: string, total?: number): Progress;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Shows how far long work is. */
export interface Progress {
  advance(by?: number): void;
  /** How much is done of how much. */
  at(done: number, total?: number): void;
  done(text?: string): void;
}
