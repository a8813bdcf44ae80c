/**
 * Of schema plinth only what pages, the Catalog and actors are made of: tries to log in, history and the like would be
 * noise, secrets worse.
 */
export const OWN_TABLES = [
  'api_tokens',
  'catalog_version',
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
