import { viewCases } from './testing/view-cases.js';
import { jsonInputView } from './json-input.js';

viewCases(jsonInputView, {
  values: [{ a: 1 }],
  cases: [
    [
      'shows a string as JSON',
      { value: 'a', config: { rows: 2 } },
      '<textarea id="f" name="age" class="form-control font-monospace" rows="2" spellcheck="false">\n&quot;a&quot;</textarea>',
    ],
    [
      'shows again what could not be read',
      { value: '{a', error: 'Wrong', config: { rows: 2 } },
      '<textarea id="f" name="age" class="form-control font-monospace is-invalid" aria-invalid="true" rows="2" spellcheck="false">\n{a</textarea>',
    ],
  ],
});
