import { routed } from '../../frame/index.js';
import { editedPage } from '../../layout/edited-page.js';
import { objectRoutes } from '../../layout/object-screen.js';

/** One page: its address leads to the builder; its settings as a plain form, and its deletion. */
export const screen = {
  path: '/pages',
  title: 'admin.kind.page',
  routes: routed(objectRoutes('page', (req) => editedPage(req, req.params.page))),
};
