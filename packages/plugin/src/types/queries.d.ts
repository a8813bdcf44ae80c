// Queries: views ask, data answers.

import type { Row } from './rows.d.ts';

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly (string | number)[]
  | { param: string }
  | { user: 'id' }
  | { now: true }
  /** With a period: its first day, or the one after its last (PERIODS names them). */
  | { today: true; period?: string; edge?: 'start' | 'end' };
export type Operator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'in'
  /** A text is part of the text; `lacks`: it is not, or there is no text. */
  | 'contains'
  | 'lacks'
  | 'starts'
  | 'ends'
  /** Of a list: an entry is in it; `lacks`: it is not. */
  | 'has'
  | 'empty'
  | 'filled';
/** `field` is a path; with a right side `{ path }`, two fields of the row are compared. */
export type Filter =
  | { field: string; op: Operator; value?: Value | { path: string } }
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  /** Rows of the child relation exist (and match); `of`: children of the row that this many-to-one path leads to. */
  | { child: string; of?: string; where?: Filter }
  /**
   * A CEL condition about `row`, `user`, `now` and `today`; `of`: about the row that this many-to-one path leads to.
   */
  | { expression: string; of?: string };
export interface Sort {
  field: string; // a path
  descending?: boolean;
}
export type Select =
  /** A field by path; relations return the key. `label: true`: the label of a relation, user or file field. */
  | { as: string; field: string; label?: boolean }
  /** Whether the actor may change or delete the row, or the one that the relation `of` leads to. */
  | { as: string; may: 'update' | 'delete'; of?: string }
  /**
   * The value of a CEL expression for the row; related rows count if the actor may read them. strict: a value that the
   * expression can't convert is an error; else the result is empty.
   */
  | { as: string; expression: string; strict?: boolean }
  /**
   * Rows that belong to the row (or to the one that the relation `of` leads to): those of a child relation
   * ("replies.thread") or of a many-to-many field, as a list of objects with `id` and the columns of `select`, which
   * are fields and further lists; at most `limit`, in the order of `sort`, otherwise of their keys.
   */
  | { as: string; rows: string; of?: string; select: readonly Select[]; sort?: readonly Sort[]; limit?: number }
  /** Over a child relation, or over a many-to-many field's targets. `array` returns at most `limit` values. */
  | {
      as: string;
      aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'latest' | 'array';
      relation: string;
      field?: string;
      where?: Filter;
      sort?: Sort[];
      limit?: number;
    }
  /**
   * Choices of a relation or user field ("table.field"): [{ value, label }], only rows the actor may read. `include`
   * names a param with a key, or a list of keys, that are returned even if the limit would leave them out.
   */
  | {
      as: string;
      choices: string;
      where?: Filter;
      limit?: number;
      include?: { param: string };
      former?: boolean;
      /** Choices of people have their `picture`, an id or null. */
      pictures?: boolean;
    };
/**
 * One statement. Create a spec once and reuse it: data caches compiled SQL by the spec object's identity and the
 * actor's rights. What changes per request goes into params. Fields that the actor may not read make it fail like
 * missing ones.
 */
export interface QuerySpec {
  /** null: no rows, one record that holds only `choices` (an empty form). */
  table: string | null;
  select: readonly Select[];
  where?: Filter;
  /**
   * A param name: words to search for in all searchable fields of the row (and labels of its relations). With the
   * reader's `locale` a search that is a number or a day also finds rows that have it in a field.
   */
  search?: { param: string; locale?: string };
  sort?: readonly Sort[];
  /** Rows per page, at most 500. One more is read to see whether there is a next page. */
  limit?: number;
  /** Name of the params with an opaque cursor. Keyset paging in both directions; never an offset. */
  cursor?: { after: string; before: string };
  totals?: readonly { as: string; aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'; field?: string }[];
  /**
   * estimate: the planner's estimate, if it reveals nothing about rows that the actor may not read; otherwise exact.
   * about: the same, but instead of an exact count rows are counted up to 1,000; the result's `counted` says which it is,
   * and there are no rows in it.
   */
  count?: 'exact' | 'estimate' | 'about' | 'none';
  /**
   * Groups instead of rows: `select` is empty, each record has the groups and the totals over its rows, in the order of
   * the groups, at most `limit` of them; `count` of the result is null if there are more.
   */
  groups?: readonly Group[];
  /**
   * A list in parts, such as the columns of a board: of each value of these fields (at most 2) the first `limit` rows in the
   * order of `sort`, with the count and totals of the whole part; `limit` of the query is for all parts together. A part goes
   * on in a list of the same order with a condition on its values: the part's `next` is a cursor there.
   * most: the first parts by one field, in the order of its values, at most 200; rows fill up the first ones, and parts
   * beyond the limit come without rows.
   */
  parts?: {
    by: readonly string[];
    /** Of the first field, a date or an instant: by day, week (from the site's first day), month …; the value is its first day. */
    step?: Group['step'];
    /** As of a page, if it is left out. */
    limit?: number;
    most?: number;
    totals?: readonly { as: string; aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max'; field?: string }[];
  };
  /**
   * What the reader may not read is left out instead of failing the query: columns and totals are null, an order by it is
   * none, and a condition on it finds nothing. For what an admin has put together; not for what the reader wrote himself.
   */
  leaveOut?: boolean;
  /**
   * The reader wrote the names: fields of tables that they may not read don't exist, however they are reached.
   * Otherwise they are empty.
   */
  strict?: boolean;
}
export interface Group {
  as: string;
  field: string; // a path
  /** By the label of a relation or user. */
  label?: boolean;
  /** Dates and instants by day (week, month …); the value is its first day. */
  step?: 'day' | 'week' | 'month' | 'quarter' | 'year';
}
export interface Query {
  spec: QuerySpec;
  params: Record<string, unknown>;
}
/** Each row has `id` and the selected names. */
export interface Result {
  rows: Row[];
  /** Cursor of the next / previous page, null at the ends. */
  next: string | null;
  previous: string | null;
  totals: Row | null;
  count: number | null;
  /** Of a query with count `about`: `about` is an estimate, `over` means more than `count`. */
  counted?: 'exact' | 'about' | 'over';
  /** Of a query of parts: those that have rows, in no particular order unless `most` is given. */
  parts?: Part[];
  /** There are more parts than `most`. */
  isCut?: boolean;
}
/** Rows that agree in some fields. */
export interface Part {
  /** Of the fields in `by`. */
  values: any[];
  rows: Row[];
  /** All rows of the part, also those that did not come. */
  count: number;
  totals: Row;
  /** Cursor behind the last row; null: these are all, or none came. */
  next: string | null;
  /** With `most`: of the related row or user. */
  label?: string | null;
}
