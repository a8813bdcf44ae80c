import { defineTriggerSource } from '@plinth/plugin';

/** A file is stored. */
export const fileUpload = defineTriggerSource({
  name: 'file_upload',
  order: 80,
  label: 'source.file_upload.label',
  icon: 'upload',
  help: 'source.file_upload.help',
  settings: [],
  event: [
    { name: 'time', type: 'moment', label: 'source.whenItHappened' },
    { name: 'file', type: 'id', label: 'source.file_upload.event.file' },
    { name: 'name', type: 'text', label: 'source.file_upload.event.name' },
    { name: 'type', type: 'text', label: 'source.file_upload.event.type' },
    { name: 'size', type: 'int', label: 'source.file_upload.event.size' },
    { name: 'folder', type: 'text', label: 'source.folder' },
    { name: 'table', type: 'text', label: 'source.file_upload.event.table' },
    { name: 'field', type: 'text', label: 'source.file_upload.event.field' },
    { name: 'user', type: 'id', label: 'source.person' },
  ],
});
