// Numbers, dates and texts in the language and time zone of the reader.

import type { FieldLike } from './field-types.d.ts';
import type { Html } from './html.d.ts';
import type { Values } from './rows.d.ts';

/** Locale-dependent formatting, created once per locale and time zone. */
export interface Formats {
  locale: string;
  timeZone: string;
  t: Translate;
  number(value: number | string, options?: Intl.NumberFormatOptions): string;
  date(value: string, options?: Intl.DateTimeFormatOptions): string;
  dateTime(value: string, options?: Intl.DateTimeFormatOptions): string;
  /** A time of day, 09:30 or 09:30:15. */
  time(value: string): string;
  relative(value: string, now?: number): string;
}
/**
 * Interface text by key; {name} placeholders; `count` picks plural forms (key.one, key.other). A text without a key is
 * returned as it is.
 */
export interface Translate {
  (key: string, params?: Record<string, unknown>): string;
  /** Whether there is a text for a key: for names that plugins may choose. Without it, no key has one. */
  has?(key: string): boolean;
}
/** Creates the function for interface texts: later catalogues win; falls back to English, then to the key. */
export function translator(
  catalogues: Record<string, Record<string, string>>[],
  locale: string,
  missing?: (key: string) => void,
): Translate;
export function createFormats(options: {
  locale: string;
  timeZone: string;
  t: Translate;
  /** Is called each time that something depends on the zone. */
  onZone?: () => void;
}): Formats;
/** How many digits of a calculated number people read: two decimals, or the first three digits below 1. */
export function calculatedDigits(value: number | string): Readonly<Intl.NumberFormatOptions>;
/** An auto-number as people read it, such as INV-00042, and its parts. */
export function numberText(value: unknown, field: FieldLike): string;
export function numberPrefix(field: FieldLike): string;
export function numberDigits(field: FieldLike): number;
/** The local time of an instant in a time zone: YYYY-MM-DDTHH:MM:SS. Empty if it is no instant. */
export function wallClock(instant: string | number | Date, timeZone: string): string;
/** Compares texts as a language sorts them, for `sort`: of the site, as its lists are. */
export function compareTexts(locale: string): (one: string, other: string) => number;
/** A day some days later; null: outside of the years 1 to 9999. */
export function addDays(day: string, count: number): string | null;
/**
 * The moment that an expression gives, to wait for: a day, or a time without a zone, is by the site's clock. Null: it gives
 * none.
 */
export function awaitedMoment(
  source: string,
  evaluate: (sources: readonly string[]) => Promise<unknown[]>,
): Promise<Date | null>;
/** The day of an instant in a time zone: YYYY-MM-DD. */
export function dayIn(instant: string | number | Date, timeZone: string): string;
/**
 * Milliseconds since 1970 of a local time, such as 2026-11-22 or 2026-11-22T09:30. One that is skipped in spring is moved
 * forward, and of one that is repeated in autumn the first is taken. NaN: no such time; null: no such zone.
 */
export function instantOfLocal(local: string, timeZone: string): number | null;
/** What the clock of a zone is ahead of UTC at an instant, both in milliseconds; null: there is no such zone. */
export function offsetIn(timeZone: string): ((instant: number) => number) | null;
/** Whether JavaScript and PostgreSQL mean the same zone by this name. */
export function isTimeZone(name: string): boolean;
/** A text with European digits and signs, and without marks of direction: ٣١/١٢/٢٠٢٦ is 31/12/2026. */
export function latinDigits(text: string): string;
/** What a number says that can only be read in one way: "1.234,56" is 1234.56, but "1,234" may be two numbers, so it is null. */
export function readSureNumber(text: string): string | null;
/** How a language writes numbers. */
export function signsOf(locale: string): { decimal: string; group: string };
/** What a text says as a number: "1.234,56 €" is "1234.56 €" to German readers; unsure: others would read another one. */
export function readLocalNumber(
  text: string,
  signs: { decimal: string; group: string },
): { text: string; number: string; unsure: boolean } | null;
/**
 * A control for a date, or a date with its time, that takes text as the reader's language writes it. `iso`: 2026-12-24 or
 * 2026-12-24T15:30; other texts are shown as they were typed. `attributes`: of the control, such as its id and name. The page
 * needs the module core-views/js/fields/date-control.js.
 */
export function dateControl(
  iso: string,
  env: { t: Translate; formats: Formats },
  options: { withTime?: boolean; min?: string | null; max?: string | null; attributes: Values },
): Html;
/** What was typed into such a control, in ISO form; null if it can't be read. */
export function readTypedDate(text: string, formats: Formats, options?: { withTime?: boolean }): string | null;
/** How the language of the formats orders day, month and year: "d/m/y". */
export function dateOrder(formats: Formats): string;
