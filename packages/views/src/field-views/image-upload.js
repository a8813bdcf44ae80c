/** @import { EditModel } from '@plinth/plugin' */
import { defineFieldView, html } from '@plinth/plugin';
import { uploadControl } from './parts/upload-control.js';

/** A control that uploads an image and shows it. */
export const imageUploadView = defineFieldView({
  name: 'image_upload',
  order: 560,
  label: 'Image upload',
  mode: 'edit',
  types: ['image'],
  settings: [],
  scripts: ['core-views/js/fields/upload.js'],
  needs: () => [{ name: 'file', label: true }],
  render: (/** @type {EditModel} */ m) =>
    uploadControl(m, {
      accept: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
      preview: (file) =>
        html`<img class="pl-image pl-image-small" src="${m.env.fileUrl(file, 'thumb')}" alt="${file.name}">`,
    }),
});
