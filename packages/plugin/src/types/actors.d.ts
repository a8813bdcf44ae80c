// Who acts.

/**
 * Who acts. `roles` includes inherited ones; a visitor has ['public']. `system` skips rights and is only set by code
 * that says so.
 */
export interface Actor {
  /** Whoever reads it while rendering a page makes that page the user's own in the cache; see `isSignedIn`. */
  userId: string | null;
  /** Set while a page is rendered; otherwise `isSignedIn` tells it from `userId`. */
  signedIn?: boolean;
  roles: readonly string[];
  system: boolean;
  /** Names of the user's groups; the groups' roles are already in `roles`. */
  groups?: readonly string[];
  /** Those of them that access rules mention by name: users in the same ones share statements. */
  asked?: readonly string[];
  /** Of a user with a session. */
  name?: string;
  email?: string;
  /** The time zone that the user chose; absent: the site's. */
  timeZone?: string;
  /** The client's, for the security log, if known. */
  address?: string;
  /** The limits of an API token, for admins too; absent: no limits. */
  scope?: { tables: readonly string[] | null; operations: readonly string[] | null };
  /** Of system code of an app that was installed: it reaches these tables only; absent: no such limit. */
  reach?: { app: string; tables: readonly string[] };
  /** Ids of the triggers and workflows that led to this call, the first one first; absent: none. */
  chain?: readonly string[];
  /** Id of what a person does at once: every row written with it can be undone together (`history.undo`); absent: it can't. */
  change?: string;
  /** Whose doing it is, if not the user's own: they answered the task of a workflow that led to it. Their rights don't count. */
  doer?: string | null;
}
