/** What contract tests need from a test runner: `test` and `assert` of Node, or compatible ones. */
export interface TestKit {
  test(name: string, run: () => void): unknown;
  assert: Assert;
}
/** From node:assert/strict, without its type assertions, which TypeScript allows on plain names only. */
export interface Assert {
  ok(value: unknown, message?: string): void;
  equal(actual: unknown, expected: unknown, message?: string): void;
  notEqual(actual: unknown, expected: unknown, message?: string): void;
  deepEqual(actual: unknown, expected: unknown, message?: string): void;
  match(value: string, pattern: RegExp, message?: string): void;
  doesNotMatch(value: string, pattern: RegExp, message?: string): void;
  throws(block: () => unknown, error?: any, message?: string): void;
}
