-- The list of people is sorted as the language of the site sorts. Most languages share this order; others sort without an index.
drop index plinth.users_by_name;
create index users_by_name on plinth.users ((lower(name) collate plinth.text_order), id);
