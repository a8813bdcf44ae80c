import { AppError, fieldMessages, phrase } from '@plinth/plugin';

/** What texts of something are, by name. @typedef {Record<string, string>} Texts */

/**
 * What typed texts make of something that somebody else may have changed since the form was opened: a text that was left
 * as it was shown leaves alone what is there by now, one that both have changed is refused.
 *
 * @template {Texts} T
 * @param {Texts} now @param {T} typed
 * @param {Partial<Texts>} [seen] what the form was opened with; of what it does not tell, all that was typed counts
 * @returns {T} of the names that were typed
 * @throws {AppError} CHANGED_MEANWHILE (409)
 */
export function takeOver(now, typed, seen = {}) {
  /** @type {Texts} */
  const clashes = {};
  const next = Object.entries(typed).map(([name, text]) => {
    const was = seen[name];
    if (was === undefined) return [name, text];
    if (text === was) return [name, now[name]];
    if (now[name] !== was && now[name] !== text) clashes[name] = now[name];
    return [name, text];
  });
  if (Object.keys(clashes).length > 0) throw changedMeanwhile(clashes);
  return /** @type {T} */ (Object.fromEntries(next));
}

/** @param {Texts} now what somebody else has made of it, by name */
export function changedMeanwhile(now) {
  const said = Object.entries(now).map(([name, text]) => [
    name,
    phrase`Someone else changed it to "${text}" in the meantime`,
  ]);
  return new AppError('CHANGED_MEANWHILE', 'Someone else changed this after you opened the form', {
    status: 409,
    hint: 'Nothing was saved. Check the current values, then save again',
    details: fieldMessages(Object.fromEntries(said)),
  });
}
