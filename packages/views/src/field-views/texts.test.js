import { viewCases } from './testing/view-cases.js';
import { buttonLinkView } from './button-link.js';
import { colourInputView } from './colour-input.js';
import { colourSwatchView } from './colour-swatch.js';
import { emailInputView } from './email-input.js';
import { emailLinkView } from './email-link.js';
import { jsonInputView } from './json-input.js';
import { jsonView } from './json.js';
import { markdownEditorView } from './markdown-editor.js';
import { markdownView } from './markdown.js';
import { multilineView } from './multiline.js';
import { telInputView } from './tel-input.js';
import { telLinkView } from './tel-link.js';
import { textInputView } from './text-input.js';
import { textView } from './text.js';
import { textareaView } from './textarea.js';
import { urlInputView } from './url-input.js';
import { urlLinkView } from './url-link.js';

viewCases(textView, {
  values: ['abc', 5, true, ['a', 'b']],
  cases: [
    ['cuts long text with an ellipsis', { value: 'abcdef', config: { length: 3 } }, '<span title="abcdef">abc…</span>'],
  ],
});

viewCases(multilineView, {
  values: ['a\nb'],
  cases: [['keeps line breaks', { value: 'a\n<b' }, 'a<br>&lt;b']],
});

viewCases(textareaView, {
  values: ['a\nb'],
  cases: [
    [
      'does not lose a first line break',
      { value: '\nb', config: { rows: 3 } },
      '<textarea id="f" name="age" class="form-control" rows="3">\n\nb</textarea>',
    ],
  ],
});

viewCases(textInputView, {
  attributes: { maxLength: 5 },
  values: ['abc', 'a\nb'],
  cases: [
    [
      'keeps line breaks that the value has',
      { value: 'a\nb' },
      '<textarea id="f" name="age" class="form-control" autocomplete="off" rows="2">\na\nb</textarea>',
    ],
  ],
});

viewCases(markdownView, {
  values: ['# Hi'],
});

viewCases(markdownEditorView, {
  values: ['# Hi'],
});

viewCases(emailInputView, {
  values: ['a@b.de'],
});

viewCases(emailLinkView, {
  values: ['a@b.de'],
  cases: [
    ["can't add headers", { value: 'a@b.de?bcc=x@y.z' }, '<a href="mailto:a@b.de%3Fbcc%3Dx@y.z">a@b.de?bcc=x@y.z</a>'],
  ],
});

viewCases(urlInputView, {
  values: ['https://x.y'],
});

viewCases(urlLinkView, {
  values: ['https://example.com'],
  cases: [
    [
      'links without the scheme',
      { value: 'https://www.example.com/a/' },
      '<a href="https://www.example.com/a/" rel="noopener noreferrer">example.com/a</a>',
    ],
    ['does not link a script', { value: 'javascript:alert(1)' }, 'javascript:alert(1)'],
  ],
});

viewCases(buttonLinkView, {
  values: ['https://example.com'],
  cases: [['prints nothing for a script', { value: 'javascript:alert(1)' }, '']],
});

viewCases(telInputView, {
  values: ['+49 1'],
});

viewCases(telLinkView, {
  values: ['+49 30 1'],
  cases: [['dials digits', { value: '+49 (30) 1-2' }, '<a dir="ltr" href="tel:+493012">+49 (30) 1-2</a>']],
});

viewCases(jsonView, {
  values: [{ a: 1 }],
});

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

viewCases(colourInputView, {
  values: ['#2563eb'],
});

viewCases(colourSwatchView, {
  values: ['#2563eb'],
  cases: [
    [
      'fills a square',
      { value: '#2563eb', config: { text: false } },
      '<span class="pl-swatch"><svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="#2563eb"><rect width="16" height="16" rx="3" fill="#2563eb"></rect></svg></span>',
    ],
    ['prints nothing for what is no colour', { value: 'red' }, ''],
  ],
});
