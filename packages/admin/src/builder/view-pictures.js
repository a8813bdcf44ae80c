/* eslint-disable plinth/no-markup-search -- field views of plugins, drawn for a form that is not theirs: nobody else knows what is to be seen in them */
import { AppError, html, raw } from '@plinth/plugin';
import { draftCatalog } from '../layout/draft-catalog.js';
import { sampleRow } from './sample-row.js';

/** @import { Actor, Html, Node, Setting, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/** No stored view has such a name. */
const NAME = '-pictures-';
const MOST = 24;
/** Tags that are to be seen without a text. */
const SEEN = /^<(img|svg|input|select|textarea|i)\b/;
const CLASHES = / (?:name|id|for|form|required|aria-describedby)(?:="[^"]*")?(?=[\s>])/g;

/**
 * How a node would look with each of the field views that it can have: the node itself, rendered by a view of one row
 * that holds nothing else, with the sample row's value.
 *
 * @param {Request} req @param {Node} node @param {{ table: Table | null, row: string | null, actor: Actor }} place
 * @returns {Promise<import('@plinth/views').FormContext['pictures']>} by setting
 */
export async function viewPictures(req, node, { table, row, actor }) {
  const { app, catalog } = req.ctx;
  const { registry } = app;
  const element = registry.has('element', node.type) ? registry.element(node.type) : null;
  const setting = element?.settings.find((one) => one.type === 'fieldView' && one.of && node.settings?.[one.of]);
  if (!element || !setting || !table || element.scope === 'any') return {};
  const path = node.settings?.[setting.of ?? ''];
  const field = typeof path === 'string' ? catalog.path(table, path)?.field : null;
  const mode = setting.mode ?? 'show';
  if (!field || mode === 'filter') return {};
  const views = registry.fieldViewsFor(field.type, mode).slice(0, MOST);
  const pictures = await draw(req, {
    node,
    setting,
    names: ['', ...views.map(({ name }) => name)],
    mode,
    table,
    row,
    actor,
  });
  const labels = ['', ...views.map(({ label }) => label)].map((label) => req.ctx.t(label || 'settingsForm.usual'));
  const values = ['', ...views.map(({ name }) => name)];
  const { t } = req.ctx;
  const nothing = html`<span class="bld-hint">${t('admin.properties.noValue')}</span>`;
  return {
    [setting.name]: values.map((value, i) => ({ value, label: labels[i], picture: pictures[i] ?? nothing })),
  };
}

/**
 * @param {Request} req
 * @param {{ node: Node, setting: Setting, names: string[], mode: string, table: Table, row: string | null, actor: Actor }} wanted
 * @returns {Promise<(Html | null)[]>} null: nothing is to be seen
 */
async function draw(req, { node, setting, names, mode, table, row, actor }) {
  const { app, locale, catalog } = req.ctx;
  const children = names.map((name, i) => ({
    id: `picture${i}`,
    type: node.type,
    settings: { ...node.settings, ...BARE, [setting.name]: name ? { view: name } : undefined },
  }));
  const known = new Set(app.registry.element(node.type).settings.map((one) => one.name));
  for (const { settings } of children)
    for (const name of Object.keys(BARE)) if (!known.has(name)) delete (/** @type {Values} */ (settings)[name]);
  const view = {
    id: NAME,
    name: NAME,
    label: '',
    description: '',
    app: null,
    roles: [],
    table: table.name,
    template: mode === 'edit' ? 'edit' : 'show',
    config: { layout: { id: 'pictures', type: 'stack', children } },
  };
  try {
    /** @type {Map<string, Html>} */
    const printed = new Map();
    const plan = app.views
      .markedPlans(draftCatalog(catalog, 'view', view), { kind: 'view', name: NAME, printed })
      .view(NAME, locale);
    const sample = await sampleRow(req, /** @type {any} */ ({ table }), view, { actor, row });
    const query = new URLSearchParams(sample ? { id: sample.id } : {});
    const today = () => app.data.today(catalog);
    const env = app.views.env({ actor, locale, timeZone: catalog.settings.timeZone, here: '/', today });
    const started = plan.start({ actor, query, env });
    const results = started.queries.length ? await app.data.select(actor, started.queries) : [];
    started.finish(results);
    return children.map(({ id }) => pictureOf(printed.get(id)?.text ?? ''));
  } catch (error) {
    // Without pictures there are still names to choose from.
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}

/** The value alone, as far as the element can leave out its label. */
const BARE = { label: 'none', hideLabel: true };

/** @param {string} text @returns {Html | null} */
function pictureOf(text) {
  const seen = text.replace(/<[^>]*>/g, (tag) => (SEEN.test(tag) ? tag : ''));
  // Safe: the plan's own output. Names and ids would clash with those of the form around the picture.
  return seen.trim() === '' ? null : raw(text.replace(CLASHES, ''));
}
