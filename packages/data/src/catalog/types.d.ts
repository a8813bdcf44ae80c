import type { Catalog, Field, ObjectKind, Registry, Table, Trigger } from '@plinth/plugin';

/** A row of plinth.objects. */
export interface StoredObject {
  id: string;
  kind: ObjectKind;
  parent: string | null;
  name: string;
  body: any;
  version: number;
  position: number;
}

/** What an edit may change of an object. */
export interface ObjectState {
  name: string;
  position: number;
  body: any;
}

/** One object as an edit found it and as it leaves it; null: it was or is not there. */
export interface Change {
  id: string;
  kind: ObjectKind;
  parent: string | null;
  name: string;
  before: ObjectState | null;
  after: ObjectState | null;
}

/** The Catalog with what only data looks at. */
export interface StoredCatalog extends Catalog {
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Names of indexes that the database does not have yet. */
  readonly unbuilt: readonly string[];
}

export interface CatalogInput {
  version: number;
  objects: Iterable<StoredObject>;
  unbuilt?: readonly string[];
  registry: Registry;
}
export type { Catalog, Field, Registry, Table };

/**
 * Starts the triggers with this source, for what happens in Plinth itself, such as a login. `cause`: the user; `on`: the
 * transaction of what happened.
 */
export type Tell = (
  source: string,
  event: Record<string, unknown>,
  more?: {
    cause?: string | null;
    on?: { query: (query: any) => Promise<any> };
    only?: (trigger: Trigger) => boolean;
  },
) => Promise<void>;
