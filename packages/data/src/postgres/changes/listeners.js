/** @import { ChangeEvent } from './types.d.ts' */

/** The subscribers of a stream. @param {{ warn(event: string, fields?: object): void }} log */
export function createListeners(log) {
  /** @type {Set<(event: ChangeEvent) => void>} */
  const listeners = new Set();
  return {
    /** @param {(event: ChangeEvent) => void} hear */
    subscribe(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    /** @param {ChangeEvent} event */
    tell(event) {
      for (const hear of listeners) {
        try {
          hear(event);
        } catch (error) {
          log.warn('a listener of changes failed', { error: String(error) });
        }
      }
    },
  };
}
