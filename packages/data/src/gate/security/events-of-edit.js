/** @import { Message } from '@plinth/plugin' */
/** @import { Change } from '../../catalog/types.d.ts' */
import { changesRights } from './gives-rights.js';

/**
 * What an edit of the app means for security: rights, plugins, and what was taken back.
 *
 * @param {{ edit: string, says: Message, changes: readonly Change[] }} revision
 * @returns {{ kind: string, what: Message }[]}
 */
export function eventsOfEdit({ edit, says, changes }) {
  /** @type {{ kind: string, what: Message }[]} */
  const events = changes.filter(({ kind }) => kind === 'plugin').map(ofPlugin);
  if (changes.some((change) => change.kind !== 'plugin' && changesRights(change))) {
    events.push({ kind: 'rights-changed', what: says });
  }
  if (edit === 'undo') events.push({ kind: 'edit-undone', what: says });
  return events;
}

/** @param {Change} change */
function ofPlugin({ name, before, after }) {
  const was = before?.body;
  const is = after?.body;
  const version = is?.version ?? was?.version;
  const what = version ? `${name}@${version}` : name;
  if (is?.version && is.version !== was?.version) return { kind: 'plugin-installed', what };
  if (!is) return { kind: 'plugin-removed', what };
  // A plugin that comes with Plinth is on until something is noted of it.
  if ((was?.enabled ?? true) !== is.enabled) return { kind: is.enabled ? 'plugin-enabled' : 'plugin-disabled', what };
  return { kind: 'plugin-configured', what };
}
