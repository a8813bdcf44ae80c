// Chooses the time zone of this device.

for (const button of document.querySelectorAll('[data-pl-device-zone]')) {
  const { dataset } = /** @type {HTMLElement} */ (button);
  const select = document.getElementById(dataset.plDeviceZone ?? '');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!(select instanceof HTMLSelectElement) || !zone) continue;
  /** @type {HTMLElement} */ (button).hidden = false;
  button.addEventListener('click', () => {
    // Browsers know some zones by other names.
    if (![...select.options].some(({ value }) => value === zone)) select.add(new Option(zone, zone));
    select.value = zone;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    select.focus();
  });
}
