// CodeMirror's modules and our look for it.

/** @param {string} name of a module of CodeMirror @returns {Promise<any>} */
export const load = (name) => import(new URL(`../../core-views/vendor/codemirror/${name}.js`, import.meta.url).href);

/** @param {any} view */
export const look = (view) =>
  view.EditorView.theme({
    '&': {
      backgroundColor: 'var(--pl-surface)',
      color: 'var(--pl-text)',
      border: '1px solid var(--pl-line-strong)',
      borderRadius: 'var(--pl-radius)',
      fontSize: '0.875rem',
      maxHeight: '70vh',
      overflow: 'hidden',
    },
    '&.cm-focused': { outline: '2px solid var(--pl-primary)', outlineOffset: '1px' },
    '.cm-scroller': { fontFamily: 'var(--pl-mono)', overflow: 'auto', minHeight: '20rem', lineHeight: '1.5' },
    '.cm-gutters': { backgroundColor: 'var(--pl-subtle)', color: 'var(--pl-muted)', borderColor: 'var(--pl-line)' },
    '.cm-activeLine': { backgroundColor: 'var(--pl-hover)' },
    '.cm-cursor': { borderLeftColor: 'var(--pl-text)' },
    '.cm-tooltip': {
      backgroundColor: 'var(--pl-raised, var(--pl-surface))',
      color: 'var(--pl-text)',
      border: '1px solid var(--pl-line-strong)',
      borderRadius: 'var(--pl-radius-sm)',
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--pl-primary)',
      color: 'var(--pl-on-primary, #fff)',
    },
    '.cm-completionDetail': { color: 'inherit', opacity: '0.75', marginInlineStart: '0.75em' },
    'li[aria-selected] .cm-completionDetail': { opacity: '1' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      backgroundColor: 'var(--pl-primary-soft)',
    },
  });

/**
 * Text typed over a selection is put in by us: browsers would keep the colours of what it replaces in a style attribute,
 * which our CSP reports.
 *
 * @param {any} view
 */
export const plainTyping = (view) =>
  view.EditorView.domEventHandlers({
    /** @param {InputEvent} event @param {any} shown */
    beforeinput(event, shown) {
      const isTyped = event.inputType === 'insertText' && event.data !== null;
      if (!isTyped || shown.composing || shown.state.selection.main.empty) return false;
      event.preventDefault();
      shown.dispatch(shown.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
      return true;
    },
  });
