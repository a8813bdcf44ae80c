/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { isSeveral, severalControl } from './parts/several-files.js';
import { uploadControl } from './parts/upload-control.js';

/** A control that uploads a file. */
export const fileUploadView = defineFieldView({
  name: 'file_upload',
  order: 550,
  label: 'fv.file_upload.label',
  mode: 'edit',
  types: ['file'],
  settings: [],
  scripts: ['core-views/js/fields/upload.js', 'core-views/js/fields/uploads.js'],
  styles: ['core-views/css/uploads.css'],
  needs: () => [{ name: 'file', label: true }],
  render(/** @type {EditModel} */ m) {
    const accept = m.field.attributes?.types || null;
    if (isSeveral(m)) return severalControl(m, { accept });
    const preview = (/** @type {{ id: string, name: string }} */ file) =>
      html`<a href="${m.env.fileUrl(file)}">${m.env.icon('paperclip')} ${file.name}</a>`;
    return uploadControl(m, { accept, preview });
  },
});
