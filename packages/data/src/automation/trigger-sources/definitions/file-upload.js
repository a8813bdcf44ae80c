import { defineTriggerSource } from '@plinth/plugin';

/** A file is stored. */
export const fileUpload = defineTriggerSource({
  name: 'file_upload',
  order: 80,
  label: 'File uploaded',
  icon: 'upload',
  help: 'When somebody uploads a file, to a row or to the files of the site.',
  settings: [],
  event: [
    { name: 'time', type: 'moment', label: 'When it happened' },
    { name: 'file', type: 'id', label: 'File' },
    { name: 'name', type: 'text', label: 'File name' },
    { name: 'type', type: 'text', label: 'Type, such as image/png' },
    { name: 'size', type: 'int', label: 'Size in bytes' },
    { name: 'folder', type: 'text', label: 'Folder' },
    { name: 'table', type: 'text', label: 'Table of the field' },
    { name: 'field', type: 'text', label: 'Field' },
    { name: 'user', type: 'id', label: 'Person' },
  ],
});
