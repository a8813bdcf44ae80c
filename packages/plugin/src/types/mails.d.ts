// Mails, their templates, and texts with expressions.

import type { SettingsSchema } from './settings.d.ts';

/** What a mail consists of; see MAIL_SETTINGS. */
export interface MailParts {
  /** With `{{ expressions }}`. */
  subject: string;
  /** Markdown with `{{ expressions }}` and `{{#if condition}}…{{else}}…{{/if}}`. */
  body: string;
  /** A view that a button below the text shows the row in; `button` is its text. */
  buttonView?: string | null;
  button?: string | null;
  /** Fields of the row whose files are attached. */
  files?: readonly string[];
  /** A list that goes along, as a table in the text or as an attached file. */
  view?: string | null;
  viewAs?: 'table' | 'csv' | 'xlsx' | 'pdf';
  /** Only rows of the list whose field points to the row that the mail is about. */
  relation?: string | null;
}
/** A mail that is written once and sent from several places. */
export interface MailTemplate extends Required<MailParts> {
  id: string;
  name: string;
  label: string;
  description: string;
  app: string | null;
  /** The table of the row that it is about; null: of none. */
  table: string | null;
}
export interface ActionMail {
  /**
   * Puts a mail about the row into the outbox. Values that the actor may not read are empty. The recipient is an expression
   * for an address, or a path to an e-mail or user field; the address of a user is used without showing it. With a role,
   * everybody who has it gets a mail of their own.
   *
   * @throws AppError MAIL_NO_RECIPIENT, MAIL_ADDRESS_INVALID, MAIL_TOO_LARGE, MAIL_TEMPLATE_NOT_FOUND, TOO_MANY_TRIES
   */
  send(mail: {
    to: { field: string } | { expression: string } | { address: string } | { role: string };
    /** The name of a template, or what the mail consists of. */
    content: { template: string } | MailParts;
  }): Promise<{ isSetUp: boolean }>;
}
/** The parts of a text with `{{ expressions }}` and `{{#if condition}}…{{else}}…{{/if}}`. */
export type TextPart =
  { text: string } | { expression: string } | { mark: 'if'; expression: string } | { mark: 'else' | 'end' };
/** Divides a text at its `{{ expressions }}`. Braces without a partner are text. */
export function textParts(text: string): TextPart[];
/** The secret that an expression of a text names (`secrets.name`); null if it is another expression. */
export function secretIn(source: string): string | null;
/** The text of its parts with their values, without what a condition rules out. */
export function filledText(
  parts: readonly TextPart[],
  values: { shown: (expression: string) => string; holds: (expression: string) => boolean },
): string;
/** @throws AppError TEXT_CONDITION_OPEN */
export function textConditions(text: string): void;
/** What a mail consists of, for a template or an action; see `MailParts`. */
export const MAIL_SETTINGS: SettingsSchema;
