/** @import { Request } from '../../types.d.ts' */
/** @import { Place } from './places.js' */
import { rowAddress } from './row-address.js';

/**
 * The reader's favourites and what they opened last; nothing for visitors.
 *
 * @param {Request} req @returns {Promise<{ starred: Place[], recent: Place[] }>}
 */
export async function ownPlaces(req) {
  const { app, actor, user, t, env, locale } = req.ctx;
  if (!user) return { starred: [], recent: [] };
  const catalog = app.views.localCatalog(req.ctx.catalog, locale);
  /** @param {{ kind: string, name: string, id?: any, label: string }} place @returns {Place[]} */
  const shown = ({ kind, name, id, label }) => {
    if (kind === 'page')
      return [{ kind, label, detail: t('search.kind.page'), icon: 'file-text', url: env.pageUrl(name) }];
    if (kind === 'view')
      return [{ kind, label, detail: t('search.kind.view'), icon: 'layout-list', url: env.viewUrl(name) }];
    const url = rowAddress(catalog, actor, name)?.(id);
    const { label: detail, icon } = catalog.table(name);
    return url ? [{ kind, label, detail, icon: icon || 'table', url }] : [];
  };
  const { starred, recent } = await app.data.places.list(actor);
  return { starred: starred.flatMap(shown), recent: recent.flatMap(shown) };
}
