import { routed } from '../../frame/index.js';
import { plain } from '../../references.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a page. */
export const screen = {
  path: '/pages',
  title: 'admin.source.text',
  routes: routed(
    sourceRoutes('page', ({ params, ctx: { catalog } }) => {
      const page = catalog.page(params.page);
      return { kind: 'page', body: plain(page), label: page.title || page.name };
    }),
  ),
};
