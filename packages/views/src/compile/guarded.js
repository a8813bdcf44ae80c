/** @import { AppError as Foreseen, Html, RenderEnv } from '@plinth/plugin' */
/** @import { Compilation } from './scope.js' */
import { AppError, EMPTY, html, phrase } from '@plinth/plugin';

/** What these two throw is a fault of Plinth, which an answer 500 and the log tell. */
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
 * The print function of a definition. What a plugin's throws costs its own place, not the page: nothing stands there,
 * admins see a mark with the reason in its place, the log has it once.
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
      if (!m.env.actor.roles.includes('admin')) return EMPTY;
      return html`<span class="badge pl-c-red" title="${failure.message}">${m.env.t('views.part.failed', { part: definition.label })}</span>`;
    }
  };
}

/**
 * What a plugin's definition threw while it was compiled, as an error that names it; a foreseen one says enough by itself.
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
 * What a definition of a plugin threw, as an error that names both, and where.
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
    hint: 'Tell its author, or switch the plugin off',
    cause: error,
  });
}
