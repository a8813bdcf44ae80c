// #region tables
/** Row and values of each table. The server writes them here, as they are in the site. */
export interface Tables {
  [table: string]: { row: { id: string | number } & Record<string, any>; input: Record<string, any> };
}
// #endregion

// #region names
export type Workflow = string;
export type Secret = string;
export type Role = string;
// #endregion

type Id = string | number;
type Name = keyof Tables & string;
export type Row<T extends Name> = Tables[T]['row'];
type Values<T extends Name> = Tables[T]['input'];
type Field<T extends Name> = keyof Row<T> & string;
type Anything = string & {};
type Scalar = string | number | boolean | Date | null;

interface Comparison {
  /** Equal */
  eq?: Scalar;
  /** Not equal */
  ne?: Scalar;
  /** Less than */
  lt?: Scalar;
  /** Less than or equal */
  lte?: Scalar;
  /** Greater than */
  gt?: Scalar;
  /** Greater than or equal */
  gte?: Scalar;
  /** One of these */
  in?: readonly Scalar[];
  contains?: Scalar;
  starts?: Scalar;
  /** Of a list: has this one */
  has?: Scalar;
  empty?: boolean;
  filled?: boolean;
}

type Where<T extends Name> = { [F in Field<T>]?: Scalar | readonly Scalar[] | Comparison } & {
  [path: `${string}.${string}`]: any;
};

interface ListOptions<T extends Name> {
  /** Fields and what they are: `{ status: 'open', amount: { gte: 5 } }` */
  where?: Where<T>;
  /** A condition in CEL, such as `row.amount > 5` */
  filter?: string;
  /** Words to search for */
  search?: string;
  /** A field, with - for descending order, or several */
  sort?: Field<T> | `-${Field<T>}` | Anything | readonly (Field<T> | `-${Field<T>}` | Anything)[];
  fields?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  /** 50 unless set, at most 500 */
  limit?: number;
  /** `next` of the page before */
  after?: string;
}

interface AggregateOptions<T extends Name> {
  where?: Where<T>;
  filter?: string;
  /** A field, a step of time such as 'placed:month', or several */
  group?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  count?: boolean;
  sum?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  avg?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  min?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  max?: Field<T> | Anything | readonly (Field<T> | Anything)[];
  limit?: number;
}

interface Rows<T extends Name> {
  /** Rows, with the cursor of the next page as `next` */
  list(options?: ListOptions<T>): Promise<Row<T>[] & { next: string | null }>;
  /** The row, or null */
  get(id: Id): Promise<Row<T> | null>;
  insert(values: Values<T>): Promise<Row<T>>;
  update(id: Id, values: Values<T>): Promise<Row<T>>;
  /** Values made from the row as nobody else changes it meanwhile: called anew if somebody did. Nothing: the row stays as it is */
  change(
    id: Id,
    make: (row: Row<T>) => Values<T> | null | undefined | void | Promise<Values<T> | null | undefined | void>,
  ): Promise<Row<T> | null>;
  remove(id: Id): Promise<null>;
  /** Totals; with `group` one record for each group */
  aggregate<O extends AggregateOptions<T>>(
    options?: O & AggregateOptions<T>,
  ): Promise<O extends { group: any } ? Record<string, any>[] : Record<string, any>>;
}

interface AnyRows {
  list(options?: any): Promise<any[] & { next: string | null }>;
  get(id: Id): Promise<any>;
  insert(values: any): Promise<any>;
  update(id: Id, values: any): Promise<any>;
  change(id: Id, make: (row: any) => any): Promise<any>;
  remove(id: Id): Promise<null>;
  aggregate(options?: any): Promise<any>;
}

interface FetchResponse {
  status: number;
  ok: boolean;
  url: string;
  headers: Record<string, string>;
  body: string;
  text(): Promise<string>;
  json(): Promise<any>;
}

declare class Answer {
  private readonly answer: true;
}

export interface Plinth {
  /** The rows of a table */
  rows<T extends Name>(table: T): Rows<T>;
  rows(table: string): AnyRows;
  /** Who calls; null for visitors */
  user: { id: string; name: string; email: string; roles: string[]; groups: string[] };
  /** A line of the log */
  log(...values: any[]): void;
  /** A request to a public address */
  fetch(url: string, options?: { method?: string; headers?: Record<string, any>; body?: any }): Promise<FetchResponse>;
  /** Puts a mail into the outbox; the text is Markdown */
  mail(mail: { to: string; subject: string; text: string }): Promise<{ isSetUp: boolean }>;
  /** Sends people a notification */
  notify(message: {
    /** Ids of users; an empty user field names nobody */
    to?: string | readonly string[] | null;
    role?: Role;
    text: string;
    table?: Name;
    row?: Id;
    mail?: boolean;
  }): Promise<{ told: number }>;
  /** Starts a workflow */
  start(workflow: Workflow, options?: { row?: Id; inputs?: Record<string, any> }): Promise<{ id: Id }>;
  /** Secrets that are ticked for the function */
  secrets: { get(name: Secret): Promise<string> };
  /** Refuses the call */
  fail(message: string, options?: { status?: number; field?: string }): never;
  /** A response that is not JSON, or has another status */
  respond(body: any, options?: { status?: number; type?: string; headers?: Record<string, any> }): Answer;
}

export type Handler<I> = (input: I, plinth: Plinth) => any;
