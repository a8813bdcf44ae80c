/**
 * Of lists, filters and requests of programs. Each: at most, of what, and what to do beyond.
 *
 * @satisfies {import('./declare.js').Declared}
 */
export const QUERIES = {
  queryColumns: [1600, 'columns of a query', 'ask for fewer, in several queries'],
  filterConditions: [500, 'conditions of a filter with all its groups', 'split the query'],
  filterLevels: [16, 'levels of groups in a filter', 'make it flatter'],
  comparedValues: [1000, 'values that a condition compares with', 'split them over several queries'],
  comparedCharacters: [1000, 'characters of a value that a condition compares with', 'shorten it, or use search'],
  sortFields: [5, 'fields that rows are sorted by', 'leave out the last ones'],
  groupFields: [4, 'fields that rows are grouped by', 'group by fewer'],
  partFields: [2, 'fields that rows are divided by, as in a board', 'divide by fewer'],
  parts: [200, 'parts that rows are divided into', 'filter the rows'],
  pageRows: [500, 'rows of a page', 'read on from the last row with a cursor'],
  nestedRows: [500, 'rows of a list inside a row', 'query them by themselves'],
  arrayValues: [500, 'values of a list inside a row', 'query the rows by themselves'],
  listedChoices: [500, 'rows that a list of choices offers', 'search in it'],
  savedFilters: [100, 'filters that a person saves in a list, and that are shared in it', 'delete some'],
  savedFilterNameCharacters: [80, 'characters of the name of a saved filter', 'shorten it'],
  savedFilterCharacters: [2000, 'characters of the conditions of a saved filter', 'save fewer conditions'],
  addressParameters: [1000, 'parameters of an address', 'send fewer'],
  jsonBodyBytes: [1024 ** 2, 'JSON of a request', 'send it in parts'],
  rowsBodyBytes: [2 * 1024 ** 2, 'JSON of a request that writes rows', 'send fewer rows at once'],
  jsonBodyLevels: [32, 'levels of the JSON of a request', 'make it flatter'],
  jsonBodyValues: [50_000, 'values in the JSON of a request', 'send it in parts'],
  bulkRows: [1000, 'rows of a request that writes several', 'send several requests'],
  transactionSteps: [1000, 'steps of a transaction of the API', 'send several transactions'],
  idempotencyCharacters: [200, 'characters of an Idempotency-Key', 'use a UUID'],
  apiConditions: [50, 'comparisons in the address of a request', 'write them as one expression in filter'],
  apiExpansions: [10, 'relations that a request expands', 'ask for the others in a second request'],
  apiAggregates: [20, 'totals, or fields to group by, of a request', 'ask for the others in a second request'],
  subscribedNames: [20, 'names of one kind in a subscription', 'open a second stream'],
  userStreams: [50, 'open change streams of a person', 'close some: one stream can cover several tables'],
  addressStreams: [200, 'open change streams of visitors from one address', 'close some, or log in'],
  serverStreams: [10_000, 'open change streams of a process', 'run more workers'],
};
