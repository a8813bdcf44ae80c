/**
 * Tables of schema plinth in the stream: only those that pages, the Catalog and actors depend on, and who is building.
 * Login attempts and history would be noise, and secrets must not leave the database.
 */
export const OWN_TABLES = [
  'api_tokens',
  'catalog_version',
  'comments',
  'draft_presence',
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
