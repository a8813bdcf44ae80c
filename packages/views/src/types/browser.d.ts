/** What the browser modules (assets/js) know besides the DOM. */
declare global {
  var plAsk: ((question: string) => Promise<boolean>) | undefined;
  var htmx: { process(element: Element): void } | undefined;

  interface DocumentEventMap {
    'pl:toast': CustomEvent<{ text: string; kind?: string; undo?: string | null }>;
    /** Something was saved without a message: it can be undone by Ctrl+Z. */
    'pl:changed': CustomEvent<{ undo?: string | null }>;
    /** A component took back what it did. */
    'pl:undone': CustomEvent<{ undo: string }>;
    /** A dialog is about to close; prevented, the question is asked first. */
    'pl:leave': CustomEvent<{ question: string }>;
  }
  interface HTMLSelectElement {
    /** What stands in its place. */
    plCombobox?: HTMLElement;
  }
}

export {};
