import { routed } from '../../frame/index.js';
import { editedPage } from '../../layout/edited-page.js';
import { editorRoutes } from '../../layout/editor-screen.js';

/** One page: title, roles and layout with a live preview. */
export const screen = {
  path: '/pages',
  title: 'admin.kind.page',
  routes: routed(editorRoutes('page', (req) => editedPage(req, req.params.page))),
};
