import { html } from '@plinth/plugin';
import { ALERT } from './form-alert.js';
import { pageOf } from './paging.js';
import { partsFor } from './parts.js';
import { saves, savesSettings, shows } from './routes.js';
import { formControls } from './settings.js';

/** @import { SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { Handler, Request } from '@plinth/server/types' */
/** @import { Column, Next } from './list-parts.js' */
/** @import { AdminPage } from './page.js' */
/** @import { Save } from './routes.js' */
/** @import { Form, Outcome, Tried } from '../types.d.ts' */

/** Fewer rows than these are found without a search. */
const MOST_SEEN = 12;

/**
 * How something is added: on a screen of its own, or in a form on this one, which stands below the list if it has a
 * heading, and is one line above it otherwise. Texts are keys.
 *
 * @typedef {{ label: string, url: string, icon?: string }} AddElsewhere
 * @typedef {{ url: string | ((req: Request) => string), label: string, heading?: string, help?: string, schema: SettingsSchema | ((req: Request) => SettingsSchema), values?: Values | ((req: Request) => Values | Promise<Values>),
 *   tableOf?: (req: Request) => Table, save: (req: Request, values: Values, form: Form) => Outcome | Promise<Outcome> }} AddHere url: of the list; tableOf: what its settings are about
 */

/**
 * @template T
 * @typedef {object} ListScreen
 * @property {string} [at] its address in the screen
 * @property {string} title a key, as all texts
 * @property {string} [caption] of the table, if not the title
 * @property {string} [lead]
 * @property {string} icon where there is nothing
 * @property {string} empty there is nothing; `<empty>Help` says what to do
 * @property {(req: Request) => unknown} [emptyHelp] instead of the key
 * @property {(req: Request) => readonly T[] | Promise<readonly T[] | { rows: readonly T[], next: Next }> |
 *   { rows: readonly T[], next: Next }} of the rows: all of them, or a page
 * @property {(row: T) => string} [words] what the search looks at, where `of` gives all rows
 * @property {string} [search] above the list in any case: what it is called, where `of` searches itself
 * @property {(req: Request, parts: ReturnType<typeof partsFor>) => readonly Column<T>[] | Promise<readonly Column<T>[]>} [columns]
 * @property {string} [style] of the card around the columns
 * @property {(req: Request, rows: readonly T[]) => unknown} [list] how rows are shown, if not by columns: the lines of a list, or anything
 * @property {AddElsewhere | ((req: Request) => AddElsewhere) | AddHere} [add]
 * @property {AddHere} [settings] of what is listed, in a form below
 * @property {(req: Request) => Parameters<ReturnType<typeof partsFor>['filters']>[0] | false} [filters] choices above the list that narrow it
 * @property {Handler[]} [guards] before all that is posted
 * @property {Record<string, Save>} [posts] further forms and buttons on it, by their address: errors stand above the list,
 *   `typed` is the form, and what they return beside errors is there
 * @property {(req: Request) => unknown} [actions] beside the heading
 * @property {(req: Request) => AdminPage['tabs']} [tabs]
 * @property {(req: Request, page: AdminPage) => AdminPage} [within] the page of what the list is a part of
 * @property {(req: Request, tried: Tried, rows: readonly T[]) => unknown} [above]
 * @property {(req: Request, tried: Tried, rows: readonly T[]) => unknown} [below]
 */

/**
 * The screen of a list: search, rows, what is shown where there are none, and adding one.
 *
 * @template {{}} T
 * @param {ListScreen<T>} screen
 * @returns {Record<string, Handler | Handler[]>} routes
 */
export function listScreen(screen) {
  const { at = '/', add, settings, posts = {}, guards = [] } = screen;
  const here = isHere(add) ? add : settings;
  const show = (/** @type {Request} */ req, /** @type {Tried} */ tried) => listPage(screen, req, tried);
  const notTyped = (/** @type {Request} */ req, /** @type {Tried} */ { form, ...tried }) =>
    show(req, { ...tried, form: null, typed: form });
  const others = Object.entries(posts).map(([path, save]) => [`POST ${path}`, [...guards, saves(save, notTyped)]]);
  return {
    [`GET ${at}`]: shows(show),
    ...(here && { [`POST ${at}`]: [...guards, savesSettings(here.schema, here.save, show, here.tableOf)] }),
    ...Object.fromEntries(others),
  };
}

/** @param {ListScreen<any>['add']} add @returns {add is AddHere} */
const isHere = (add) => typeof add === 'object' && 'schema' in add;

