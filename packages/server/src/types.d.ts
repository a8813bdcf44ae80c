import type { PlinthRequest } from './http/request.js';
import type { PlinthResponse } from './http/response.js';
import type { Actor, Catalog, Formats, Html, Query, Registry, RenderEnv, Result, Translate } from '@plinth/plugin';

/** What the server is told at start; made and checked by config/. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string | null;
  dataDir: string;
  baseUrl: string;
  workers: number;
  trustProxy: number;
  /** Requests a minute that one address may send something with, without login; 0: no limit. */
  visitorLimit: number;
  logLevel: string;
  safeMode?: boolean;
  /** Whether delivered pages are kept in memory. */
  rowSecurity?: boolean;
  pageCache?: boolean;
  /** Opens /metrics to who sends it as a bearer token; null: to nobody. */
  metricsToken?: string | null;
  [other: string]: any;
}

export type LogFields = Record<string, unknown>;
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** What route files are given: every part of one running Plinth. A change of plugins makes a new one. */
export interface App {
  data: import('@plinth/data').Data;
  views: import('@plinth/views').Views;
  registry: Registry;
  config: Config;
  log: Log;
  assets: Assets;
  plugins: ReturnType<typeof import('./plugins/plugin-manager.js').createPluginManager>;
  mail: Mail;
  /** The screens of the admin, in the order in which they are mounted. */
  screens: readonly import('./admin/screens.js').Screen[];
  /** Those of the API, by path and method. */
  endpoints: readonly import('./api/endpoints.js').Endpoint[];
  /** Delivered pages, cached; null where they are not. */
  pages: import('./fast-path/pages/page-cache.js').PageCache | null;
  /** Stored files cached; null where no changes are heard of. */
  files: import('./fast-path/files/index.js').FileCache | null;
  /** Ways to log in: our own and those of plugins. */
  passport: import('./auth/passport.js').Passport;
  /** Who asks. */
  identify: import('./identity/identify.js').Identify;
  /** Counts of what this process answered. */
  traffic: import('./http/traffic.js').Traffic;
  /** The other workers of this node; absent where there is one process. */
  colleagues?: ReturnType<typeof import('./cluster/collect-reports.js').createColleagues>;
  /** Null while these are the parts for a Catalog, or else until when others have taken over. */
  renewal?(catalog: Catalog): Promise<void> | null;
  /** Leaves a request to the parts that have taken over. */
  pass(req: Request, res: Response): unknown;
  /** Cookie names and such, by whether the base URL is https. */
  secure: boolean;
}

export interface Assets {
  /** Address of an asset by "owner/path". The same for all processes that serve the same bytes. */
  url(path: string): string;
  has(path: string): boolean;
  /** Answers a request under /assets/; false when there is no such asset. */
  answer(req: Request, res: Response): boolean;
}

export interface Mail {
  /** Whether SMTP is set up. */
  ready(): Promise<boolean>;
  send(message: { to: string; subject: string; text: string }): Promise<void>;
}

export interface UploadedFile {
  field: string;
  name: string;
  mime: string;
  path: string;
  size: number;
}
export interface Form {
  values: Record<string, string | string[]>;
  entries: [string, string][];
  files: UploadedFile[];
  get(name: string): string | null;
  all(name: string): string[];
  has(name: string): boolean;
  file(field: string): UploadedFile | null;
}
export interface FormLimits {
  /** Bytes of one file. */
  fileBytes?: number;
  /** Bytes of all texts together. */
  textBytes?: number;
  fields?: number;
  files?: number;
}

export interface SessionInfo {
  id: string;
  /** Whether the session's token must be renewed: the user's roles have changed. */
  rotate: boolean;
  authenticatedAt: number;
  /** Whether its cookie is sent with requests only that begin on this site. */
  strict: boolean;
  /** How long it lasts at most. */
  seconds: number;
}
export interface UserInfo {
  id: string;
  name: string;
  email: string;
  locale: string | null;
}

export type SecurityEvent = Awaited<ReturnType<import('@plinth/data').Data['security']['list']>>['events'][number];

export interface Context {
  id: string;
  app: App;
  catalog: Catalog;
  actor: Actor;
  /** The actor with the address that the request came from: for what the security log may note. */
  author: Actor;
  user: UserInfo | null;
  session: SessionInfo | null;
  /** Of the API token by which the request came. */
  tokenId: string | null;
  /** As whom an admin looks at the site; he writes nothing meanwhile. */
  viewingAs: { kind: 'role' | 'user'; name: string } | null;
  locale: string;
  t: Translate;
  formats: Formats;
  env: RenderEnv;
  address: string;
  secure: boolean;
  isAdmin: boolean;
  statements: { count: number; ms: number };
  started: number;
  response: Response;
  /** data.select for this request's actor, counted for Server-Timing. */
  select(
    queries: readonly Query[],
    reading?: ReturnType<typeof import('@plinth/data').createReading>,
  ): Promise<Result[]>;
}

export interface Request extends PlinthRequest {
  url: string;
  method: string;
  ctx: Context;
  params: Record<string, string>;
  query: URLSearchParams;
  path: string;
  originalUrl: string;
  /** The session's token from now on, where this request is given one. */
  renewedToken?: string;
  /** Goes on until somebody ends it: a stream of changes. */
  isStream?: boolean;
  baseUrl: string;
}

export interface PageOptions {
  title: string;
  body: Html | string;
  description?: string;
  status?: number;
  width?: 'normal' | 'wide' | 'narrow';
  bare?: boolean;
  styles?: string[];
  scripts?: string[];
}
export type Response = PlinthResponse;
export interface CookieOptions {
  maxAge?: number;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'Strict';
}

export type Next = (error?: unknown) => void;
export type Handler = (req: Request, res: Response, next: Next) => unknown;
export interface Routes {
  (req: unknown, res: unknown, next: Next): void;
  get(path: string | string[], ...handlers: Handler[]): Routes;
  post(path: string | string[], ...handlers: Handler[]): Routes;
  all(path: string | string[], ...handlers: Handler[]): Routes;
  use(...handlers: (string | Handler | Routes)[]): Routes;
}
