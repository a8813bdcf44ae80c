/** @import { AppError as Foreseen, Html, RenderEnv } from '@plinth/plugin' */
/** @import { Compilation } from './scope.js' */
import { AppError, EMPTY, html, isAdmin, phrase } from '@plinth/plugin';

/** Errors of these two are bugs in Plinth, reported with status 500 and in the log. */
const CORE = new Set(['core-data', 'core-views']);

/** @typedef {'element' | 'fieldView' | 'viewTemplate' | 'theme'} Kind */

/**
 * Whether a definition comes from a plugin.
 *
 * @param {Pick<Compilation, 'registry'>} compilation
 * @param {Kind} kind
 * @param {string} name
 */
export function isPlugins({ registry }, kind, name) {
  return !CORE.has(registry.owner(kind, name));
}

/**
 * The render function of a definition. An error in a plugin's leaves out its own output, not the page: admins see a
 * mark with the reason instead, and it is logged once.
 *
 * @template {{ env: RenderEnv }} M
 * @param {Pick<Compilation, 'registry' | 'report' | 'owner'>} compilation @param {Kind} kind
 * @param {{ name: string, label: string }} definition
 * @param {(m: M) => Html | string} render
 * @returns {(m: M) => Html | string}
 */
export function guarded(compilation, kind, definition, render) {
  if (!isPlugins(compilation, kind, definition.name)) return render;
  let isTold = false;
  return (m) => {
    try {
      return render(m);
    } catch (error) {
      const failure = pluginFailed(compilation, kind, definition, error);
      if (!isTold) compilation.report(failure);
      isTold = true;
      if (!isAdmin(m.env.actor)) return EMPTY;
      return html`<span class="badge pl-c-red" title="${failure.message}">${m.env.t('views.part.failed', { part: definition.label })}</span>`;
    }
  };
}

/**
 * An error of a plugin's definition during compilation, wrapped to name it; expected errors are passed on as they are.
 *
 * @param {Pick<Compilation, 'registry' | 'owner'>} compilation @param {Kind} kind
 * @param {{ name: string, label: string }} definition @param {unknown} error
 * @returns {unknown}
 */
export function named(compilation, kind, definition, error) {
  if (error instanceof AppError || !isPlugins(compilation, kind, definition.name)) return error;
  return pluginFailed(compilation, kind, definition, error);
}

/**
 * Wraps an error of a plugin's definition to name both and the location.
 *
 * @param {{ registry: Pick<Compilation['registry'], 'owner'>, owner: { name: string } }} place @param {Kind} kind
 * @param {{ name: string, label: string }} definition @param {unknown} error
 * @returns {Foreseen}
 */
export function pluginFailed({ registry, owner }, kind, { name, label }, error) {
  const plugin = registry.owner(kind, name);
  const reason = error instanceof Error ? error.message : String(error);
  const message = phrase`"${label}" of the plugin ${plugin} failed in ${owner.name}: ${reason.slice(0, 300)}`;
  return new AppError('PLUGIN_FAILED', message, {
    hint: 'Tell its author, or disable the plugin',
    cause: error,
  });
}
