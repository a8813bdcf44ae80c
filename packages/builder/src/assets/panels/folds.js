// The panels beside the canvas can be folded, which gives it their room. The browser remembers which ones are.

const KEPT = 'plinth_builder_folded';

/** @returns {{ open: (name: string) => void }} open: shows a panel, such as to have the focus in it */
export function startFolds() {
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-bld-fold]')]);
  const folded = new Set(remembered());
  const show = () => {
    for (const button of buttons) {
      const isFolded = folded.has(button.dataset.bldFold ?? '');
      button.setAttribute('aria-expanded', String(!isFolded));
      document.getElementById(button.getAttribute('aria-controls') ?? '')?.classList.toggle('bld-folded', isFolded);
    }
  };
  /** @param {string} name @param {boolean} isFolded */
  const fold = (name, isFolded) => {
    folded[isFolded ? 'add' : 'delete'](name);
    show();
    try {
      localStorage.setItem(KEPT, [...folded].join(' '));
    } catch {
      // Without a memory, they are all open the next time.
    }
  };
  for (const button of buttons) {
    const name = button.dataset.bldFold ?? '';
    button.addEventListener('click', () => fold(name, !folded.has(name)));
  }
  show();
  return {
    open(name) {
      if (folded.has(name)) fold(name, false);
    },
  };
}

/** @returns {string[]} */
function remembered() {
  try {
    return (localStorage.getItem(KEPT) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
