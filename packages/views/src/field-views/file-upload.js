/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { uploadControl } from './parts/upload-control.js';

/** A control that uploads a file. */
export const fileUploadView = defineFieldView({
  name: 'file_upload',
  order: 550,
  label: 'File upload',
  mode: 'edit',
  types: ['file'],
  settings: [],
  scripts: ['core-views/js/fields/upload.js'],
  needs: () => [{ name: 'file', label: true }],
  render: (/** @type {EditModel} */ m) =>
    uploadControl(m, {
      accept: m.field.attributes?.types || null,
      preview: (file) => html`<a href="${m.env.fileUrl(file)}">${m.env.icon('paperclip')} ${file.name}</a>`,
    }),
});
