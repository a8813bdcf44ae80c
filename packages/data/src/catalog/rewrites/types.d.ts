import type { Client } from 'pg';
import type { Rewrite } from '../ddl/types.d.ts';

/** `client`: a connection for this alone. */
export interface Job {
  client: Client;
  rewrite: Rewrite;
  id: string;
  /** Notes how far it is; throws when somebody has stopped it, or another edit has taken it away. */
  stops(told?: { stage?: string; done?: number }): Promise<void>;
}
