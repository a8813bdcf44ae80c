import type { PlinthRequest } from './http/requests/request.js';
import type { PlinthResponse } from './http/requests/response.js';
import type { Actor, Catalog, Formats, Html, Query, Registry, RenderEnv, Result, Translate } from '@plinth/plugin';

/** The server's configuration, read and checked by config/. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string | null;
  dataDir: string;
  /** Where scheduled backups go. */
  backupFolder?: string;
  /** Encrypts them; null: they are not encrypted. */
  backupPassphrase?: string | null;
  baseUrl: string;
  workers: number;
  /** What everything may take of PLINTH_MEMORY, or of what there is. */
  memory?: import('@plinth/data/memory').Memory;
  trustProxy: number;
  /** Submissions per minute from one address without login; 0: no limit. */
  visitorLimit: number;
  logLevel: string;
  safeMode?: boolean;
  /** Whether pages are cached in memory. */
  rowSecurity?: boolean;
  secretKey?: Buffer | null;
  pageCache?: boolean;
  /** Grants access to /metrics as a bearer token; null: no token. */
  metricsToken?: string | null;
  [other: string]: any;
}

export type LogFields = Record<string, unknown>;
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The line of an answer from memory, which may be written a moment later; without it, `info` says the same. */
  hit?(hit: Hit): void;
}
/** The `address` is one of a network, the `method` one that Node knows. */
export interface Hit {
  method: string;
  path: string;
  status: number;
  ms: number;
  user: string | undefined;
  address: string;
}

/** The runtime that routes work with. A change of plugins creates a new one. */
export interface App {
  data: import('@plinth/data').Data;
  views: import('@plinth/views').Views;
  registry: Registry;
  config: Config;
  log: Log;
  assets: Assets;
  plugins: ReturnType<typeof import('./plugins/manager/plugin-manager.js').createPluginManager>;
  /** npm packages of functions. */
  packages: import('./plugins/function-packages/create-packages.js').Packages;
  mail: Mail;
  /** Mails about notifications. */
  notices: ReturnType<typeof import('./pages/notifications/mail-notices.js').createNoticeMails>;
  /** Makes backups, each in a process of its own. */
  backups: ReturnType<typeof import('./node/backups/runner.js').createBackupRunner>;
  /** Runs a job that needs much memory when this machine has room for it. */
  heavy<T>(work: () => Promise<T>, options?: { signal?: AbortSignal; waits?: () => void }): Promise<T>;
  /** What was put on top of the server. */
  admin: Admin;
  /** The admin screens. */
  screens: Screens;
  /** The API endpoints, by path and method. */
  endpoints: readonly import('./api/rest/endpoints.js').Endpoint[];
  /** The page cache; null if it is off. */
  pages: import('./pages/fast-path/pages/page-cache.js').PageCache | null;
  /** The cache of stored files; null without a change stream. */
  files: import('./pages/fast-path/files/index.js').FileCache | null;
  /** Passport with our own strategies and those of plugins. */
  passport: import('./auth/passport.js').Passport;
  /** Who asks. */
  identify: import('./http/identity/identify.js').Identify;
  /** Counts the responses of this process. */
  traffic: import('./http/requests/traffic.js').Traffic;
  /** The other workers of this node; absent with a single process. */
  peers?: ReturnType<typeof import('./node/cluster/collect-reports.js').createPeers>;
  /** Null if this runtime is the right one for a Catalog, otherwise a promise for its replacement. */
  reload?(catalog: Catalog): Promise<void> | null;
  /** Aborted when another runtime takes over or the server closes: nothing that stays open may begin after that. */
  retired: AbortSignal;
  /** Passes a request to the runtime that has taken over. */
  pass(req: Request, res: Response): unknown;
  /** Whether the base URL is https, which decides about cookie names. */
  secure: boolean;
}

