/** @import { Actor, Formats, Html, RenderEnv, Translate } from '@plinth/plugin' */
import { address } from '@plinth/plugin';

/**
 * The environment for rendering one request.
 *
 * @param {{ actor: Actor, here: string, t: Translate, formats: Formats, assetUrl: (path: string) => string,
 *   icon: (name: string) => Html, today: () => string }} parts
 * @returns {RenderEnv}
 */
export function createEnv({ actor, here, t, formats, assetUrl, icon, today }) {
  /** @type {string | undefined} */
  let day;
  return {
    actor,
    here,
    t,
    formats,
    assetUrl,
    icon,
    today: () => (day ??= today()),
    fileUrl: (file, variant) => {
      const { id, name } = typeof file === 'string' ? { id: file, name: 'file' } : file;
      const query = variant ? `?variant=${encodeURIComponent(variant)}` : '';
      return `/files/${encodeURIComponent(id)}/${encodeURIComponent(name)}${query}`;
    },
    viewUrl: (view, state) => address(`/view/${view}`, state ?? {}),
    pageUrl: (page, state) => address(`/page/${page}`, state ?? {}),
  };
}
