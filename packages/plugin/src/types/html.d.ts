// Markup that is safe to print.

/** Markup that is already safe. Only `html` and `raw` create it. */
export class Html {
  constructor(text: string);
  readonly text: string;
  toString(): string;
}
/** Tagged template: escapes every value but Html; arrays are joined; null, undefined and false print nothing. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html;
/** Marks text as safe markup. The only way to put unescaped text into a page; explain at the call why it is safe. */
export function raw(text: string): Html;
export function escapeHtml(value: unknown): string;
/** Attributes: attrs({ id, disabled: true, hidden: false }) -> ` id="x" disabled`. */
export function attrs(values: Record<string, string | number | boolean | null | undefined>): Html;
/** Names of the palette's twelve colours: classes pl-c-<name>. */
export const PALETTE: readonly string[];
