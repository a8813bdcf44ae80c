/** One thing that can be measured: what a file in benchmarks/, named for it, exports as `benchmark`. */
export interface Benchmark {
  /** Its letter in the project's list of benchmarks. */
  group: string;
  /** What is measured, in one line. */
  about: string;
  /** Runs if no name is given. */
  isUsual?: boolean;
  /** Runs only if its own name is given: it takes long, or needs more than other benchmarks. */
  isApart?: boolean;
  /** What it lacks on this machine. */
  lacks?(): string | null;
  /** A request that is repeated. */
  page?: Page;
  /** Anything else; returns the results as rows, or as figures by name. */
  run?(sizes: any, how: How): Promise<unknown>;
  /** What `run` is given, each as usual and with --quick; --size NAME=VALUE sets it. */
  sizes?: Record<string, readonly [Size, Size]>;
}
export type Size = number | readonly number[];

/** To one of the paths that `plinth setup-benchmark` prints, that of the benchmark's name. */
export interface Page {
  /** The benchmark whose path it is instead. */
  of?: string;
  method?: 'GET' | 'POST';
  body?: string;
  /** The expected one. */
  status?: number;
  /** A number of requests instead of a time; the first time on a server is reported separately. */
  amount?: number;
  /** The result does not depend on being logged in. */
  publicOnly?: boolean;
  /** Whether the page cache applies, so that a parameter that never repeats makes it a miss. */
  canMiss?: boolean;
  /** The parameters that make it one, with a star for what never repeats; "miss=*", which no view reads. */
  missBy?: string;
}

export interface How {
  env: Record<string, string | undefined>;
  /** A database that was named, for db-latency. */
  database: string | null;
  onProgress(done: number, all: number): void;
  /** The result misses its goal: the run goes on, and ends with exit code 1. */
  fail(what: string): void;
}

/** A benchmark that was found in the folder. */
export interface Known extends Benchmark {
  name: string;
}

/** What generates the load. */
export type Tool = 'autocannon' | 'wrk';

/** One of the servers to start: on how many cores (null: all), with how many workers. */
export interface Shape {
  cores: number | null;
  workers: number;
}

export type Options = ReturnType<typeof import('./options.js').readOptions>;

/** The results of one round. */
export interface Round {
  requestsPerSecond: number;
  requests: number;
  seconds: number;
  /** ms */
  latency: Latency;
  bytesPerRequest: number;
  errors: number;
  /** Kinds of errors, for people. */
  problems: string[];
  /** CPU time in ms of the load generator, of the server's processes other than PostgreSQL's, and of PostgreSQL's. */
  generatorMs: number | null;
  nodeMs: number | null;
  databaseMs: number | null;
  /** Of the busiest main thread of the server. */
  busiestMs: number | null;
}
export interface Latency {
  mean: number;
  p50: number;
  p75: number;
  p90: number;
  p95: number;
  p99: number;
  max: number;
}
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** One line of the results. */
export interface Measurement {
  benchmark: string;
  system: string;
  path: string;
  tool: string;
  /** Cores that the server was given; null: all. */
  cores: number | null;
  workers: number | null;
  cache: string;
  as: string;
  connections: number;
  requestsPerSecond: Spread;
  /** The first time on a new server, if measured. */
  cold: number | null;
  latency: Latency;
  bytesPerRequest: number;
  errors: number;
  problems: string[];
  /** CPU time of a request: all processes of the server, PostgreSQL's part of it, and the load generator beside them. */
  cpuMsPerRequest: number | null;
  cpuSpread: Spread | null;
  databaseMsPerRequest: number | null;
  generatorMsPerRequest: number | null;
  /** Cores used by the server: all its processes and the database together. */
  cpuCores: number | null;
  /** Cores used by the load generator. */
  generatorCores: number | null;
  /** Requests per second without the load generator's share of the processor: see capacity.js. */
  alone: number | null;
  /** Of all processes including the database: the highest of the run. */
  memoryMb: number | null;
  statements: number | null;
  /** Requests per second of a bare server, and the share of them. */
  ceiling: number | null;
  share: number | null;
  rounds: Round[];
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryMb: number;
  os: string;
  node: string;
  plinth: string;
  commit: string;
  pinned: string | null;
}

export interface Results {
  format: 1;
  started: string;
  seconds: number;
  /** A run that was stopped has what it had until then; one that was killed seems to be running. */
  state: 'running' | 'stopped' | 'finished';
  command: string;
  machine: Machine;
  options: Record<string, unknown>;
  measurements: Measurement[];
  /** Results of benchmarks that don't request a page, by name. */
  others: Record<string, unknown>;
  notes: string[];
  errors: number;
  /** With what was measured before, or of another version. */
  comparisons?: import('./report/compare.js').Comparison[];
}

/** A server that is asked. */
export interface Target {
  system: string;
  url: string;
  cores: number | null;
  workers: number | null;
  cache: string;
  paths: Record<string, string>;
  cookies: Record<string, string>;
  /** Process whose tree is measured; null if it runs elsewhere. */
  pid: number | null;
  /** Cookie of an admin, who sees the number of statements. */
  adminCookie: string | null;
}
