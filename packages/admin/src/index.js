import { assets, joined } from '@plinth/builder';
import { previewRoutes } from './previews/preview-routes.js';
import { adminRoutes } from './routes.js';
import { createScreens } from './screens.js';
import { adminTexts } from './texts.js';

/**
 * What the server is given: it knows nothing of the admin but this.
 *
 * @type {import('@plinth/server/types').Admin}
 */
export const admin = Object.freeze({
  module: import.meta.url,
  assets: Object.freeze([{ owner: 'admin', folder: new URL('./assets/', import.meta.url) }, ...assets]),
  joined: Object.freeze([{ entry: 'admin/everywhere.js', of: ['admin/'] }, ...joined]),
  texts: adminTexts,
  createScreens,
  routes: adminRoutes,
  previewRoutes,
});
