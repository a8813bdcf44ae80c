import { html } from '@plinth/plugin';

/** @import { Catalog, Html } from '@plinth/plugin' */

/**
 * The hidden field that lets a save detect changes made by others since the form was shown.
 *
 * @param {Catalog} catalog @param {string | undefined} id @param {string | null} [typed] the submitted form
 * @returns {Html | null}
 */
export function expectField(catalog, id, typed) {
  const object = id ? catalog.object(id) : undefined;
  if (!object) return null;
  return html`<input type="hidden" name="expect" value="${typed || `${object.id}:${object.version}`}">`;
}
