/**
 * Tables of schema plinth in the stream: only those that pages, the Catalog and actors depend on. Login attempts and
 * history would be noise, and secrets must not leave the database.
 */
export const OWN_TABLES = [
  'api_tokens',
  'catalog_version',
  'comments',
  'file_folders',
  'files',
  'group_members',
  'group_roles',
  'groups',
  'objects',
  'people_settings',
  'sessions',
  'user_roles',
  'users',
];
