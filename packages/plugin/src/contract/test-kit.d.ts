/** What contract tests need of a test runner: `test` and `assert` of Node, or others of that shape. */
export interface TestKit {
  test(name: string, run: () => void): unknown;
  assert: Assert;
}
/** Of node:assert/strict, without its type assertions, which TypeScript allows on plain names only. */
export interface Assert {
  ok(value: unknown, message?: string): void;
  equal(actual: unknown, expected: unknown, message?: string): void;
  notEqual(actual: unknown, expected: unknown, message?: string): void;
  deepEqual(actual: unknown, expected: unknown, message?: string): void;
  match(value: string, pattern: RegExp, message?: string): void;
  doesNotMatch(value: string, pattern: RegExp, message?: string): void;
  throws(block: () => unknown, error?: any, message?: string): void;
}
