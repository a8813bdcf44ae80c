// Kinds of metadata.

import type { AppDocument } from './app-documents.d.ts';
import type { Catalog } from './catalog.d.ts';
import type { Message } from './messages.d.ts';
import type { Node } from './pages.d.ts';
import type { Reference } from './references.d.ts';
import type { Registry } from './registry.d.ts';
import type { Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { EventField } from './triggers.d.ts';

/**
 * A kind of metadata, such as mail templates: what a site has several of, each with a name. Edits with undo, errors, the
 * Catalog's index, renames, app documents, YAML, problems, History and the admin's list follow from it.
 */
export interface Kind {
  /** Of one: the key in inputs of edits, `add-<name>`, and what references to it are called. */
  name: string;
  /** The key of its lists in the Catalog and in app documents. */
  plural: string;
  /** What people call one: an English noun in lower case. */
  label: string;
  icon: string;
  /** Its place among the kinds, in app documents too. */
  order?: number;
  /** Its settings beside the name, as app documents have them. What it takes has these defaults. */
  schema: SettingsSchema;
  /** The setting that people know one by; 'label' without it, and 'name' if the schema has no label. */
  title?: string;
  /** What names look like: 'plain' (as without it), 'sql' (48 characters), 'address' (with -). */
  names?: 'plain' | 'sql' | 'address';
  /** How no name of one begins, as Plinth makes such names itself, and the sentence that says so. */
  reserved?: { start: string; message: string };
  /** A new one needs no name: it is made from the label. */
  isNamedByLabel?: true;
  /** It belongs to the site and never to an app. */
  isOfSite?: true;
  /** Keys of its body as the Catalog has them if the body doesn't; those of the schema have its defaults. */
  defaults?: Readonly<Record<string, unknown>>;
  /** All keys that an edit takes, if they are not those of the schema. */
  keys?: readonly string[];
  /** Puts it into stored form; throws an AppError for what is wrong. Without it, its schema is checked. */
  check?(input: Values, scope: Values, self?: { id: string; name: string }): { name: string; body: any };
  /** Visits what a body refers to; see `mapReferences`. Without it, what its schema says. */
  references?(body: Values, walk: ReferenceWalk): any;
  /** The error about one that is not there, if it has its own. */
  notFound?(name: string, known: readonly string[]): Error;
  /** What is special in its edits. */
  edits?: { add?: KindEdit; change?: KindEdit; remove?: KindEdit };
  /** Completes what was sent before it is checked. before: as it is, when it is changed. */
  prepare?(input: any, about: { draft: any; before: any; on: any }): any;
  /** Gives it another name, and what refers to it. Without it, references are renamed. */
  rename?(draft: any, object: { id: string; name: string }, to: string): void;
  /** Edits that only this kind has. */
  extraEdits?: readonly any[];
  /** App documents. */
  documents?: KindDocuments;
  /** Its screens in the admin. */
  admin?: KindAdmin;
}

/** What is special in an edit of a kind. */
export interface KindEdit {
  /** One line for programs and agents that choose an edit. */
  about?: string;
  /** What it takes beside the object itself, as JSON Schemas by key. */
  optional?: Readonly<Record<string, object>>;
  /** Its whole input, if that isn't the object under the kind's name. */
  takes?: object;
  /** One line for the history: a phrase, or a text that is shown as it is. */
  summary?(input: Values, catalog: any, changes: readonly Values[]): Message;
  /** What it does around what such an edit does otherwise, `usual`. */
  plan?(draft: any, input: Values, context: any, usual: () => void | Promise<void>): void | Promise<void>;
}

/** What is special of a kind in app documents. */
export interface KindDocuments {
  /** Documents have the list even if it is empty. */
  isAlwaysListed?: true;
  /** Its place among what is installed, lowest first: it is checked against the tables. Without it, it comes last and is
   *  checked against all others. */
  installed?: number;
  /** The JSON Schema of one, made from that of its settings. */
  jsonSchema?(schema: Values, registry: Registry): any;
  /** The JSON Schema of what its edits take, made from that of documents. */
  inputSchema?(schema: Values, properties: Readonly<Values>): any;
  /** What its edits take beside what documents have, as JSON Schemas by key. */
  inputProperties?: Readonly<Record<string, object>>;
  /** Checks what is inside one, with the key path before it. */
  inside?(
    object: any,
    at: string,
    check: { layout: any; settings: any; inside: any; errors: Record<string, Message> },
    registry: Registry,
  ): void;
  /** Its shortest form. `short` leaves out what is as in the schema. */
  shortened?(object: any, registry: Registry, short: (object: any) => Values): Values;
  /** Further names of it that a document provides. */
  alsoIn?(document: AppDocument): readonly string[];
  /** What a site keeps of one that is installed. */
  carried?(object: any): any;
  /** Adds those of a document to a draft, already carried and with their app. Without it, each is checked and added. */
  install?(draft: any, objects: readonly Values[], registry: Registry): void;
}

/** A kind's screens in the admin. */
export interface KindAdmin {
  /** Where one is edited, below /admin. Without it, the admin has a list and a form made from the schema. */
  area?: string;
}

/** What `references` of a kind gets: where names are looked up, and what is called for each. */
export interface ReferenceWalk {
  registry: Registry;
  catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'> & Partial<Pick<Catalog, 'piece' | 'hasPiece'>>;
  /** Visits a reference. Returns its name, or the new one. */
  visit(reference: Reference): string;
  /** Expressions may name the row before a change. */
  old?: boolean;
  /** Members of `event` in expressions. */
  event?: readonly EventField[];
  /** What else expressions may name. */
  variables?: Reference['variables'];
  settings(schema: SettingsSchema, values: any, table: string | null, at: string): any;
  layout(node: Node, table: string | null, at: string): Node;
  expression(source: string, table: string | null, at: string): string;
  steps(steps: readonly any[], table: string | null): any[];
  /** Names of roles, at "roles". */
  roles(names: readonly string[] | undefined, at?: string): string[];
  /** The same walk, whose expressions may name more. */
  knowing(more: Partial<Pick<ReferenceWalk, 'old' | 'event' | 'variables'>>): ReferenceWalk;
}
