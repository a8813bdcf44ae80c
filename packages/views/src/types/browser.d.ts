/** What the browser modules (assets/js) know besides the DOM. */
declare global {
  var plAsk: ((question: string) => Promise<boolean>) | undefined;
  var htmx: { process(element: Element): void } | undefined;

  interface DocumentEventMap {
    'pl:toast': CustomEvent<{ text: string; kind?: string; undo?: string | null }>;
    /** Undo was pressed; prevented, whoever prevents it takes the deletion back and closes the message. */
    'pl:undo': CustomEvent<{ deletion: string; close(): void }>;
    /** A dialog is about to close; prevented, the question is asked first. */
    'pl:leave': CustomEvent<{ question: string }>;
  }
  interface HTMLSelectElement {
    /** Was made into a combobox. */
    plCombobox?: boolean;
  }
}

export {};
