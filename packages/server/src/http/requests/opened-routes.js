import { nextPage, OPENED } from '../once/opened-page.js';
import { createRouter } from './router.js';

/**
 * GET /opened.css, an empty style sheet that only browsers without scripts ask for, with each page they open. They can make no
 * key for a form, and the page, which all visitors share, can't bring one. So this cookie does: what is sent twice from the
 * same opened page is the same press, and after the page was opened anew it is another.
 */
export function openedRoutes() {
  const router = createRouter();

  router.get('/opened.css', (req, res) => {
    res.cookie(OPENED, nextPage(req));
    res.text('', { type: 'text/css; charset=utf-8' });
  });

  return router;
}
