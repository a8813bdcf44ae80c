/** @import { Values } from '@plinth/plugin' */
/**
 * Whether changes of the app decide anew who may do what: rights and owner of a table, roles that open a view or page
 * or call a function, secrets that it may read, which tables an app's system code reaches, a role itself, a plugin, sign-up for everybody, hosts of the own network. A new view or page is none: it shows what its table gives anyway.
 *
 * @param {readonly { kind: string, before?: Values | null, after?: Values | null }[]} changes
 */
export function givesRights(changes) {
  return changes.some(({ kind, before, after }) => after && rightsIn(kind, after) !== rightsIn(kind, before, after));
}

/** Whether a change gives or takes rights. @param {{ kind: string, before?: unknown, after?: unknown }} change */
export function changesRights({ kind, before, after }) {
  return rightsIn(kind, after, before) !== rightsIn(kind, before, after);
}

/** @type {Record<string, (body: any) => unknown>} */
const RIGHTS = {
  app: ({ reach }) => reach ?? null,
  table: ({ access, owner }) => [access ?? {}, owner ?? null],
  field: ({ access }) => access ?? null,
  view: ({ roles }) => roles ?? [],
  page: ({ roles }) => roles ?? [],
  function: ({ roles, runAs, secrets }) => [roles ?? [], runAs === 'system', secrets ?? []],
  secret: ({ hosts }) => hosts ?? [],
  role: (body) => body,
  plugin: (body) => body,
  settings: ({ signUp, outboundAllow }) => [signUp === true, outboundAllow ?? ''],
};

/** What an object of this kind has before anybody is let in. @type {Record<string, unknown>} */
const NOTHING = { app: {}, table: {}, field: {}, function: {}, settings: {} };

/**
 * @param {string} kind @param {any} state as kept in a revision; null: there is none @param {any} [other]
 */
function rightsIn(kind, state, other) {
  const rights = RIGHTS[kind];
  if (!rights) return '';
  const body = state?.body ?? NOTHING[kind] ?? (kind === 'view' || kind === 'page' ? other?.body : null) ?? {};
  return JSON.stringify(rights(body));
}
