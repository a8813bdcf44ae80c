// #region tables
/** Row, new row and changes of each table. The generator writes them here, as they are in the site. */
export interface Tables {
  [table: string]: { row: { id: string | number } & Record<string, any>; input: Record<string, any> };
}
// #endregion

// #region endpoints
/** What other endpoints take and answer, by method and path. The generator writes them here. */
export interface Endpoints {
  [endpoint: string]: { input: { id?: string; query?: object; body?: unknown }; answer: any };
}
// #endregion

/** What went wrong, as the server says it: `code` is stable, `fields` has a message for each field that is wrong. */
export class PlinthError extends Error {
  override name = 'PlinthError';
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly fields: Record<string, string>;
  readonly problem: Record<string, any>;

  constructor(status: number, problem: Record<string, any>) {
    super(problem.title ?? `The server answered ${status}`);
    this.status = status;
    this.code = problem.code ?? 'UNKNOWN';
    this.hint = problem.hint;
    this.fields = problem.fields ?? {};
    this.problem = problem;
  }
}

export interface ClientOptions {
  /** Address of the site; in a page of the site itself: ''. */
  baseUrl: string;
  /** An API token; in a page of the site the session counts. */
  token?: string;
  fetch?: typeof fetch;
}

type Id = string | number;
type Name = keyof Tables & string;
type Row<T extends Name> = Tables[T]['row'];
type Input<T extends Name> = Tables[T]['input'];
type Scalar = string | number | boolean;

/** Comparisons: `{ status: 'open', 'hours.gt': 3, 'title.in': ['a', 'b'] }`. */
export type Where = Record<string, Scalar | readonly Scalar[]>;

export interface ListOptions<T extends Name> {
  where?: Where;
  /** A condition in CEL: `row.hours > 3`. */
  filter?: string;
  q?: string;
  /** Names of fields; `-` before one turns the order round. */
  sort?: string | readonly string[];
  fields?: readonly (keyof Row<T> & string)[];
  /** Relations and lists to be shown as rows; of long lists `expanded` gives the rest. */
  expand?: readonly string[];
  limit?: number;
  after?: string;
  before?: string;
  count?: 'exact' | 'estimate' | 'none';
  aggregate?: readonly string[];
  group?: readonly string[];
}

export interface Page<R> {
  rows: R[];
  count?: number;
  totals?: Record<string, any>;
  /** Of groups: whether there are others. */
  more?: boolean;
  next: string | null;
  previous: string | null;
}

export interface WriteOptions {
  /** Sent again with the same key, a request is done once. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /** Only over this version of the row, as `getVersioned` gave it; else PRECONDITION_FAILED. */
  version?: string;
}

/** A stored file. Its id is what a field for files holds. */
export interface StoredFile {
  id: string;
  name: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
}

/** What somebody said about a row, in Markdown. */
export interface Comment {
  id: string;
  text: string;
  by: { id: string; name: string };
  mentions: { id: string; name: string }[];
  at: string;
  editedAt: string | null;
  /** Whether you may change it. */
  isOwn: boolean;
}

export interface CommentInput {
  /** Markdown; `@Name` mentions a reader of the row. */
  text: string;
  /** Ids of people whose name is in the text, where several have that name. */
  mentions?: readonly string[];
}

export type BulkResult<R> =
  | { status: 200 | 201 | 204; row: R; error?: undefined }
  | {
      status: number;
      row?: undefined;
      error: { code: string; title: string; hint?: string; fields?: Record<string, string> };
    };

/** What became of each row, in their order. */
export interface BulkResults<R> {
  results: BulkResult<R>[];
  failed: number;
}

export type Step =
  | { [T in Name]: { op: 'insert'; table: T; values: Record<string, unknown> } }[Name]
  | {
      [T in Name]: {
        op: 'update';
        table: T;
        id: Id | { row: number };
        values: Record<string, unknown>;
        /** Values that the row must still have. */
        expect?: Partial<Row<T>>;
      };
    }[Name]
  | { [T in Name]: { op: 'delete'; table: T; id: Id | { row: number } } }[Name];

