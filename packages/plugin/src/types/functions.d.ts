// Functions and secrets as metadata.

/** JavaScript of the app, run in a sandbox. */
export interface AppFunction {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** An ES module whose default export is called with input and `plinth`. */
  code: string;
  /** HTTP methods of /fn/:name; empty: not reachable there. */
  methods: readonly string[];
  /** Who may call it; empty: admins only. */
  roles: readonly string[];
  /** Whose rights it has. */
  runAs: 'caller' | 'system';
  /** What it accepts; empty: any JSON object. */
  params: readonly FunctionParam[];
  /** Limits: seconds, megabytes, calls of the server. */
  seconds: number;
  memory: number;
  calls: number;
  /** Names of the secrets that it may read. */
  secrets: readonly string[];
  /** The npm package that its code was bundled from; absent or null: people write it. */
  package?: FunctionPackage | null;
}
/** A package is pinned: `integrity` of what npm fetched, `hash` of the bundled code (SHA-256, hexadecimal). */
export interface FunctionPackage {
  name: string;
  version: string;
  integrity: string;
  hash: string;
}
/** A value that nobody is shown: an API key, a password. Metadata has only its name. */
export interface Secret {
  id: string;
  name: string;
  description: string;
  /** The only hosts that it may be sent to, such as api.example.com; empty: any that a builder writes into an address. */
  hosts: readonly string[];
}
export interface FunctionParam {
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'json';
  required: boolean;
  description: string;
}
