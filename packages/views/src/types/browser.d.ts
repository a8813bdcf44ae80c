/** What the browser modules (assets/js) know besides the DOM. */
declare global {
  var htmx: { process(element: Element): void } | undefined;

  interface DocumentEventMap {
    'pl:toast': CustomEvent<{ text: string; kind?: string }>;
  }
  interface HTMLSelectElement {
    /** Was made into a combobox. */
    plCombobox?: boolean;
  }
}

export {};
