import { usesOf } from '../objects/references.js';
import { expectField } from './expect-field.js';
import { saves, shows } from './routes.js';
import { wordOf } from '../objects/kind-words.js';

/** @import { Reference } from '@plinth/plugin' */
/** @import { Handler, Request } from '@plinth/server/types' */
/** @import { AdminPage } from './page.js' */

/**
 * An object to delete, and the texts of its confirmation.
 *
 * @typedef {object} Deletion
 * @property {string} edit
 * @property {Record<string, unknown>} input of the edit
 * @property {string | undefined} id of the object, so that changes by others are noticed
 * @property {string} label
 * @property {string} help what is deleted with it
 * @property {string} url of the object: where one comes from and returns to; its confirmation is `<url>/delete`
 * @property {string} next where to go after the deletion
 * @property {(reference: Reference, kind: string) => boolean} points which references to list
 * @property {(use: { kind: string, name: string, label: string, url: string }) => boolean} [own] references from its own parts
 * @property {string} [cancel] instead of `url`
 * @property {(page: AdminPage) => AdminPage} [within] the tabs around it
 * @property {{ label: string, url: string }[]} crumbs
 */

/**
 * The confirmation of a deletion, and the deletion.
 *
 * @param {string} path @param {(req: Request) => Deletion | Promise<Deletion>} deletionOf throws if it does not exist
 * @returns {Record<string, Handler>} routes
 */
export function deletion(path, deletionOf) {
  const show = async (/** @type {Request} */ req, /** @type {any} */ { errors }) =>
    confirmation(req, await deletionOf(req), errors);
  const remove = (/** @type {Request} */ req) => deletionOf(req);
  return { [`GET ${path}`]: shows(show), [`POST ${path}`]: saves(remove, show) };
}

/** @param {Request} req @param {Deletion} deletion @param {AdminPage['errors']} errors @returns {AdminPage} */
function confirmation(
  req,
  { label, help, url, cancel = url, id, points, own, crumbs, within = (page) => page },
  errors,
) {
  const { t, catalog, app } = req.ctx;
  return within({
    title: t('admin.deleteNamed', { name: label }),
    icon: 'trash',
    crumbs,
    template: 'confirm-delete',
    errors,
    model: {
      help,
      uses: usesOf(app, catalog, points)
        .filter((use) => !own?.(use))
        .map((use) => ({ ...use, word: wordOf(use.kind, { t, registry: app.registry }) })),
      expect: expectField(catalog, id),
      action: `${url}/delete`,
      cancel,
    },
  });
}
