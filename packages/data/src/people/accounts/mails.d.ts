/**
 * A part of a mail: paragraphs, formatted text (`plain` is its plain-text version), a button, links, a title, a heading, values with
 * their labels, or a table.
 */
export type MailBlock =
  | { text: string }
  | { markdown: string; plain: string }
  | { button: string; url: string }
  | { list: readonly { text: string; url: string | null }[] }
  | { title: string }
  | { heading: string }
  | { values: readonly { label: string; value: string }[] }
  | { table: { title: string; heads: readonly string[]; rows: readonly (readonly string[])[]; more: boolean } };

export interface MailContent {
  /** Language of the mail, for its direction and the `lang` attribute. */
  locale: string;
  blocks: readonly MailBlock[];
  /** Why the reader gets it. */
  footer?: string;
  /** An address that ends further mails of its kind with one request, without a login. */
  unsubscribe?: string;
}

/** A mail as those write it who have nothing to attach. */
export interface PlainMail {
  kind: 'reset' | 'invitation' | 'action' | 'notification' | 'digest' | 'test';
  /** One address, without a name. */
  to: string;
  subject: string;
  content: MailContent;
  /** Holds a link that works once: never shown, and wiped when it was sent. */
  secret?: boolean;
  /** ISO; not sent after this time. */
  expiresAt?: string | Date | null;
  /** The user who caused it. */
  causedBy?: string | null;
}

export type Composed = Pick<PlainMail, 'subject' | 'content'>;

/** Where mails wait until they are sent. */
export interface MailQueue {
  /** The id of the mail. With a transaction, the caller wakes the sender after its commit. */
  add(mail: PlainMail, tx?: import('../../postgres/database/transaction.js').Transaction): Promise<string>;
  wake(): void;
}
