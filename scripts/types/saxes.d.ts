/** What is used of saxes, whose own declarations TypeScript refuses. */
export class SaxesParser {
  on(event: 'error', handle: (error: Error) => void): void;
  on(event: 'opentag', handle: (tag: { name: string; attributes: Record<string, string> }) => void): void;
  on(event: 'closetag', handle: (tag: { name: string }) => void): void;
  on(event: 'text', handle: (text: string) => void): void;
  write(text: string): this;
  close(): this;
}
