// Elements: the kinds of nodes in a layout.

import type { Catalog } from './catalog.d.ts';
import type { PictureSize, RenderEnv, Varies } from './field-views.d.ts';
import type { Formats, Translate } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Node } from './pages.d.ts';
import type { Operator, Result, Select } from './queries.d.ts';
import type { Registry } from './registry.d.ts';
import type { Row, Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Field, Table } from './tables.d.ts';
import type { ViewState } from './view-state.d.ts';
import type { PageBar, PlacedCondition } from './view-templates.d.ts';

/** One kind of node in a layout. */
export interface Element {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  group: 'layout' | 'content' | 'data' | 'action';
  settings: SettingsSchema;
  /** Allowed children: none, any, or only these element types. */
  children: 'none' | 'any' | readonly string[];
  /** Where it makes sense: anywhere, with a row, or inside a form. */
  scope: 'any' | 'row' | 'form';
  /** Only admins may add it. */
  adminOnly?: boolean;
  /** Name of the setting (childRelation, table, view) with the children's table; default: the surrounding one. */
  childrenOf?: string;
  /** Runs once when the Catalog is built. If it throws, the node becomes a Problem and renders nothing. */
  compile(node: Node & { settings: Values }, c: ElementCompiler): Rendered;
  /** Browser modules and style sheets that the markup wants: paths in the plugin's assets. */
  scripts?: readonly string[];
  styles?: readonly string[] | ((settings: Values) => readonly string[]);
  varies?: Varies;
}
/** Static markup, or a function that fills the holes. */
export type Rendered = Html | ((m: RowModel) => Html | string);
export interface RowModel {
  /** The current row, null on a page or in an empty form. Column names are those returned by `c.select`. */
  row: Row | null;
  rowId: string | number | null;
  env: RenderEnv;
  state: ViewState;
  /** Present in a form. */
  form: FormModel | null;
  /** Rendered embedded views by slot, filled by the plan; for child rows of a form, their Result. */
  slots: Record<string, Html | Result | null>;
  /** Where the view is on the page. */
  location: ViewLocation;
  /** The page's top bar; absent where there is none. */
  bar?: PageBar | null;
  /** Buttons of actions add their forms here, which the view prints once. */
  forms?: Set<string>;
  /** Set while rows of a child relation are rendered inside a form: the prefix of control names. */
  prefix?: string;
  /** The record with the form's choices. */
  choices?: Values;
}
/** Where a view is on the page being rendered. */
export interface ViewLocation {
  /** DOM id of the view's section. */
  id: string;
  /** Path of the page, without query. */
  path: string;
  /**
   * Name of a view parameter in the address. On the view's own page sort, after, before, q and id need no prefix; others
   * always have it, since fields may be called like them.
   */
  param(name: string): string;
  /** Name of a condition (field or field.operator) in the address. */
  fieldParam(name: string): string;
  /** The page's address with changed view parameters; null removes one. */
  href(changes: Record<string, string | null>): string;
  /** The page's address without some parameters and with others, on the first page. */
  without(isGone: (parameter: string) => boolean, added?: readonly (readonly [string, string])[]): string;
  /** Hidden controls that carry the rest of the address through a GET form. */
  hidden(isOwn: (parameter: string) => boolean): Html;
}
export interface FormModel {
  /** Submitted texts by control name if the form is shown again with errors; otherwise the row's values. */
  values: Values;
  errors: Record<string, string>;
  id: string | number | null;
  /** Names of the controls whose message stands beside them, as they are printed. */
  explained?: Set<string>;
}
/** What an element can use while it is compiled. */
export interface ElementCompiler {
  catalog: Catalog;
  registry: Registry;
  /** Table of the surrounding view; null on a page. */
  table: Table | null;
  t: Translate;
  formats: Formats;
  /** Registers a column of the view's statement; returns its name in the rows. */
  select(select: SelectInput): string;
  /** Compiles children in order into one Rendered. */
  children(nodes: readonly Node[] | undefined): Rendered;
  child(node: Node): Rendered;
  /**
   * Classes for the element's width, order and visibility, for one that must stand directly in its parent: it prints them
   * on its outermost tag. Any other element stands in a box that has them.
   */
  placement(): string;
  /** A field shown through a field view. The path may follow relations. inLink: as the content of a link, without others. */
  show(path: string, fieldView?: { view?: string; options?: Values; inLink?: boolean }): Rendered;
  /** Renders values of a field that come from elsewhere, such as the latest of the child rows. */
  print(
    field: Field,
    fieldView?: { view?: string; options?: Values; inLink?: boolean },
  ): (value: any, m: RowModel) => Html;
  /**
   * A field as a form control with label, hint and message (throws outside of a form). label false: only for screen
   * readers.
   */
  edit(field: string, fieldView?: { view?: string; options?: Values; label?: string | false }): Rendered;
  /** A control that sets a condition on the table in the address (throws outside of a filter view). */
  filter(field: string, options?: { op?: Operator; view?: string; options?: Values; label?: string | false }): Rendered;
  /** Forms for the rows of a child relation, inside a form: existing ones and `spare` empty ones. */
  childRows(
    relation: string,
    nodes: readonly Node[],
    options?: { spare?: number; limit?: number; label?: string },
  ): Rendered;
  /** A search form for a list or feed view of the page. */
  search(view: string, options?: { label?: string; placeholder?: string }): Rendered;
  /**
   * Whether to show a link to a view: the reader's roles may open it, and a form can be saved by them, either for the
   * current row (`row`; uses the row's owner if only owners may change it) or as a new row. `anyRow`: the link's own
   * values select the row.
   */
  mayOpen(view: string, options?: { row?: boolean; anyRow?: boolean }): (m: RowModel) => boolean;
  /**
   * What goes around a value of the row where the view edits values in place, so that it can be; null where it does not. A
   * value that only the form can edit, or not by this reader, stays as it is.
   */
  cell(field: string, label: string): ((m: RowModel, shown: Html) => Html) | null;
  /** Whether the reader may change the current row. */
  mayEdit(): (m: RowModel) => boolean;
  /** The address of a view, with the id of the current row if needed. */
  viewUrl(view: string, options?: { row?: boolean; state?: Record<string, unknown> }): (m: RowModel) => string;
  /** Embeds another view. Its statement becomes part of the plan. Returns the slot's Rendered. */
  embed(options: { view: string; relation?: EmbedRelation; state?: Record<string, unknown> }): Rendered;
  /** Places a piece with the values of its parameters, as part of this layout: same row, same statement, same rights. */
  piece(use: { piece: string; values?: Values }, node: Node): Rendered;
  /**
   * Places a view that is made for this element alone, by a view template and its settings. Its statement becomes part
   * of the plan. `name` must be the element's own, such as with the node's id.
   */
  place(made: {
    name: string;
    label: string;
    template: string;
    table: string;
    config: Record<string, unknown>;
  }): Rendered;
  /** A CEL condition over row and user as a function; its fields are selected. */
  condition(source: string): (m: RowModel) => boolean;
  /** A CEL expression with a value, such as a parameter of an address. */
  expression(source: string): (m: RowModel) => unknown;
  /** Its value as people read it, by its type and in their language; empty where it has none. */
  expressionText(source: string): (m: RowModel) => string;
  /** An action on the surrounding row, as the form and button that submit it. */
  action(
    node: Node,
    options: { action: string; config: Values; label: Html; class?: string; confirm?: string },
  ): Rendered;
  /** What the element says where the view is text only: in a mail, or on paper. Without a call it says nothing there. */
  inText(part: ViewText): void;
  /** How large a PDF file shows the images of a field: for `inText`. Null: the field view shows none. */
  pictures(path: string, fieldView?: { view?: string; options?: Values }): PictureSize | null;
  /** Shared texts such as icons. */
  icon(name: string): Html;
}
/**
 * A part of a view as text: a heading, a field (a path may follow relations) with its label, or the rows of an embedded
 * list. `leads`: what the whole is about. Between the start and end of a group stands what belongs to its heading.
 */
export type ViewText =
  | { heading: string; leads?: boolean }
  | { field: string; label: string; isHeading?: boolean; leads?: boolean; pictures?: PictureSize | null }
  | { slot: string }
  | { group: 'start' | 'end' };
/** The roles (each list must match) and conditions under which it is shown. */
export type PlacedViewText = ViewText & {
  roles?: readonly (readonly string[])[];
  when?: readonly PlacedCondition[];
};
export type SelectInput = Select extends infer S ? (S extends any ? Omit<S, 'as'> : never) : never;
/**
 * independent: by the page's state; child: rows of the child relation of this row; parent: the row that this field
 * refers to; same: this row.
 */
export type EmbedRelation =
  { kind: 'independent' } | { kind: 'child'; relation: string } | { kind: 'parent'; field: string } | { kind: 'same' };
