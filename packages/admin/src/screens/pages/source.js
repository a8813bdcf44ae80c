import { routed } from '../../frame/index.js';
import { editedPage } from '../../layout/edited-page.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a page. */
export const screen = {
  path: '/pages',
  title: 'admin.source.text',
  routes: routed(sourceRoutes('page', (req) => editedPage(req, req.params.page))),
};
