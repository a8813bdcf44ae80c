import { problemsOf } from './problems.js';

/** @import { App, Request } from '../types.d.ts' */

const SECTIONS = /** @type {const} */ (['build', 'automate', 'people', 'site']);

/**
 * The screens in the sidebar by section.
 *
 * @param {readonly import('./screens.js').Screen[]} screens
 * @returns {{ section: string, area: string, title: string, icon: string }[]} area: the first step of its address below
 *   /admin
 */
export function areasOf(screens) {
  return SECTIONS.flatMap((section) =>
    screens
      .flatMap(({ nav, path, title }) => (nav?.section === section ? [{ ...nav, area: path.slice(1), title }] : []))
      .sort((a, b) => a.order - b.order),
  );
}

/**
 * @param {Request} req
 * @returns {Promise<{ label: string, items: { area: string, label: string, url: string, icon: string, active: boolean, badge: number }[] }[]>}
 */
export async function navigation(req) {
  const { t, app } = req.ctx;
  const here = req.originalUrl.split(/[/?]/)[2] ?? '';
  const problems = (await problemsOf(app, req)).length;
  const areas = areasOf(app.screens.loaded());
  return SECTIONS.map((section) => ({
    label: t(`admin.nav.${section}`),
    items: areas
      .filter((entry) => entry.section === section)
      .map(({ area, title, icon }) => ({
        area,
        label: t(title),
        url: `/admin/${area}`,
        icon,
        active: here === area,
        badge: area === 'problems' ? problems : 0,
      })),
  }));
}
