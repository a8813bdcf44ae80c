import { defineFieldView } from '@plinth/plugin';
import { firstFiles, isPicture, isSeveral, thumbnail } from './parts/several-files.js';
import { fileLink } from './parts/stored-file.js';

/** The files of a row in little space: images as thumbnails, others by name, the first few of several. */
export const fileNamesView = defineFieldView({
  name: 'file_names',
  order: 275,
  label: 'fv.file_names.label',
  mode: 'show',
  types: [{ value: 'files' }],
  settings: [],
  needs: () => [{ name: 'file', label: true }],
  // A single one is shown by its name, and so are files that are no images.
  pictures: (field) => (field.attributes.several ? 'small' : null),
  render: (m) =>
    firstFiles(m, (file) => (isSeveral(m) && isPicture(file) ? thumbnail(file, m, 32) : fileLink(file, m))),
});
