-- The apps whose sample rows are the only reason that somebody is in the list of people. While none of these apps is
-- there, disabled people of this kind are left out of it: removing an app, or undoing its installation, takes them along,
-- and redoing brings them back.
alter table plinth.users add column sample_of uuid[];
