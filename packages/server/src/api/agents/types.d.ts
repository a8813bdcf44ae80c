import type { Actor, Catalog, Table, Translate, Values } from '@plinth/plugin';
import type { App, Request } from '../../types.d.ts';

/** The caller and the app that a tool works with. */
export interface ToolContext {
  app: App;
  req: Request;
  actor: Actor;
  catalog: Catalog;
  t: Translate;
}
/** A tool that an agent can call. */
export interface Tool {
  name: string;
  title: string;
  /** For the model that chooses: what it does and when it helps. */
  description: string;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  /** JSON Schema of its arguments, as far as this caller may know the names in it. */
  input(context: ToolContext): { properties: Values; required?: string[] };
  isOffered(context: ToolContext): boolean;
  run(context: ToolContext, given: any): Promise<object>;
}
export type { Table };
