import { routed } from '../../frame/index.js';
import { editedView } from '../../layout/edited-view.js';
import { editorRoutes } from '../../layout/editor-screen.js';

/** One view: its settings and layouts with a live preview. */
export const screen = {
  path: '/views',
  title: 'admin.kind.view',
  routes: routed(editorRoutes('view', (req) => editedView(req, req.params.view))),
};
