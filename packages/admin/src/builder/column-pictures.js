import { nodeId } from '@plinth/plugin';
import { viewPictures } from './view-pictures.js';

/** @import { Request } from '../types.d.ts' */

/**
 * Pictures of a list's column, with the value of the newest row: one for each format, and first the usual one, which a
 * list may show in another way than a page does.
 *
 * @param {Request} req @param {string} path of the field @param {Parameters<typeof viewPictures>[2]} place
 * @returns {Promise<{ value: string, label: string, picture: string }[]>} none for an unknown field
 */
export async function columnPictures(req, path, place) {
  const { catalog, app } = req.ctx;
  const field = place.table && path ? catalog.path(place.table, path)?.field : null;
  if (!field) return [];
  const [type, of] = path.includes('.') ? ['joined_field', 'path'] : ['field', 'field'];
  const pictures = await viewPictures(req, { id: nodeId(), type, settings: { [of]: path } }, place);
  const drawn = pictures?.view ?? [];
  const { list, show } = app.registry.fieldType(field.type).views;
  const usual = drawn.find(({ value }) => value === (list ?? show));
  return drawn.map(({ value, label, picture }) => ({
    value,
    label,
    picture: String(value === '' && usual ? usual.picture : picture),
  }));
}
