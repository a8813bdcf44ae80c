/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Request, UserInfo } from '../../../types.d.ts' */
/** @import { Kind } from './index.js' */
import { memoize } from '@plinth/plugin';
import { homePage } from '@plinth/views';

/** @typedef {{ catalog: Catalog, actor: Actor, user: UserInfo | null }} Reader */

/**
 * Lists of a page are printed as their reader grouped them last, as if the address said so: links on the page say it then,
 * and the cache tells such pages apart by it. What the address itself says comes first.
 *
 * @param {Request} req @param {Reader} reader @param {Kind} kind @param {string | undefined} name of the view or page
 */
export function regroup(req, { catalog, actor, user }, kind, name) {
  // This is called again if the reader turns out to be outdated.
  req.addToQuery('');
  if (!user?.groupings) return;
  const views = viewsById(catalog);
  const isShown = shownBy(catalog, actor, kind, name);
  const asked = new URLSearchParams(req.url.split('?')[1]);
  let text = '';
  for (const [id, group] of Object.entries(user.groupings)) {
    const view = views.get(id);
    if (view !== undefined && isShown(view) && !asked.has(`${view}:group`)) text += `&${view}:group=${group}`;
  }
  req.addToQuery(text);
}

const viewsById = memoize((/** @type {Catalog} */ catalog) => new Map(catalog.views.map(({ id, name }) => [id, name])));

/** @param {Catalog} catalog @param {Actor} actor @param {Kind} kind @param {string | undefined} name @returns {(view: string) => boolean} */
function shownBy(catalog, actor, kind, name) {
  if (kind === 'view') return (view) => view === name;
  const page = kind === 'home' ? homePage(catalog, actor) : name;
  const names = namesOn(catalog).get(page ?? '') ?? '';
  // For the lists of a view or piece on the page, a script asks again for the page (list-view.js).
  return (view) => names.includes(JSON.stringify(view));
}

/** What each page is made of, where the names of views stand. @type {(catalog: Catalog) => Map<string, string>} */
const namesOn = memoize(
  (/** @type {Catalog} */ catalog) => new Map(catalog.pages.map((page) => [page.name, JSON.stringify(page)])),
);
