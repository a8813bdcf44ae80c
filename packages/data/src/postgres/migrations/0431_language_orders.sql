-- Texts sort as the language of the site does: in Swedish, å, ä and ö come after z. A collation for each language whose
-- order differs from plinth.text_order, so that changing the language creates none. Columns keep plinth.text_order, in
-- which equality and uniqueness are byte for byte in every language; lists and their indexes name the other. Where
-- PostgreSQL knows no ICU, or not the language, it is the order that all share.
do $$
declare
  tag text;
begin
  foreach tag in array string_to_array(
    'af am ar as az be bg bn br bs bs-Cyrl ceb cs cy da dsb ee el eo es et fa fi fil fo fr-CA fy gl gu ha haw he hi hr hsb '
    'hu hy ig is ja ka kk kl km kn ko kok ku ky lkt ln lo lt lv mk ml mn mr mt nb ne nso om or pa pa-Arab pl ps ro ru se '
    'si sk sl smn sq sr sr-Latn sv ta te th tk tn to tr ug uk ur uz vi wo yi yo zh zh-Hant', ' ')
  loop
    begin
      execute format('create collation plinth.%I (provider = icu, locale = %L)', 'order_' || lower(replace(tag, '-', '_')), tag);
    exception when others then
      execute format('create collation plinth.%I from plinth.text_order', 'order_' || lower(replace(tag, '-', '_')));
    end;
  end loop;
end
$$;
