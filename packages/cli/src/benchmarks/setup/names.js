/** Names of everything that benchmarks need; no other app uses them. */
export const APP = 'benchmark';
export const FOLDER = 'benchmark';

/** Paths that are the same on every server. */
export const PATHS = Object.freeze({
  form_view: '/view/bench_thread_form',
  simple_page: '/page/bench_simple',
  complex_page: '/page/bench_complex',
  complex_page_linked: '/page/bench_complex_linked',
  public_insert: '/view/bench_note_form',
});

/** Where a server lists its own paths: links to its stored files. */
export const PATHS_PAGE = '/page/bench_files';

/** Stored files by benchmark: name and size in bytes. */
export const STORED = Object.freeze({
  stored_file: { name: 'small.txt', bytes: 19 },
  stored_file_20k: { name: 'medium.bin', bytes: 20_480 },
  stored_file_1m: { name: 'large.bin', bytes: 1_048_576 },
});
