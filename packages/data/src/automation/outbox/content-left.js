/** What is left of a mail's content when nothing more will be sent: a text with a personal link is wiped. As SQL. */
export const CONTENT_LEFT = 'case when is_secret then null else content end';
