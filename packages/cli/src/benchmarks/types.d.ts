/** One thing that can be measured. */
export interface Benchmark {
  name: string;
  /** Its letter in the project's list of benchmarks. */
  group: string;
  /** http: a repeated request; module: the file of this name in benchmarks/; own: a function of the runner. */
  kind: 'http' | 'module' | 'own';
  summary: string;
  /** http: what is sent and the expected status. */
  request?: { method: 'GET' | 'POST'; body?: string; status: number };
  /** http: a number of requests instead of a time; the first time on a server is reported separately. */
  amount?: number;
  /** The result does not depend on being logged in. */
  publicOnly?: boolean;
  /** Whether the page cache applies, so that a parameter that never repeats makes it a miss. */
  canMiss?: boolean;
}

/** What generates the load. */
export type Tool = 'autocannon' | 'wrk';

export interface Options {
  benchmarks: Benchmark[];
  workers: number[];
  tools: Tool[];
  duration: number;
  warmup: number;
  connections: number;
  repeats: number;
  caches: ('on' | 'off' | 'miss')[];
  audiences: ('public' | 'user')[];
  encoding: string;
  ceiling: boolean;
  pin: boolean;
  quick: boolean;
  url: string | null;
  /** For db-latency. */
  database: string | null;
  cookie: string | null;
  paths: Record<string, string> | null;
  store: boolean;
  publish: { url: string; token: string } | null;
  lighthouse: boolean;
  against: { url: string; name: string; paths: Record<string, string> | null } | null;
}

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
  /** CPU time of the load generator. */
  generatorCpuMs: number | null;
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

/** One line of the results. */
export interface Measurement {
  benchmark: string;
  system: string;
  path: string;
  tool: string;
  workers: number | null;
  cache: string;
  as: string;
  connections: number;
  requestsPerSecond: { median: number; min: number; max: number };
  /** The first time on a new server, if measured. */
  cold: number | null;
  latency: Latency;
  bytesPerRequest: number;
  errors: number;
  problems: string[];
  /** Cores used by the server: all its processes and the database together. */
  cpuCores: number | null;
  /** Share of a core used by its busiest main thread, usually a worker's. */
  busiest: number | null;
  /** Cores used by the load generator. */
  generatorCores: number | null;
  /** Requests per second without the load generator's share of the processor: see capacity.js. */
  alone: number | null;
  cpuMsPerRequest: number | null;
  /** PostgreSQL's part of it. */
  databaseMsPerRequest: number | null;
  /** Of all processes including the database: the highest of the run. */
  memoryMb: number | null;
  statements: number | null;
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
  command: string;
  machine: Machine;
  options: Record<string, unknown>;
  measurements: Measurement[];
  /** Results of benchmarks that don't request a page, by name. */
  others: Record<string, unknown>;
  lighthouse: Record<string, { scores: Record<string, number>; lost: string[] }> | null;
  notes: string[];
  errors: number;
}

export interface Target {
  system: string;
  url: string;
  workers: number | null;
  cache: string;
  paths: Record<string, string>;
  cookies: Record<string, string>;
  /** Process whose tree is measured; null if it runs elsewhere. */
  pid: number | null;
  /** Cookie of an admin, who sees the number of statements. */
  adminCookie: string | null;
}
