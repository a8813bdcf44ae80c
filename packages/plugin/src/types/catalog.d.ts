// The Catalog: all metadata of a site.

import type { AppFunction, Secret } from './functions.d.ts';
import type { MailTemplate } from './mails.d.ts';
import type { Message } from './messages.d.ts';
import type { Menu, Page, Piece, View } from './pages.d.ts';
import type { App, PluginState, Role, SiteSettings } from './site.d.ts';
import type { Field, Table } from './tables.d.ts';
import type { Trigger } from './triggers.d.ts';
import type { Workflow } from './workflows.d.ts';

export type ObjectKind =
  | 'app'
  | 'table'
  | 'field'
  | 'view'
  | 'page'
  | 'piece'
  | 'trigger'
  | 'workflow'
  | 'function'
  | 'secret'
  | 'mail'
  | 'menu'
  | 'role'
  | 'settings'
  | 'plugin';
/** An immutable snapshot of all metadata. A request takes one and uses it to the end. */
export interface Catalog {
  readonly version: number;
  readonly apps: readonly App[];
  readonly tables: readonly Table[];
  readonly views: readonly View[];
  readonly pages: readonly Page[];
  readonly pieces: readonly Piece[];
  readonly triggers: readonly Trigger[];
  readonly workflows: readonly Workflow[];
  readonly functions: readonly AppFunction[];
  readonly secrets: readonly Secret[];
  readonly mails: readonly MailTemplate[];
  readonly roles: readonly Role[];
  readonly menu: Menu;
  readonly settings: SiteSettings;
  readonly plugins: readonly PluginState[];
  readonly problems: readonly Problem[];
  /**
   * By name; an unknown name throws TABLE_NOT_FOUND, VIEW_NOT_FOUND, PAGE_NOT_FOUND, PIECE_NOT_FOUND,
   * FUNCTION_NOT_FOUND, WORKFLOW_NOT_FOUND, MAIL_TEMPLATE_NOT_FOUND (404).
   */
  table(name: string): Table;
  view(name: string): View;
  page(name: string): Page;
  piece(name: string): Piece;
  function(name: string): AppFunction;
  mail(name: string): MailTemplate;
  workflow(name: string): Workflow;
  hasTable(name: string): boolean;
  hasView(name: string): boolean;
  hasPage(name: string): boolean;
  hasPiece(name: string): boolean;
  hasFunction(name: string): boolean;
  hasSecret(name: string): boolean;
  hasMail(name: string): boolean;
  hasWorkflow(name: string): boolean;
  /** Any object by its stable id, with its storage version (for optimistic locking). */
  object(id: string): { id: string; kind: ObjectKind; name: string; version: number; body: any } | undefined;
  /** Relation fields of other tables that refer to this table: its possible child relations. */
  children(table: string): readonly { table: Table; field: Field }[];
  /** Resolves "author.name" from a table to its fields; null if a step does not exist. */
  path(table: Table, path: string): { steps: Field[]; field: Field; table: Table } | null;
}
/** Metadata that refers to something that no longer exists. */
export interface Problem {
  kind: ObjectKind;
  id: string;
  name: string;
  at: string;
  message: string;
  /** The phrase of the message, for translation. */
  phrase?: Message;
}
