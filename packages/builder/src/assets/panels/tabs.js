// The tabs of the panel beside the canvas.

export function startTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.bld-tabs [role=tab]')]);
  const show = (/** @type {HTMLElement} */ tab) => {
    for (const other of tabs) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      const panel = document.getElementById(other.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = other !== tab;
    }
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = tabs[(i + step + tabs.length) % tabs.length];
      show(next);
      next.focus();
    });
  }
  return {
    /** @param {string} name */
    show(name) {
      const tab = document.getElementById(`bld-tab-${name}`);
      if (tab) show(tab);
    },
  };
}
