// Field views: how a value is shown or edited.

import type { Actor } from './actors.d.ts';
import type { TypeMatch } from './field-types.d.ts';
import type { Formats, Translate } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Row } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Field } from './tables.d.ts';

/** One way to show or edit a value. */
export interface FieldView {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  mode: 'show' | 'edit' | 'filter';
  /** Supported field types, by name or by traits, or '*'. */
  types: readonly TypeMatch[] | '*';
  settings: SettingsSchema;
  /** Further columns that it needs, such as the label of a relation. `as` names are prefixed by the compiler. */
  needs?(field: Field, config: any): Need[];
  /**
   * For views that show stored images: how large a PDF file shows those of a field; null: the files' names. `small` has
   * the name beside the picture, except in lists.
   */
  pictures?(field: Field, config: any): PictureSize | null;
  render(m: ShowModel | EditModel): Html;
  /**
   * For mode edit and filter: input (default) is labelled by `for`; check is a checkbox or switch with its label after
   * it; group is several inputs in a fieldset; hidden has no label.
   */
  control?: 'input' | 'check' | 'group' | 'hidden';
  /** What its output depends on besides the row: time for relative dates. */
  varies?: Varies;
  /** Browser modules that the markup wants: paths in the plugin's assets, "rating/stars.js". */
  scripts?: readonly string[];
  /** Style sheets likewise. */
  styles?: readonly string[];
}
/** Of a stored image in a PDF file: as in a list's row, or as wide as the text. */
export type PictureSize = 'small' | 'large';
export type Need =
  | { name: string; label: true }
  /** A field of the row that the value refers to. */
  | { name: string; field: string }
  /** Rows that can be chosen; of people with their `picture`, on request. */
  | { name: string; choices: true; limit?: number; pictures?: boolean }
  /** The form for a new row to choose (true: the usual one), as { url, label, title }; null: the reader may add none. */
  | { name: string; creates: string | true }
  /** Whether the reader may open this view for the row that the value refers to. */
  | { name: string; opens: string };
export interface ShowModel {
  value: any;
  /** Results of `needs`, by name. */
  needed: Row;
  field: Field;
  config: any;
  row: Row;
  rowId: string | number | null;
  /** It is the content of a link, and prints no others: link() sees to that. */
  inLink?: boolean;
  env: RenderEnv;
}
export interface EditModel extends ShowModel {
  /** Form control name and DOM id. */
  name: string;
  id: string;
  error: string | null;
  required: boolean;
  /** Ids for aria-describedby. */
  describedBy: string | null;
  /** Address for server-side choices; append q=<text>. */
  choicesUrl: string;
}
export interface Varies {
  user?: boolean;
  time?: boolean;
}
/** What rendering needs from its environment; the same for all rows of a request. */
export interface RenderEnv {
  actor: Actor;
  formats: Formats;
  t: Translate;
  /** Address of a stored file, an asset, a view with state. */
  fileUrl(file: { id: string; name: string } | string, variant?: string): string;
  assetUrl(path: string): string;
  viewUrl(view: string, state?: Record<string, unknown>): string;
  pageUrl(page: string, state?: Record<string, unknown>): string;
  icon(name: string): Html;
  /** The address being rendered, path and query, for return links. */
  here: string;
  /**
   * Today in the site's time zone, such as 2026-11-22, the same throughout a request. A page that asks is cached to the end of
   * the minute instead of as long as its rows stay the same.
   */
  today(): string;
  /** Choices that were searched for without JavaScript, by control name: the words, and what was found. */
  found?: Record<string, { words: string; choices: readonly { value: string | number; label: string }[] }>;
}
