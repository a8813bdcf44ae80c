// Sends what the browser knows of the first admin's region with the first-run form.

// Some systems add what is no part of a language tag: en-US@posix.
const locale = /** @type {any} */ (new Intl.Locale(navigator.language.replace(/@.*/, '') || 'en'));
const week = locale.getWeekInfo?.() ?? locale.weekInfo;
const known = {
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  firstDay: week?.firstDay,
  region: locale.maximize().region,
};

for (const [name, value] of Object.entries(known)) {
  const input = document.querySelector(`input[type="hidden"][name="${name}"]`);
  if (input instanceof HTMLInputElement && value) input.value = String(value);
}
