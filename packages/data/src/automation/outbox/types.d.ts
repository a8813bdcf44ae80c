import type { MailContent, PlainMail } from '../../people/accounts/mails.d.ts';

export type { Composed, MailBlock, MailContent } from '../../people/accounts/mails.d.ts';

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  mime: string;
  data: Buffer;
  /** In place of its data: a PDF that is laid out when the mail is sent. */
  paper?: Paper;
}

/** The content of a PDF, and whose pictures it shows. */
export interface Paper {
  document: import('../../exchange/pdf/types.d.ts').PdfDocument;
  /** null: the system. */
  reader: string | null;
  /** Id of the app whose system code it is, if that is limited. */
  app: string | null;
}

export interface Mail extends PlainMail {
  attachments?: readonly Attachment[];
}

export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unclear';

/** A mail that this process is to send now. */
export interface ClaimedMail {
  /** Who caused it, for taking turns. */
  starter: string;
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
