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

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  mime: string;
  data: Buffer;
  /** In place of its data: a PDF that is laid out when the mail is sent. */
  paper?: Paper;
}

/** What a PDF says, and whose pictures it shows. */
export interface Paper {
  document: import('../pdf/types.d.ts').PdfDocument;
  /** null: the system. */
  reader: string | null;
  /** Id of the app whose system code it is, if that is limited. */
  app: string | null;
}

export interface MailContent {
  /** Language of the mail, for its direction and the `lang` attribute. */
  locale: string;
  blocks: readonly MailBlock[];
  /** Why the reader gets it. */
  footer?: string;
  /** An address that ends further mails of its kind with one request, without a login. */
  unsubscribe?: string;
}

export interface Mail {
  kind: 'reset' | 'invitation' | 'action' | 'notification' | 'digest' | 'test';
  /** One address, without a name. */
  to: string;
  subject: string;
  content: MailContent;
  attachments?: readonly Attachment[];
  /** Holds a link that works once: never shown, and wiped when it was sent. */
  secret?: boolean;
  /** ISO; not sent after this time. */
  expiresAt?: string | Date | null;
  /** The user who caused it. */
  causedBy?: string | null;
}

export type Composed = Pick<Mail, 'subject' | 'content'>;

export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unclear';

/** A mail that this process is to send now. */
export interface ClaimedMail {
  id: string;
  claim: string;
  kind: string;
  recipient: string;
  subject: string;
  content: MailContent;
  attempts: number;
}

/** How an attempt ended. `unclear`: the server has the text but never answered; sending it again could send it twice. */
export type Outcome =
  { state: 'sent'; answer?: string } | { state: 'failed' | 'waiting' | 'unclear'; error: string; answer?: string };

export interface ListedMail {
  id: string;
  createdAt: string;
  kind: string;
  state: MailState;
  recipient: string;
  subject: string;
  attempts: number;
  dueAt: string;
  doneAt: string | null;
  error: string | null;
  answer: string | null;
  /** Whether its text is still there, so that it can be sent again. */
  hasText: boolean;
  isSecret: boolean;
}
