/** @import { Actor, Catalog, Query, Registry, Result, Select } from '@plinth/plugin' */
import { createFormats, html, translator } from '@plinth/plugin';
import { createEnv } from '../env.js';
import { createPlans } from '../plans/plans.js';
import { texts } from '../texts/index.js';
import { actors, answer } from './catalog.js';

/** @typedef {{ actor?: Actor, values?: (select: Select, n: number) => unknown, rows?: number, results?: Result[], locale?: string,
 *   form?: { values: Record<string, string | string[]>, errors: Record<string, string> } }} RunOptions */

/**
 * Plans of a hand-made catalog, and one call that runs one of them with made-up answers.
 *
 * @param {Registry} registry @param {Catalog} catalog
 */
export function planRunner(registry, catalog) {
  const t = (/** @type {string} */ locale) => translator([texts], locale);
  const formats = (/** @type {string} */ locale, /** @type {string} */ timeZone) =>
    createFormats({ locale, timeZone, t: t(locale) });
  const icon = (/** @type {string} */ name) => html`<i>${name}</i>`;
  const plans = createPlans(catalog, { registry, t, formats, icon });

  /** @param {string} address such as /page/home?threads.id=3 @param {RunOptions} [options] */
  function run(address, { actor = actors.public, values = () => 'x', rows = 1, results, form, locale = 'en' } = {}) {
    const url = new URL(address, 'http://test');
    const [, kind, name] = url.pathname.split('/');
    const plan = kind === 'page' ? plans.page(name, locale) : plans.view(name, locale);
    const env = createEnv({
      actor,
      here: address,
      t: t(locale),
      formats: formats(locale, 'UTC'),
      assetUrl: (path) => `/assets/${path}`,
      icon,
      today: () => '2026-11-22',
    });
    const started = plan.start({ actor, query: url.searchParams, env, ...(form && { form }) });
    const finished = started.finish(
      results ?? started.queries.map((/** @type {Query} */ query) => answer(query, values, rows)),
    );
    return { plan, queries: started.queries, text: finished.html.text, missing: finished.missing };
  }

  return { plans, run };
}
