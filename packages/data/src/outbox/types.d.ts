/** A part of a mail: paragraphs, formatted text (`plain` is its plain-text version), or a button. */
export type MailBlock = { text: string } | { markdown: string; plain: string } | { button: string; url: string };

export interface MailContent {
  /** Language of the mail, for its direction and the `lang` attribute. */
  locale: string;
  blocks: readonly MailBlock[];
  /** Why the reader gets it. */
  footer?: string;
}

export interface Mail {
  kind: 'reset' | 'invitation' | 'action' | 'notification';
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