/** The page of a list whose words depend on its address. @template {{}} T @param {ListScreen<T>} screen @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
export async function listPage(screen, req, tried) {
  const { t } = req.ctx;
  const { title, caption = title, lead, tabs, actions, above, below, within = (_req, page) => page } = screen;
  const parts = partsFor(req);
  const { rows, next } = await rowsOf(screen, req);
  const add = typeof screen.add === 'function' ? screen.add(req) : screen.add;
  const link =
    add &&
    !isHere(add) &&
    html`<a class="btn btn-primary" href="${add.url}">${parts.icon(add.icon ?? 'plus')} ${t(add.label)}</a>`;
  const filter = screen.filters?.(req);
  const isFound = isNarrowed(req, filter);
  const isNone = rows.length === 0 && !isFound;
  const more = html`${actions?.(req)}${!isNone && link}`;
  const isLine = isHere(add) && !add.heading;
  const own = await screen.list?.(req, rows);
  const table = own ?? parts.table(caption, (await screen.columns?.(req, parts)) ?? [], rows, { style: screen.style });
  const shown = Array.isArray(own) ? parts.list(own, 'mb-4') : table;
  return within(req, {
    title: t(title),
    lead: lead ? t(lead) : '',
    errors: tried.errors,
    oneField: isLine,
    tabs: tabs?.(req) ?? [],
    actions: more.text ? more : null,
    body: html`${isLine && ALERT}${await above?.(req, tried, rows)}${isLine && (await addLine(req, tried, add))}${filter && !isNone && parts.filters(filter)}${searchOf(screen, req, rows.length, next)}${
      rows.length > 0 ? html`${shown}${parts.more(next)}` : nothing(screen, req, isNone, link)
    }${isHere(add) && !isLine && (await cardOf(req, tried, add))}${screen.settings && (await cardOf(req, tried, screen.settings))}${await below?.(req, tried, rows)}`,
  });
}

/** @param {Request} req @param {ReturnType<NonNullable<ListScreen<any>['filters']>>} [filter] */
const isNarrowed = ({ query }, filter) =>
  ['q', 'after', ...((filter && filter.choices) || []).map((one) => one && one.name)].some(
    (name) => name && query.get(name),
  );

/** @template {{}} T @param {ListScreen<T>} screen @param {Request} req @returns {Promise<{ rows: readonly T[], next: Next }>} */
async function rowsOf({ of, words }, req) {
  const found = await of(req);
  if ('rows' in found) return found;
  if (!words) return { rows: found, next: null };
  const { items, more } = pageOf(req, /** @type {readonly any[]} */ (found), words);
  return { rows: items, next: more };
}

/** @param {ListScreen<any>} screen @param {Request} req @param {number} count @param {Next} next */
function searchOf({ search, words }, req, count, next) {
  const isUseful = search || (words && (count > MOST_SEEN || isNarrowed(req) || next));
  return isUseful && partsFor(req).search(search);
}

/** @param {ListScreen<any>} screen @param {Request} req @param {boolean} isNone @param {unknown} link to add the first */
function nothing({ icon, empty: text, emptyHelp }, req, isNone, link) {
  const { t } = req.ctx;
  const { empty } = partsFor(req);
  if (!isNone) return empty(icon, t('admin.nothingFound'));
  const key = `${text}Help`;
  const help = emptyHelp ? emptyHelp(req) : t.has?.(key) && t(key);
  const way = link && html`<br><span class="d-inline-block mt-3">${link}</span>`;
  return html`<div class="card mb-4">${empty(icon, t(text), (help || way) && html`${help}${way}`)}</div>`;
}

/** @param {Request} req @param {AddHere} add */
const urlOf = (req, { url }) => (typeof url === 'function' ? url(req) : url);

/** @param {Request} req @param {AddHere} add */
const schemaOf = (req, { schema }) => (typeof schema === 'function' ? schema(req) : schema);

/** @param {Request} req @param {AddHere['values']} values */
const valuesOf = async (req, values = {}) => (typeof values === 'function' ? values(req) : values);

/** A form of one line above the list. @param {Request} req @param {Tried} tried @param {AddHere} add */
async function addLine(req, { form, errors }, add) {
  const { label, values } = add;
  const { icon, lineForm } = partsFor(req);
  const schema = schemaOf(req, add);
  // Whatever is wrong is wrong with the only control.
  const [said] = Object.values(errors.fields);
  const asked = { form, errors: said ? { ...errors, fields: { [schema[0].name]: said } } : errors };
  const submit = html`${icon('plus')} ${req.ctx.t(label)}`;
  return lineForm(
    { action: urlOf(req, add), submit },
    formControls(req, asked, schema, await valuesOf(req, values), { bare: true }),
  );
}

/** A form below the list. @param {Request} req @param {Tried} tried @param {AddHere} add */
async function cardOf(req, tried, add) {
  const { label, heading = label, values, help, tableOf } = add;
  const schema = schemaOf(req, add);
  const { t } = req.ctx;
  const controls = help && html`<p class="text-secondary">${t(help)}</p>`;
  return partsFor(req).form({
    action: urlOf(req, add),
    submit: t(label),
    heading: t(heading),
    schema,
    values: await valuesOf(req, values),
    tried,
    table: tableOf?.(req),
    controls,
    class: 'card adm-form mb-4',
  });
}
