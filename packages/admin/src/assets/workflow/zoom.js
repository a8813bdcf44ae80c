// Diagram or list, and how large the diagram is.

const STEP = 1.2;
const LEAST = 0.3;
const MOST = 1.6;
const CHOICE = 'plinth-workflow-view';

/** @param {HTMLElement} root @param {HTMLElement} canvas @param {HTMLElement} flow */
export function createZoom(root, canvas, flow) {
  let size = 1;
  const zoom = (/** @type {number} */ next) => {
    size = Math.min(MOST, Math.max(LEAST, next));
    flow.style.zoom = String(size);
  };
  const fit = () => {
    zoom(1);
    const { scrollWidth, clientWidth } = canvas;
    zoom(Math.min(1, clientWidth / scrollWidth));
  };
  const show = (/** @type {string} */ view) => {
    root.dataset.view = view;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-wf-view]')))
      button.setAttribute('aria-pressed', String(button.dataset.wfView === view));
    zoom(1);
    if (view === 'diagram') centre();
  };
  const centre = () => {
    canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2;
  };
  root.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (target).closest('[data-wf-view], [data-wf-zoom]')
    );
    const { wfView, wfZoom } = button?.dataset ?? {};
    if (wfView) {
      show(wfView);
      remember(wfView);
    } else if (wfZoom === '0') fit();
    else if (wfZoom) zoom(size * (wfZoom === '1' ? STEP : 1 / STEP));
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey || root.dataset.view !== 'diagram') return;
      event.preventDefault();
      zoom(size * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    },
    { passive: false },
  );
  // A phone has room for a list.
  show(remembered() ?? (matchMedia('(max-width: 700px)').matches ? 'list' : 'diagram'));
}

/** @param {string} view */
function remember(view) {
  try {
    localStorage.setItem(CHOICE, view);
  } catch {
    // The browser forbids it: the choice lasts for this page.
  }
}

/** @returns {string | null} */
function remembered() {
  try {
    const view = localStorage.getItem(CHOICE);
    return view === 'list' || view === 'diagram' ? view : null;
  } catch {
    return null;
  }
}
