/** @import { Node, Registry, SettingsSchema } from '@plinth/plugin' */
import { AppError, asPhrase, fieldMessages, joinPhrases, phrase } from '@plinth/plugin';
import { createInnerCheck } from './inner-settings.js';

/**
 * Checks the settings of every element of a layout, and those of actions and field views in them.
 *
 * @param {Node} layout @param {Registry} registry @param {string} path @param {unknown} [stored] the object as it is
 * @throws {AppError} SETTINGS_INVALID with messages by <path>/<node id>.<setting>
 */
export function checkLayoutSettings(layout, registry, path, stored) {
  const check = createInnerCheck(registry, byId, same, stored);
  check.layout(layout, path);
  refuse(check.errors);
}

/**
 * The same for everything in a view's checked configuration: layouts, columns with their field views and actions.
 *
 * @param {SettingsSchema} schema @param {Record<string, unknown>} config @param {Registry} registry
 * @param {unknown} [stored] the object as it is
 */
export function checkInside(schema, config, registry, stored) {
  const check = createInnerCheck(registry, byId, same, stored);
  check.inside(schema, config, 'config');
  refuse(check.errors);
}

/** @param {string} layout @param {Node} node */
const byId = (layout, { id }) => `${layout}/${id}`;
/** @param {string} path */
const same = (path) => path;

/** @param {ReturnType<typeof createInnerCheck>['errors']} errors */
function refuse(errors) {
  const found = Object.entries(errors);
  if (found.length === 0) return;
  throw new AppError(
    'SETTINGS_INVALID',
    joinPhrases(
      found.map(([key, message]) => phrase`${key}: ${asPhrase(message)}`),
      '; ',
    ),
    { status: 422, details: fieldMessages(errors) },
  );
}
