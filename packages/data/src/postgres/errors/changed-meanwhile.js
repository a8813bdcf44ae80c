import { AppError, fieldMessages, phrase } from '@plinth/plugin';

/** Texts of an object by name. @typedef {Record<string, string>} Texts */

/**
 * Merges submitted texts with changes that somebody else may have made since the form was opened. Texts left unchanged
 * in the form keep the current value; a text that both have changed is refused.
 *
 * @template {Texts} T
 * @param {Texts} now @param {T} typed
 * @param {Partial<Texts>} [seen] what the form was opened with; every submitted text counts if it is missing here
 * @returns {T} by submitted name
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

/** @param {Texts} now the current texts by name */
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
