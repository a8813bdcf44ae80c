-- Who may have the free files in a folder and in those below it, besides whom a file itself names.
alter table plinth.file_folders add column roles text[] not null default '{}';
