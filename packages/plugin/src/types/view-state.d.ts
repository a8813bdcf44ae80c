// The state of a view, as the address says it.

import type { AppError } from './messages.d.ts';
import type { Filter, Operator, Sort } from './queries.d.ts';

/** `within` names a period; `hasAny` asks a field with several values for any of these. */
export interface StateFilter {
  field: string;
  op: Operator | 'within' | 'hasAny';
  value: any;
}
/**
 * What the address says about one field, where `hasAll` asks a list for all of these; `group` is empty, or names the group of
 * alternatives that it stands in.
 */
export interface AskedCondition {
  group: string;
  field: string;
  ops: readonly { op: Operator | 'within' | 'hasAll'; texts: readonly string[] }[];
  /** Why it was left out. */
  problem: AppError | null;
}
/** State of the page, parsed from the query string (see views/state). */
export interface ViewState {
  /** Row key for detail and edit views. */
  id: string | null;
  /** The first of `sorts`. */
  sort: Sort | null;
  /** By what the address sorts, the first field first. */
  sorts: readonly Sort[];
  /** The rows are to be counted. */
  count: boolean;
  after: string | null;
  before: string | null;
  search: string | null;
  /** Conditions on the view's table from the query, with parsed values. `{ user: 'id' }` stands for whoever asks. */
  filters: StateFilter[];
  /** Groups of which one alternative has to hold; an alternative is a list of conditions that all hold. */
  groups: readonly (readonly (readonly StateFilter[])[])[];
  /** The conditions as the address says them, field by field, for controls that change them. */
  asked: readonly AskedCondition[];
  /** The relation to the row of the surrounding view; `field`: the one by which its child rows point at it. */
  scope: { where: Filter; params: Record<string, unknown>; field?: string } | null;
  /** Presets for an empty form: field name to text. */
  presets: Record<string, string>;
  /** Query parameters as received. */
  query: Record<string, string>;
  /** Those of this view, without the prefix that they have beside other views: what `location.href` and `location.param` wrote. */
  own: Record<string, string>;
}
