import { translator } from '@plinth/plugin';
import { freeName, nameOf } from '../objects/names.js';
import { asView, firstView } from './first-view.js';

/** @import { Catalog, Page, PageDraft, PageTemplate, Registry, Table, View, Values } from '@plinth/plugin' */

/**
 * A new page from its template, and the views that it embeds and that are not there yet.
 *
 * @param {{ catalog: Catalog, registry: Registry, template: PageTemplate, table: Table | null, title: string,
 *   name: string, roles: string[] }} wanted
 * @returns {{ page: unknown, views: Values[] }} as the edits `add-page` and `add-view` take them
 */
export function firstPage({ catalog, registry, template, table, title, name, roles }) {
  /** @type {Values[]} */
  const views = [];
  const taken = (/** @type {string} */ one) => catalog.hasView(one) || views.some((view) => view.name === one);
  /** @type {PageDraft['view']} */
  const view = (kind, { table: about = table, label, config } = {}) => {
    const found = config ? undefined : findView([...catalog.views, ...views], kind, about, roles);
    if (found) return found.name;
    const definition = registry.viewTemplate(kind);
    const called = label ?? about?.label ?? title;
    const wanted = freeName(nameOf(label ?? `${about?.name ?? name}_${kind}`), taken);
    const made = firstView({
      catalog,
      registry,
      template: definition,
      table: about,
      name: wanted,
      label: called,
      taken,
    });
    const own = { ...made.view, config: { ...made.view.config, ...config } };
    views.push(...made.needed.map((one) => ({ ...one, roles })), { ...own, roles });
    return wanted;
  };
  const texts = registry.plugins.map(({ texts = {} }) => texts);
  const t = translator(texts, catalog.settings?.locale ?? 'en');
  const layout = template.compose({ title, table, catalog, registry, t, view });
  return { page: { name, title, description: '', app: table?.app ?? null, roles, layout }, views };
}

/**
 * A view that everyone who can open the page can open too.
 *
 * @param {readonly Values[]} views @param {string} kind @param {Table | null} table @param {string[]} roles
 */
const findView = (views, kind, table, roles) =>
  views.find(
    (view) =>
      view.template === kind &&
      view.table === (table?.name ?? null) &&
      roles.every((role) => view.roles.includes(role)),
  );

/**
 * The same as plans want them.
 *
 * @param {{ page: any, views: any[] }} made @param {Registry} registry
 * @returns {{ pages: Page[], views: View[] }}
 */
export function asStored({ page, views }, registry) {
  return {
    pages: [{ ...page, id: '' }],
    views: views.flatMap((view) => asView(view, registry.viewTemplate(view.template)) ?? []),
  };
}