/** Where apps are made and a site is run: the server is given it and imports nothing of it. */
export interface Admin {
  /** Its module, which exports it as `admin`, for further processes. */
  module: string;
  /** Folders of files for browsers, by their address below /assets. */
  assets: readonly { owner: string; folder: URL }[];
  /** Scripts of its screens that are sent with what they import. */
  joined: readonly import('./http/assets/join-modules.js').Joined[];
  /** Interface texts, by language and key. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  createScreens(): Screens;
  /** What is below /admin. */
  routes(app: App): Routes;
  /** What is below /preview. */
  previewRoutes(app: App): Routes;
}
export interface Screens {
  /** In the order in which they are mounted. */
  load(): Promise<readonly Screen[]>;
  /** Those in the sidebar, once they are read. */
  areas(): readonly Area[];
  /** What Ctrl+K finds beside what was made: tasks and settings, once the screens are read. */
  finds(req: Request): readonly Find[];
  /** Where the documentation tells of the screen at an address: `guide/tables#relations`; null without such a place. */
  helpAt(address: string): string | null;
  /** The documentation that is shipped. */
  guide: Guide;
}
/** The documentation, page by page. */
export interface Guide {
  /** A page by its path below docs/, without `.md`; null if there is none. */
  page(name: string): Promise<GuidePage | null>;
  /** The headings of all pages for people who use Plinth. */
  headings(): Promise<readonly GuideHeading[]>;
}
export interface GuidePage {
  name: string;
  title: string;
  /** Its markup, without the title. */
  body: string;
  headings: readonly GuideHeading[];
}
export interface GuideHeading {
  page: string;
  /** Empty for the title. */
  id: string;
  text: string;
  depth: number;
}
/** What Ctrl+K finds: a task or a setting, and where it is done. */
export interface Find {
  kind: 'task' | 'setting';
  label: string;
  url: string;
  /** Other words for it, which are not shown. */
  words?: string;
}
/** An admin screen: every file below screens/ that exports one as `screen`. */
export interface Screen {
  /** Where it is mounted below /admin. */
  path: string;
  /** The key of its text. */
  title: string;
  /** Its link in the sidebar. */
  nav?: { section: 'build' | 'automate' | 'people' | 'site'; icon: string; order: number };
  /** Matched before screens without it (/views/new before /views/:view). */
  first?: boolean;
  /** Where the documentation tells of it: a page, or a heading of one (`guide/tables#relations`). Holds for the screens below it, too. */
  help?: string;
  /** What Ctrl+K finds on it. */
  finds?(req: Request): Find[];
  routes(app: App): Routes;
}
export interface Area {
  section: string;
  /** The first step of its address below /admin. */
  area: string;
  title: string;
  icon: string;
}

export interface Assets {
  /** URL of an asset by "owner/path". The same in all processes that serve the same bytes. */
  url(path: string): string;
  has(path: string): boolean;
  /** URLs of what these scripts import before they run, given and returned as URLs. */
  imports(scripts: readonly string[]): string[];
  /** Handles a request under /assets/; false if there is no such asset. */
  answer(req: Request, res: Response): boolean;
}

export interface Mail {
  /** Whether SMTP is set up. */
  ready(): Promise<boolean>;
  /** Sends what is due in the outbox; one statement if there is nothing. */
  send(): Promise<void>;
  /** Sends one mail at once, past the outbox, to try the settings. Resolves with the server's answer. */
  test(mail: { to: string; subject: string; content: import('@plinth/data').MailContent }): Promise<string>;
  close(): Promise<void>;
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
  /** What to do about longer texts. */
  wayOut?: import('@plinth/plugin').Message;
  fields?: number;
  files?: number;
}

export interface SessionInfo {
  id: string;
  /** Whether the session's token must be renewed: the user's roles have changed. */
  rotate: boolean;
  authenticatedAt: number;
  /** Whether its cookie is SameSite=Strict. */
  strict: boolean;
  /** Its maximum lifetime. */
  seconds: number;
}
export interface UserInfo {
  id: string;
  name: string;
  email: string;
  locale: string | null;
  /** The time zone that they chose; null: the site's. */
  timeZone?: string | null;
  /** The id of their profile picture; undefined where it was not asked for. */
  picture?: string | null;
  /** How they last grouped lists, by the view's id. */
  groupings?: Readonly<Record<string, string>> | null;
}

export type PluginRecord = import('./plugins/manager/load-plugins.js').PluginRecord;

/** What was restored of a deletion. */
export type Restored = Awaited<ReturnType<import('@plinth/data').Data['history']['undo']>>;

export type SecurityEvent = Awaited<ReturnType<import('@plinth/data').Data['security']['list']>>['events'][number];

export interface Context {
  id: string;
  app: App;
  catalog: Catalog;
  actor: Actor;
  /** The actor with the client's address, for the security log. */
  author: Actor;
  /**
   * The actor of what is written by hand now: one change, which can be undone as a whole (`undoOffer`). A visitor has none.
   * id: the same where a form arrives again.
   */
  changing(id?: string): Actor;
  user: UserInfo | null;
  session: SessionInfo | null;
  /** The id of the request's API token. */
  tokenId: string | null;
  /** As whom an admin views the site, without writing anything. */
  viewingAs: { kind: 'role' | 'user'; name: string } | null;
  locale: string;
  t: Translate;
  /** The reader's: their own, or the site's. */
  timeZone: string;
  formats: Formats;
  env: RenderEnv;
  /** The same, for a page that may be cached: `reading` is told if the day was asked for. */
  envFor(reading?: ReturnType<typeof import('@plinth/data').createReading>, here?: string): RenderEnv;
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
    /** In its place, for single queries. */
    readings?: readonly (ReturnType<typeof import('@plinth/data').createReading> | null)[],
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
  /** The new session token, if this request creates or replaces one. */
  renewedToken?: string;
  /** Whether the response is a change stream, which stays open. */
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
  /** For the top bar; absent: the page has its title in its body. */
  bar?: { title: Html | null; actions: Html | null } | null;
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
  patch(path: string | string[], ...handlers: Handler[]): Routes;
  delete(path: string | string[], ...handlers: Handler[]): Routes;
  all(path: string | string[], ...handlers: Handler[]): Routes;
  use(...handlers: (string | Handler | Routes)[]): Routes;
}
