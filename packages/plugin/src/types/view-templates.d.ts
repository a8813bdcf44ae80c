// View templates, and what they compile to.

import type { Actor } from './actors.d.ts';
import type { Catalog } from './catalog.d.ts';
import type {
  ElementCompiler,
  EmbedRelation,
  FormModel,
  PlacedViewText,
  Rendered,
  RowModel,
  ViewLocation,
} from './elements.d.ts';
import type { PictureSize, RenderEnv, Varies } from './field-views.d.ts';
import type { Formats, Translate } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Node, View } from './pages.d.ts';
import type { Filter, Query, QuerySpec, Result, Select, Sort } from './queries.d.ts';
import type { Registry } from './registry.d.ts';
import type { Row, Values } from './rows.d.ts';
import type { SettingsSchema } from './settings.d.ts';
import type { Table } from './tables.d.ts';
import type { ViewState } from './view-state.d.ts';

/** Code that lists, shows or edits a table's rows; used as a View by name and configuration. */
export interface ViewTemplate {
  /** Its position among the offered ones, lowest first; without one, it comes after those by name. */
  order?: number;
  name: string;
  label: string;
  icon: string;
  description: string;
  settings: SettingsSchema;
  needsTable: boolean;
  /**
   * A sensible configuration for a table, used by one-click views. `links` names sibling views: { list, show, edit }.
   */
  defaults(table: Table, context: { catalog: Catalog; registry: Registry; links: Record<string, string> }): Values;
  compile(view: View & { config: any }, c: ViewCompiler): CompiledView;
  /**
   * Browser modules and style sheets that the markup wants: paths in the plugin's assets, "calendar/month.js". They come
   * with pages that show such a view, and only with those.
   */
  scripts?: readonly string[];
  styles?: readonly string[];
  /**
   * Fields of the table that a view with this configuration can't do without, where its settings name none. The edit that
   * adds or changes the view takes a field of that type, or adds one in the same step, and names it in the setting.
   */
  needs?(table: Table, config: any): readonly NeededField[];
}
export interface NeededField {
  /** Name of the setting that names the field. */
  setting: string;
  field: { name: string; label: string; type: string; attributes?: Values; description?: string };
  /** The view reads rows by these fields and then by this one: the edit adds an index for it, unless there is one. */
  indexedAfter?: readonly string[];
}
export interface ViewCompiler {
  catalog: Catalog;
  registry: Registry;
  table: Table | null;
  t: Translate;
  formats: Formats;
  icon(name: string): Html;
  /**
   * Compiles a layout in this view's table. `select` are the columns that it needs, `render` renders a row, `embeds`
   * are the views embedded in it, which the plan runs along with this one. `cells`: values are edited in place.
   */
  layout(root: Node, options?: { form?: boolean; filter?: boolean; bar?: boolean; cells?: boolean }): CompiledLayout;
  /** Compiles another view of the same table to be rendered once per row (feed, list-show). */
  embedded(view: string): CompiledView;
  /** The elements' compiler, for templates that render fields, links and actions without a layout. */
  scope(options?: { form?: boolean; filter?: boolean }): { c: ElementCompiler; done(): Omit<CompiledLayout, 'render'> };
  /** Runs a part of the compilation; an error becomes a problem at this key path, and the result is null. */
  attempt<T>(at: string, part: () => T): T | null;
  /** The view's statement: conditions, order, paging and search of the state; one spec object per shape. */
  rows(options: RowsOptions): (state: ViewState, actor: Actor) => Query;
  /**
   * Search and filters above a view, as above a list; what they say is in the state. The view has the settings `search`
   * (boolean) and `filters` ("all" or "none"); `first` are the fields that are offered first.
   */
  narrowing(view: View, first: readonly string[]): Narrowing;
  url: { view(name: string, state?: Record<string, unknown>): string };
  /** Stands first in the heading of an entry of `columns`, so that the builder finds it there; nothing on delivered pages. */
  columnMark(index: number): Html;
  /**
   * A CEL expression that is evaluated before there is a row, such as a default. EXPRESSION_INVALID says what is wrong.
   */
  startValue(source: string): StartValue;
}
/** Search box and filters of a view; `choices` is one of its queries, by this name. */
export interface Narrowing {
  /** The search box and the button for a new condition; null if the view offers neither. */
  tools(context: RenderContext): Html | null;
  /** The conditions, each with a way to change and remove it; null if there are none. */
  chips(context: RenderContext): Html | null;
  choices(state: ViewState): Query | null;
  controls: FormControl[];
  scripts: readonly string[];
  styles: readonly string[];
}
/** A value by expression, of an empty form. */
export interface StartValue {
  /** Whether it uses other fields, which are empty until somebody fills them in. */
  waits: boolean;
  varies: { user: boolean; time: boolean };
  evaluate(m: { row: null; env: { actor: Actor } }): any;
}
export interface RowsOptions {
  select: readonly Select[];
  where?: Filter;
  sort?: readonly Sort[];
  limit?: number;
  /** False: no cursors. */
  paging?: boolean;
  search?: boolean;
  totals?: QuerySpec['totals'];
  /** The address may ask for the number of rows. */
  countable?: boolean;
  /** Paths by which the address may sort. */
  sortable?: readonly string[];
  /** An id in the state selects the row; other conditions are then ignored. */
  byId?: boolean;
  /** Fixed params that `where` or `select` name. */
  params?: Record<string, unknown>;
  /** Groups instead of rows; then `select` is empty. */
  groups?: QuerySpec['groups'];
  /** Rows in parts; not together with `paging`, `totals` or `groups`. */
  parts?: QuerySpec['parts'];
}
export interface CompiledLayout {
  select: Select[];
  render(m: RowModel): Html | string;
  embeds: EmbeddedView[];
  /** Form controls in it: field names, and child forms. */
  controls: FormControl[];
  actions: Record<string /* node id */, PlacedAction>;
  scripts: string[];
  /** Views embedded in a form: rendered after it, since forms can't be nested. */
  after: Rendered[];
  /** What it says as text, in order. */
  texts: PlacedViewText[];
  /** Fields whose values are edited in place. */
  cells: string[];
}
export interface PlacedAction {
  action: string;
  config: any;
  /** Only these roles see its button (each list must match); others can't run it. */
  roles?: readonly (readonly string[])[];
  /** Each must hold for the row; otherwise there is no button and nothing to run. */
  when?: readonly PlacedCondition[];
}
/** The `visible.when` of a button or control, checked again when it is submitted. */
export interface PlacedCondition {
  /** Columns of the row that it reads. */
  select: readonly Select[];
  /** It depends on more than the user, so it can't be evaluated without the row. */
  ofRow: boolean;
  holds(m: { row: Row | null; env: { actor: Actor } }): boolean;
}
export interface FormControl {
  field: string;
  /** Only these roles see the control (each list must match); its value is ignored for others. */
  roles?: readonly (readonly string[])[];
  /** Each must hold for the stored row; otherwise the control's value is ignored. */
  when?: readonly PlacedCondition[];
  /** Rows of a child relation edited inside the form. */
  children?: { relation: string; controls: FormControl[] };
}
export interface EmbeddedView {
  slot: string;
  view: string;
  relation: EmbedRelation;
  state: Record<string, unknown>;
  /** Only for these roles (each list must match). */
  roles?: readonly (readonly string[])[];
  /** A view that is made for one element: what it was compiled to. */
  made?: { compiled: any; label: string; template: string };
  /** Instead of a view: a statement whose Result goes directly to the slot. */
  data?: (state: ViewState, actor: Actor) => Query;
}
export interface RenderContext {
  state: ViewState;
  env: RenderEnv;
  form: FormModel | null;
  slots: Record<string, Html | Result | null>;
  /** Answers of the view's `queries`; null for one that failed. */
  results?: Record<string, Result | null>;
  location: ViewLocation;
  /** The page's top bar; absent where there is none, such as in a preview. */
  bar?: PageBar | null;
  /** For the models of rows, see there. */
  forms?: Set<string>;
}
/** The top bar of a page, as one of its views sees it. */
export interface PageBar {
  /** What the page is called, if that is known beforehand: no view on it repeats it as its heading. */
  title: string;
  /** The page is about this view: its title and main action belong into the bar instead of the view. */
  leads: boolean;
  /** `title`: text, or markup that is an `h1`. What is left out stays as it is. */
  put(parts: { title?: Html | string | null; actions?: Html | null }): void;
}
/** `pictures`: how large a PDF file shows its stored images; otherwise it has the files' names. */
export type ExportedColumn = { field: string; label: string; pictures?: PictureSize | null };
export interface CompiledView {
  /**
   * The statement for a state; null if the view reads nothing. Equal shapes return the same spec object. `form`:
   * submitted values of a form that is shown again; `env`: what it is rendered in, absent in exports.
   */
  query(state: ViewState, actor: Actor, form?: FormModel | null, env?: RenderEnv): Query | null;
  /** Further statements by name, sent in the same round trip; the answers are in the context's `results`. */
  queries?(state: ViewState, actor: Actor): Record<string, Query | null | undefined>;
  render(result: Result | null, context: RenderContext): Html;
  embeds?: EmbeddedView[];
  controls?: FormControl[];
  actions?: Record<string, PlacedAction>;
  /**
   * Columns that its rows can be exported with as CSV or Excel: fields, or paths over relations, as the view calls them.
   * Without any, the view has no export.
   */
  exports?: readonly ExportedColumn[];
  /** What it says of its row as text, for mails and PDF files. */
  texts?: readonly PlacedViewText[];
  /** Fields of the view's table that its cells edit in place. */
  cells?: readonly string[];
  /** Fields that may be set for several of its rows at once, and its actions that may be run on several. */
  selecting?: { fields: readonly string[]; actions: readonly { node: string; label: string }[] };
  /** Names of the tables it reads, for the page cache, besides those that the compiler knows of. */
  reads?: string[];
  varies?: Varies;
  /** `false`: its setting `live` is not about live updates. */
  live?: false;
  scripts?: string[];
  /** Style sheets of this view alone, besides those of its template. */
  styles?: readonly string[];
  /** Rendered by another template: its columns, and a row renderer (absent if it makes no sense). */
  row?: { select: Select[]; render(m: RowModel): Html | string };
  /** For views that accept submitted fields. */
  form?: {
    table: string;
    /**
     * Path to go to; null: back to where the form was. Include the key of a new row only if the actor may read the row;
     * otherwise a visitor who submits a public form could learn from it how many rows there are.
     */
    destination(saved: Row, state: ViewState, actor: Actor): string | null;
    autosave: boolean;
    fixed: Record<string, unknown>;
  };
  /** No row for the id in the state: the delivered page is a 404. */
  missing?(result: Result | null): boolean;
}
