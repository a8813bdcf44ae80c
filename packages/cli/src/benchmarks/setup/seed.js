/**
 * The rows of the complex page, the same on every machine: 51 users, 5 categories, 500 threads, 10 replies each.
 */
const USERS = 51;
const THREADS = 500;
const REPLIES = 10;
const CATEGORIES = ['News', 'Questions', 'Ideas', 'Show and tell', 'Everything else'];
const FIRST_DAY = Date.UTC(2021, 0, 4, 8);
const MINUTE = 60_000;
const WORDS = (
  'about answer app around before begin better board build button change choose click colour column count data ' +
  'date default easy empty field file filter find first form group hidden image import index keep label later link ' +
  'list local long look menu message method needs never number only open order page people place plan plugin point ' +
  'post press quick read relation reply right role row rule save search second server share short show simple sort ' +
  'step store table text theme thing time title topic user value view week while window word work write year'
).split(' ');

export function seedUsers() {
  return Array.from({ length: USERS }, (_, i) => ({
    email: emailOf(i),
    name: `Member ${String(i + 1).padStart(2, '0')}`,
  }));
}

/** Rows by table, as in an app document. */
export function seedRows() {
  const random = createRandom(2021);
  const threads = Array.from({ length: THREADS }, (_, i) => ({
    id: i + 1,
    title: sentence(random, 4 + random(5)),
    body: paragraph(random, 2 + random(3)),
    posted: moment(i * 37 * MINUTE),
    poster: emailOf(random(USERS)),
    category: 1 + random(CATEGORIES.length),
  }));
  const replies = threads.flatMap((thread, i) =>
    Array.from({ length: REPLIES }, (_, n) => ({
      id: i * REPLIES + n + 1,
      body: paragraph(random, 1 + random(3)),
      posted: moment(i * 37 * MINUTE + (n + 1) * (3 + random(40)) * MINUTE),
      poster: emailOf(random(USERS)),
      thread: thread.id,
    })),
  );
  return {
    bench_categories: CATEGORIES.map((name, i) => ({ id: i + 1, name })),
    bench_threads: threads,
    bench_replies: replies,
  };
}

/** @param {number} user */
const emailOf = (user) => `bench${String(user + 1).padStart(2, '0')}@example.com`;

/** @param {number} after ms */
const moment = (after) => new Date(FIRST_DAY + after).toISOString();

/** @param {(below: number) => number} random @param {number} words */
function sentence(random, words) {
  const text = Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {(below: number) => number} random @param {number} sentences */
function paragraph(random, sentences) {
  return Array.from({ length: sentences }, () => `${sentence(random, 6 + random(8))}.`).join(' ');
}

/** Park and Miller's generator: small, and the same numbers everywhere. @param {number} seed */
function createRandom(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}
