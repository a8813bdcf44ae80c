// Plugins, their routes, and page templates.

import type { Kind } from './kinds.d.ts';
import type { Action, ActionRows } from './actions.d.ts';
import type { Actor } from './actors.d.ts';
import type { AppDocument } from './app-documents.d.ts';
import type { Catalog } from './catalog.d.ts';
import type { Element } from './elements.d.ts';
import type { FieldType, FieldTypeInput } from './field-types.d.ts';
import type { FieldView } from './field-views.d.ts';
import type { Formats, Translate } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Node, Page } from './pages.d.ts';
import type { Registry } from './registry.d.ts';
import type { Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Table } from './tables.d.ts';
import type { Theme } from './themes.d.ts';
import type { TriggerSource } from './triggers.d.ts';
import type { ViewTemplate } from './view-templates.d.ts';
import type { WorkflowStep } from './workflows.d.ts';

export interface PluginRoute {
  method: 'GET' | 'POST';
  /** Below /plugin/<name>/ */
  path: string;
  roles: readonly string[];
  handle(request: {
    actor: Actor;
    params: Record<string, string>;
    query: Record<string, string>;
    body: Values;
    config: Values;
    /** Rows, with the rights of whoever asks. */
    rows: ActionRows;
    /** Rows, with the rights of somebody else, such as the owner of a secret link. */
    rowsFor(actor: Actor): ActionRows;
    catalog: Catalog;
    registry: Registry;
    t: Translate;
    formats: Formats;
    /** Of this site, for links that are passed on: https://plinth.example.com */
    origin: string;
    links: SecretLinks;
  }): Promise<PluginAnswer>;
}
/**
 * Links that open something of a plugin without a login, for programs such as calendars. Each has one owner and is about one
 * thing, named by a text; the owner finds it among the API tokens of their profile, too.
 */
export interface SecretLinks {
  /** The link of whoever asks; null if there is none. */
  find(about: string): Promise<{ createdAt: string; usedAt: string | null } | null>;
  /** Makes the link of whoever asks, in place of the one before. Returns the secret, which can't be read again. */
  make(about: string, name: string): Promise<string>;
  revoke(about: string): Promise<void>;
  /** The owner with the rights that they have now, limited to reading; null: the link is not valid. */
  actorOf(secret: string, about: string): Promise<Actor | null>;
}
/** What a plugin's router receives. */
export interface PluginHost {
  /** Express 5, so that a plugin needs no copy of it: `express.Router()`. */
  express: any;
  /** The Passport of this server. It has the strategies "local" and "bearer"; add further ones with `use`. */
  passport: any;
  /** The plugin's current settings. */
  config(): Promise<Values>;
  /** Who sent a request, with their rights. */
  actorOf(request: any): Actor;
  /**
   * Starts a session for the user with this e-mail address. Call it only for an address that the identity provider has
   * verified; otherwise anybody could use somebody else's address.
   */
  logIn(request: any, response: any, person: { email: string }): Promise<void>;
}
export interface PluginRouter {
  /** Who may send requests; 'public' means everybody. */
  roles: readonly string[];
  /** An `express.Router`, mounted at /plugin/<name>/. JSON and forms of up to 1 MB are in `request.body`. */
  create(host: PluginHost): (request: any, response: any, next: (error?: unknown) => void) => unknown;
}
/** `text` is sent as it is, with the media type `type`. */
export type PluginAnswer = {
  status?: number;
  html?: Html;
  json?: unknown;
  text?: string;
  type?: string;
  redirect?: string;
  title?: string;
};
/** A starting point for new pages. What it makes belongs to the site from then on. */
export interface PageTemplate {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  description: string;
  /** Whether it is about a table, which is then chosen with it. */
  needsTable: boolean;
  /** The layout of a new page. It runs again for each picture, so it must be quick and change nothing. */
  compose(page: PageDraft): Node;
}
export interface PageDraft {
  title: string;
  /** The chosen table; null if there are none, or the template needs none. */
  table: Table | null;
  catalog: Catalog;
  registry: Registry;
  /** Texts in the site's language. */
  t: Translate;
  /**
   * The name of a view of a table by its template: one that the page's readers can open, otherwise a new one, created with
   * the page. With `config` it is always a new one; these settings are added to the template's own choices.
   */
  view(template: string, about?: { table?: Table; label?: string; config?: Values }): string;
}
/** A package of definitions: a frozen object that the server reads at start. */
export interface Plugin {
  name: string;
  version: string;
  /** Range of the plugin API it was written for; this is API 1. */
  api: string;
  label?: string;
  description?: string;
  icon?: string;
  fieldTypes?: readonly FieldType[];
  fieldViews?: readonly FieldView[];
  elements?: readonly Element[];
  viewTemplates?: readonly ViewTemplate[];
  pageTemplates?: readonly PageTemplate[];
  actions?: readonly Action[];
  workflowSteps?: readonly WorkflowStep[];
  triggerSources?: readonly TriggerSource[];
  kinds?: readonly Kind[];
  themes?: readonly Theme[];
  starterApps?: readonly AppDocument[];
  pages?: readonly Omit<Page, 'id' | 'app'>[];
  routes?: readonly PluginRoute[];
  /** For more than `routes` can do: an Express router. */
  router?: PluginRouter;
  /** Folder of static files, a file URL, served as /assets/<plugin>/... */
  assets?: URL;
  settings?: SettingsSchema;
  /** Interface texts by language: { en: { key: text } }. */
  texts?: Record<string, Record<string, string>>;
}
/** `texts` may be the folder of `<language>.json` files, as a file URL with a slash at its end. */
export type PluginInput = Omit<Plugin, 'texts'> & { texts?: URL | Plugin['texts'] };
export const API_VERSION: 1;
export function definePlugin(plugin: PluginInput): Readonly<Plugin>;
export function defineFieldType(type: FieldTypeInput): Readonly<FieldType>;
export function defineFieldView(view: FieldView): Readonly<FieldView>;
export function defineElement(element: Element): Readonly<Element>;
export function defineViewTemplate(template: ViewTemplate): Readonly<ViewTemplate>;
export function definePageTemplate(template: PageTemplate): Readonly<PageTemplate>;
export function defineAction(action: Action): Readonly<Action>;
export function defineWorkflowStep(step: WorkflowStep): Readonly<WorkflowStep>;
export function defineTriggerSource(source: TriggerSource): Readonly<TriggerSource>;
export function defineKind(kind: Kind): Readonly<Kind>;
export function defineTheme(theme: Theme): Readonly<Theme>;
