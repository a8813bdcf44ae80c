import type { Registry } from '@plinth/plugin';
import type { createLiveCatalog } from '../../catalog/model/live.js';
import type { StoredCatalog } from '../../catalog/types.d.ts';
import type { Log } from '../../create-data.js';
import type { SecurityEvents } from '../../gate/security/security-events.js';
import type { Database } from '../../postgres/database/database.js';
import type { Edit } from '../types.d.ts';

export type LiveCatalog = Awaited<ReturnType<typeof createLiveCatalog>>;

export interface EngineContext {
  db: Database;
  registry: Registry;
  edits: ReadonlyMap<string, Edit>;
  catalog: () => StoredCatalog;
  live: Pick<LiveCatalog, 'swap' | 'doubt' | 'ownEdits'>;
  events: SecurityEvents;
  rowSecurity?: boolean;
  log: Log;
  /** Aborts when the process ends. */
  signal: AbortSignal;
}
