-- What texts are compared by when case does not matter (search, "contains"). ICU folds case three times as slowly as the
-- tables that PostgreSQL 17 brought; older servers keep to the order of texts.
do $$
begin
  create collation plinth.text_search (provider = builtin, locale = 'C.UTF-8');
exception when others then
  create collation plinth.text_search from plinth.text_order;
end
$$;
