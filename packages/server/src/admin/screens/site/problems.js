import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { problemsOf } from '../../problems.js';
import { partName } from '../../summary-text.js';

/** @import { App, Routes } from '../../../types.d.ts' */

export const screen = {
  path: '/problems',
  title: 'admin.nav.problems',
  nav: { section: 'site', icon: 'alert-triangle', order: 50 },
  routes,
};

const MOST = 200;

/** What points at something gone, with the way to it. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', async (req, res) => {
    const { t } = req.ctx;
    const problems = await problemsOf(app, req);
    return adminPage(app, req, res, {
      title: t('admin.nav.problems'),
      lead: t('admin.problems.lead'),
      template: 'site/problems',
      model: {
        problems: problems.slice(0, MOST).map((one) => ({ ...one, place: partName(one.at ?? '', t) })),
        more: Math.max(0, problems.length - MOST),
      },
    });
  });
  return router;
}
