/** What the browser modules (assets/js) know besides the DOM. */
declare global {
  var htmx: { process(element: Element): void } | undefined;

  interface DocumentEventMap {
    'pl:toast': CustomEvent<{ text: string; kind?: string }>;
    /** A dialog is about to close; prevented, the question is asked first. */
    'pl:leave': CustomEvent<{ question: string }>;
  }
  interface HTMLSelectElement {
    /** Was made into a combobox. */
    plCombobox?: boolean;
  }
}

export {};
