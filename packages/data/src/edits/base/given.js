import { inputInvalid } from '@plinth/plugin';

/** What a caller wants changed: the given keys, on top of what is there. @param {any} input @param {object} current @returns {any} */
export function changed(input, current) {
  const { changes } = input;
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw inputInvalid({ changes: 'must be an object' });
  return { ...current, ...changes };
}

/** Names the changed keys, for the history. @param {any} input */
export function keysOf(input) {
  return Object.keys(input.changes ?? {}).join(', ');
}
