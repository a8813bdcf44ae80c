// What a configuration refers to.

import type { Catalog, ObjectKind } from './catalog.d.ts';
import type { DefinitionKind, Registry } from './registry.d.ts';
import type { EventField } from './triggers.d.ts';

/** One reference found in a configuration. */
export interface Reference {
  kind:
    | 'table'
    | 'field'
    | 'view'
    | 'page'
    | 'piece'
    | 'function'
    | 'workflow'
    | 'variable'
    | 'secret'
    | 'mail'
    | 'role'
    | 'expression'
    | 'definition';
  /** For kind definition: the kind of definition (element, fieldView, action, ...). */
  definition?: DefinitionKind;
  /** For kind field: the table it belongs to, if known. */
  table?: string;
  name: string;
  /** Key path from the object's root, such as layout/0/settings.field */
  at: string;
  /** For kind role: it is in a list of those who see an element or menu entry, where an empty list means everybody. */
  audience?: true;
  /** For kind field: the text that it is set to, as far as that is fixed. */
  setTo?: string;
  /** For kind expression: it may name `old`, the row before a change. */
  old?: true;
  /** For kind expression: further names that it may use, with their types. */
  variables?: Readonly<Record<string, ValueType>>;
  /** For kind expression: the type that its result must have. */
  result?: 'bool';
  /** For kind variable: the workflow that it belongs to, if that is another one. */
  workflow?: string;
  /** For kind expression: members of `event`, which it may name. */
  event?: readonly EventField[];
}
/** A type of `@plinth/expressions`. */
export type ValueType =
  | { name: 'bool' | 'int' | 'decimal' | 'text' | 'date' | 'moment' | 'id' | 'json' }
  | { name: 'row'; table: string }
  | { name: 'record'; of: Readonly<Record<string, ValueType>>; labels?: Readonly<Record<string, string>> };
/**
 * Walks every reference in a view, page, menu or table body. `visit` may return a new name: the result is a deep copy
 * with all replacements (the same object if nothing changed). Paths such as author.name visit each step with its table.
 * This one function serves rename, export with a prefix, problems and dependents.
 */
export function mapReferences<T>(
  object: { kind: ObjectKind; body: T },
  context: {
    registry: Registry;
    catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'> & Partial<Pick<Catalog, 'piece' | 'hasPiece'>>;
  },
  visit: (reference: Reference) => string | undefined | void,
): T;
/** Names of the functions that the code of a function imports, as in `import { vat } from 'app/prices'`. */
export function importsIn(code: string): string[];
/** The same code with other names of functions that it imports; `change` also hears of packages, whose names stay. */
export function mapImports(code: string, change: (name: string) => string): string;
/** Whether npm has such names, and imports of functions find them. */
export function isPackageName(name: unknown): name is string;
/** The name of the function that holds an npm package. */
export function packageFunction(name: string): string;
/** How the names of functions begin that hold npm packages, and of no others. */
export const PACKAGE_START: 'npm_';
