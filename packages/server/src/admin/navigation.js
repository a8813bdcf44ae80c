import { problemsOf } from './problems.js';

/** @import { Request } from '../types.d.ts' */

/** The sidebar: sections of links, each `area` being the first step of the path below /admin. */
const SECTIONS = [
  {
    label: 'admin.nav.build',
    areas: [
      ['tables', 'table'],
      ['views', 'layout-list'],
      ['pages', 'file-text'],
      ['menu', 'menu-2'],
      ['files', 'folder'],
    ],
  },
  {
    label: 'admin.nav.people',
    areas: [
      ['users', 'users'],
      ['groups', 'users-group'],
      ['roles', 'shield-lock'],
      ['access', 'lock'],
      ['security', 'shield-check'],
    ],
  },
  {
    label: 'admin.nav.site',
    areas: [
      ['apps', 'apps'],
      ['plugins', 'plug'],
      ['settings', 'settings'],
      ['history', 'history'],
      ['problems', 'alert-triangle'],
      ['about', 'info-circle'],
    ],
  },
];

/** First steps of the addresses of all screens that the sidebar leads to. */
export const AREAS = SECTIONS.flatMap(({ areas }) => areas.map(([area]) => area));

/**
 * @param {Request} req
 * @returns {Promise<{ label: string, items: { area: string, label: string, url: string, icon: string, active: boolean, badge: number }[] }[]>}
 */
export async function navigation(req) {
  const { t } = req.ctx;
  const here = req.originalUrl.split(/[/?]/)[2] ?? '';
  const problems = (await problemsOf(req.ctx.app, req)).length;
  return SECTIONS.map(({ label, areas }) => ({
    label: t(label),
    items: areas.map(([area, icon]) => ({
      area,
      label: t(`admin.nav.${area}`),
      url: `/admin/${area}`,
      icon,
      active: here === area,
      badge: area === 'problems' ? problems : 0,
    })),
  }));
}
