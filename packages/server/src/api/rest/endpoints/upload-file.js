import { answer, headerOf, text } from '../describe/parts.js';
import { BYTES, FILE, fileInfo, placeOf } from '../files/stored-file.js';
import { readUpload } from '../files/upload.js';
import { loginRequired } from '../rows/open-table.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'files',
  right: 'upload',
  name: 'upload_file',
  summary: 'Upload a file',
  tag: 'files',
  input: {
    query: {
      name: text('File name, if the body is the content itself'),
      table: text('Table of the field'),
      field: text('The field that the file is for'),
      folder: text('Folder of a file that belongs to no row; admins only'),
    },
    content: {
      'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES } } },
      'application/octet-stream': { schema: BYTES },
    },
  },
  output: { 201: answer('The file', FILE, { Location: headerOf('Its URL') }) },
  problems: [507],
  examples(_table, tables) {
    const fields = tables.flatMap((table) => table.fields.map((field) => ({ table, field })));
    const found = fields.find(({ field: { traits, readOnly } }) => traits.value === 'files' && !readOnly);
    const query = found ? `?table=${found.table.name}&field=${found.field.name}` : '?folder=';
    return [{ says: 'file.upload', query, isUpload: true }];
  },
  handle:
    (app) =>
    async ({ req, res, actor }) => {
      const { about, content } = await readUpload(app, req);
      if (!req.ctx.user && !about.field) throw loginRequired();
      const file = await app.data.files.add(actor, content, about);
      res.json(fileInfo(req, file), { status: 201, headers: { location: placeOf(file.id) } });
    },
};
