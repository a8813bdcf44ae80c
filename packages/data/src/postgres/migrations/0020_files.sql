-- Stored files: what a file is called and who may have it. The bytes lie in the data folder under files/<2 hex>/<id>.
-- field_id is the stable id of the field whose rows hold the file: whoever may read such a row's field may have it.
-- A file without field_id is free: admins and the roles named here may have it.
create table plinth.files (
  id         uuid primary key,
  name       text not null,
  folder     text not null default '',
  mime       text not null,
  size       bigint not null,
  sha256     text not null,
  width      integer,
  height     integer,
  owner      uuid,
  field_id   uuid,
  roles      text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index files_folder on plinth.files (folder, name, id);

-- Folders that people made, so that an empty one stays.
create table plinth.file_folders (
  path text primary key
);
