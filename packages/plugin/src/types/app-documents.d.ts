// Apps as files.

import type { AppFunction, FunctionPackage, Secret } from './functions.d.ts';
import type { MailTemplate } from './mails.d.ts';
import type { MenuItem, Page, Piece, View } from './pages.d.ts';
import type { Role, SiteSettings } from './site.d.ts';
import type { Constraint, Field, Index, Table } from './tables.d.ts';
import type { Trigger } from './triggers.d.ts';
import type { Workflow } from './workflows.d.ts';

/** An app as a file: metadata and optional sample rows. See docs/reference/app-document.schema.json. */
export interface AppDocument {
  plinth: 1;
  app: { name: string; label: string; description: string; icon: string };
  roles?: Omit<Role, 'id' | 'builtIn'>[];
  tables: AppTable[];
  views: Omit<View, 'id' | 'app'>[];
  pages: Omit<Page, 'id' | 'app'>[];
  pieces?: Omit<Piece, 'id' | 'app'>[];
  triggers?: Omit<Trigger, 'id' | 'app' | 'user'>[];
  workflows?: Omit<Workflow, 'id' | 'app' | 'user'>[];
  functions?: Omit<AppFunction, 'id' | 'app'>[];
  /** npm packages that its functions import, bundled. */
  packages?: (FunctionPackage & { code: string })[];
  secrets?: Omit<Secret, 'id'>[];
  mails?: Omit<MailTemplate, 'id' | 'app'>[];
  menu: Omit<MenuItem, 'id'>[];
  settings?: Partial<Omit<SiteSettings, 'id' | 'logo'>>;
  home?: Record<string /* role */, string /* page */>;
  /** Rows by table; a relation refers to the target row by its `$key`. */
  rows?: Record<string, Record<string, unknown>[]>;
  /** Comments by table. People are named by e-mail address, in the text as @{address}. */
  comments?: Record<string, { row: string | number; by: string; text: string; at?: string | { $days: number } }[]>;
  /** Stored files by name: { mime, data: base64 }. */
  files?: Record<string, { mime: string; data: string }>;
}
export interface AppTable extends Omit<
  Table,
  'id' | 'app' | 'fields' | 'field' | 'hasField' | 'system' | 'constraints' | 'indexes'
> {
  fields: Omit<Field, 'id' | 'target'>[];
  constraints: (
    Omit<Extract<Constraint, { kind: 'unique' }>, 'id'> | Omit<Extract<Constraint, { kind: 'check' }>, 'id'>
  )[];
  indexes: Omit<Index, 'id'>[];
}
