/** @import { App } from '../../types.d.ts' */
import { createRouter } from '../../http/requests/router.js';
import { Answer } from '../../http/requests/answer.js';
import { protectedHead } from '../stored-files/contents.js';

/**
 * /pictures/<id>: profile pictures. The id can't be guessed, and a page has it only where it shows the person's name, so
 * whoever knows it may fetch the picture: a visitor too, of a page that everybody may read. An address always means the
 * same picture, so browsers may keep it; once the picture is replaced or removed, its address leads nowhere.
 *
 * @param {App} app
 */
export function pictureRoutes(app) {
  const router = createRouter();
  const head = protectedHead(app.secure).map((value) =>
    value === 'private, no-cache' ? 'private, max-age=604800, immutable' : value,
  );

  router.get('/:id', async (req, res) => {
    const bytes = await app.data.people.pictures.read(req.params.id);
    const all = [...head, 'content-disposition', 'inline'];
    new Answer({ head: all, type: 'image/webp', tag: req.params.id, bytes, isWhole: true }).send(req, res);
  });

  return router;
}
