/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { isSeveral, severalControl } from './parts/several-files.js';
import { uploadControl } from './parts/upload-control.js';

/** A control that uploads an image and shows it. */
export const imageUploadView = defineFieldView({
  name: 'image_upload',
  order: 560,
  label: 'fv.image_upload.label',
  mode: 'edit',
  types: ['image'],
  settings: [],
  scripts: ['core-views/js/fields/upload.js', 'core-views/js/fields/uploads.js'],
  styles: ['core-views/css/uploads.css'],
  needs: () => [{ name: 'file', label: true }],
  render(/** @type {EditModel} */ m) {
    const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
    if (isSeveral(m)) return severalControl(m, { accept });
    const preview = (/** @type {{ id: string, name: string }} */ file) =>
      html`<img class="pl-image pl-image-small" src="${m.env.fileUrl(file, 'thumb')}" alt="${file.name}">`;
    return uploadControl(m, { accept, preview });
  },
});
