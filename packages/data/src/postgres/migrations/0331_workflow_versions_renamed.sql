-- The version of the metadata whose names a document has, if it was rewritten after a rename; older ones don't know them.
alter table plinth.workflow_versions add column names_since bigint;