export function createClient({ baseUrl, token, fetch: send = fetch }: ClientOptions) {
  async function open(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await send(`${baseUrl}/api/v1/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw new PlinthError(response.status, await response.json().catch(() => ({})));
  }

  async function call<R>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<R> {
    const response = await open(method, path, body, headers);
    return (response.status === 204 ? undefined : await response.json()) as R;
  }

  function table<T extends Name>(name: T) {
    const rows = `tables/${encodeURIComponent(name)}/rows`;
    const one = (id: Id) => `${rows}/${encodeURIComponent(id)}`;
    const list = (options: ListOptions<T> = {}) => call<Page<Row<T>>>('GET', rows + queryOf(options));
    return {
      list,
      /** All rows, page by page. */
      async *all(options: Omit<ListOptions<T>, 'after' | 'before'> = {}): AsyncGenerator<Row<T>> {
        for (let after: string | null | undefined; after !== null;) {
          const page: Page<Row<T>> = await list({ limit: 500, ...options, ...(after ? { after } : {}) });
          yield* page.rows;
          after = page.next;
        }
      },
      get: (id: Id, options: Pick<ListOptions<T>, 'fields' | 'expand'> = {}) =>
        call<Row<T>>('GET', one(id) + queryOf(options)),
      /** A row with its version, for changes that must not undo somebody else's. */
      async getVersioned(id: Id): Promise<{ row: Row<T>; version: string }> {
        const response = await open('GET', one(id));
        return { row: (await response.json()) as Row<T>, version: response.headers.get('etag') ?? '' };
      },
      insert: (values: Input<T>, options: WriteOptions = {}) => call<Row<T>>('POST', rows, values, headersOf(options)),
      update: (id: Id, values: Partial<Input<T>>, options: ChangeOptions = {}) =>
        call<Row<T>>('PATCH', one(id), values, headersOf(options)),
      /** Changes the row with this value of a unique field, or makes it. */
      upsert: (by: keyof Row<T> & string, values: Input<T>) => call<Row<T>>('PUT', `${rows}?by=${by}`, values),
      upsertMany: (by: keyof Row<T> & string, values: readonly Input<T>[]) =>
        call<BulkResults<Row<T>>>('PUT', `${rows}?by=${by}`, values),
      remove: (id: Id, options: ChangeOptions = {}) => call<void>('DELETE', one(id), undefined, headersOf(options)),
      insertMany: (values: readonly Input<T>[], options: WriteOptions = {}) =>
        call<BulkResults<Row<T>>>('POST', rows, values, headersOf(options)),
      updateMany: (values: readonly (Partial<Input<T>> & { id: Id })[], options: WriteOptions = {}) =>
        call<BulkResults<Row<T>>>('PATCH', rows, values, headersOf(options)),
      /** Adds choices to a field, for people with that right; returns the values to write into rows. */
      addChoices: async (field: keyof Row<T> & string, choices: readonly string[]): Promise<string[]> => {
        const path = `tables/${encodeURIComponent(name)}/choices`;
        return (await call<{ choices: string[] }>('POST', path, { field, choices })).choices;
      },
      removeMany: (ids: readonly Id[], options: WriteOptions = {}) =>
        call<BulkResults<Pick<Row<T>, 'id'>>>('DELETE', rows, ids, headersOf(options)),
      /** Comments on a row. */
      comments(id: Id) {
        const path = `${one(id)}/comments`;
        const single = (comment: string) => `${path}/${encodeURIComponent(comment)}`;
        return {
          /** Newest first. */
          list: (options: { limit?: number; after?: string } = {}) =>
            call<{ comments: Comment[]; next: string | null }>('GET', path + queryOf(options)),
          add: (comment: CommentInput) => call<Comment>('POST', path, comment),
          update: (comment: string, changed: CommentInput) => call<Comment>('PATCH', single(comment), changed),
          remove: (comment: string) => call<void>('DELETE', single(comment)),
        };
      },
    };
  }

  const files = {
    /** For a field of a table; without one it is a free file, which only admins may add. */
    upload(file: File, { table: name, field }: { table?: Name; field?: string } = {}) {
      const form = new FormData();
      form.set('file', file);
      return call<StoredFile>('POST', `files${queryOf({ table: name, field })}`, form);
    },
    get: (id: string) => call<StoredFile>('GET', `files/${encodeURIComponent(id)}`),
    content: (id: string): Promise<Response> => open('GET', `files/${encodeURIComponent(id)}/content`),
    remove: (id: string) => call<void>('DELETE', `files/${encodeURIComponent(id)}`),
  };

  /** All rows of a list that a row was expanded with, also those that did not fit into the answer. */
  async function* expanded(row: object, name: string): AsyncGenerator<Record<string, any>> {
    const known = row as Record<string, any>;
    yield* known[name] ?? [];
    for (let path: string | null | undefined = known[`${name}.next`]; path;) {
      const page: Page<Record<string, any>> = await call('GET', path.replace('/api/v1/', ''));
      yield* page.rows;
      path = page.next && path.replace(/([?&]after=)[^&]*/, `$1${page.next}`);
    }
  }

  /** Any other endpoint that answers JSON: `request('GET revisions', { query: { limit: 5 } })`. */
  function request<E extends keyof Endpoints & string>(endpoint: E, input: Endpoints[E]['input']) {
    const { id = '', query = {}, body } = input as { id?: string; query?: object; body?: unknown };
    const [method = '', path = ''] = endpoint.split(' ');
    return call<Endpoints[E]['answer']>(method, path.replace(':id', encodeURIComponent(id)) + queryOf(query), body);
  }

  return {
    table,
    files,
    expanded,
    request,
    /** Several writes, all or none. */
    transaction: (steps: readonly Step[], options: WriteOptions = {}) =>
      call<{ results: Record<string, any>[] }>('POST', 'transactions', { steps }, headersOf(options)),
  };
}

function headersOf({ idempotencyKey, version }: ChangeOptions): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(version === undefined ? {} : { 'if-match': version }),
  };
}

function queryOf(options: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name !== 'where') query.set(name, Array.isArray(value) ? value.join(',') : String(value));
    else
      for (const [field, wanted] of Object.entries(value as Where))
        for (const one of [wanted].flat()) query.append(nameOf(field), String(one));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A field named like an option is compared by its operator. */
function nameOf(field: string): string {
  return OPTIONS.has(field) ? `${field}.eq` : field;
}

// #region options
const OPTIONS = new Set<string>();
// #endregion
