import { SECTIONS } from './areas.js';
import { kindWords, screensOf } from '../objects/kind-words.js';
import { problemsOf } from '../objects/problems.js';

/** @import { Request } from '@plinth/server/types' */

/**
 * @param {Request} req
 * @returns {Promise<{ label: string, items: { area: string, label: string, url: string, icon: string, active: boolean, badge: number }[] }[]>}
 */
export async function navigation(req) {
  const { t, app } = req.ctx;
  const [, , first = '', second] = req.originalUrl.split(/[/?]/);
  const here = first === 'objects' ? `${first}/${second}` : first;
  const problems = (await problemsOf(app, req)).length;
  const kinds = screensOf(app.registry).map((kind) => ({
    section: 'build',
    area: `objects/${kind.name}`,
    title: kindWords(kind, t),
    icon: kind.icon,
  }));
  const areas = [...app.screens.areas(), ...kinds];
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
