import { SECTIONS } from './areas.js';
import { problemsOf } from './problems.js';

/** @import { Request } from '../types.d.ts' */

/**
 * @param {Request} req
 * @returns {Promise<{ label: string, items: { area: string, label: string, url: string, icon: string, active: boolean, badge: number }[] }[]>}
 */
export async function navigation(req) {
  const { t, app } = req.ctx;
  const here = req.originalUrl.split(/[/?]/)[2] ?? '';
  const problems = (await problemsOf(app, req)).length;
  const areas = app.screens.areas();
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
