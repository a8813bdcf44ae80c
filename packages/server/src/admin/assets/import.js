// Progress of an import while its response is awaited, and a way to stop it. Without JavaScript the form just waits.

const EVERY_MS = 700;

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-adm-import]'))) {
  const panel = /** @type {HTMLElement} */ (form.querySelector('[data-adm-running]'));
  form.addEventListener('submit', (event) => {
    // Sent twice, its rows would be imported twice.
    if (panel.hidden) follow(form, panel);
    else event.preventDefault();
  });
}

/** @param {HTMLFormElement} form @param {HTMLElement} panel */
function follow(form, panel) {
  const says = /** @type {HTMLElement} */ (panel.querySelector('[data-adm-says]'));
  const stop = /** @type {HTMLButtonElement} */ (panel.querySelector('button'));
  const address = form.dataset.admImport ?? '';
  panel.hidden = false;
  panel.scrollIntoView({ block: 'nearest' });
  const timer = setInterval(async () => {
    const response = await fetch(`${address}/progress`).catch(() => null);
    const text = response?.ok ? (await response.json()).text : '';
    if (text && !stop.disabled) says.textContent = text;
  }, EVERY_MS);
  stop.addEventListener('click', () => {
    stop.disabled = true;
    says.textContent = stop.dataset.says ?? '';
    fetch(`${address}/cancel`, { method: 'POST' }).catch(() => (stop.disabled = false));
  });
  // Somebody returns to this page from the browser's history.
  addEventListener('pagehide', () => {
    clearInterval(timer);
    panel.hidden = true;
    stop.disabled = false;
  });
}
