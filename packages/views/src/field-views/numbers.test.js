import { viewCases } from './testing/view-cases.js';
import { autoNumberView } from './auto-number.js';
import { durationInputView } from './duration-input.js';
import { durationView } from './duration.js';
import { moneyInputView } from './money-input.js';
import { moneyView } from './money.js';
import { numberInputView } from './number-input.js';
import { numberView } from './number.js';
import { percentInputView } from './percent-input.js';
import { percentView } from './percent.js';
import { progressView } from './progress.js';
import { ratingInputView } from './rating-input.js';
import { sliderView } from './slider.js';
import { starsView } from './stars.js';

viewCases(numberView, {
  values: [5, '1234.50'],
  cases: [
    ['groups thousands', { value: '1234567.5' }, '<span class="text-nowrap">1,234,567.5</span>'],
    [
      'keeps digits beyond a double',
      { value: '12345678901234567890.123456789' },
      '<span class="text-nowrap">12,345,678,901,234,567,890.123456789</span>',
    ],
    [
      'leaves the thousands of order numbers and years together',
      { value: 10023, field: { type: 'integer', attributes: { grouping: 'off' } } },
      '<span class="text-nowrap">10023</span>',
    ],
    [
      'leaves the thousands of a row’s number together',
      { value: 10023, field: { type: 'integer', auto: 'id' } },
      '<span class="text-nowrap">10023</span>',
    ],
    [
      'shows as many decimals as the field has',
      { value: '796.5', field: { type: 'decimal', attributes: { decimals: 2 } } },
      '<span class="text-nowrap">796.50</span>',
    ],
    [
      'rounds what is calculated, unless it says how many decimals it has',
      { value: '1.666666666666', field: { type: 'decimal', auto: 'formula' } },
      '<span class="text-nowrap">1.67</span>',
    ],
    [
      'keeps the first digits of a small calculated number',
      { value: '0.001666666666', field: { type: 'decimal', auto: 'formula' } },
      '<span class="text-nowrap">0.00167</span>',
    ],
    [
      'keeps all digits of a number that people filled in',
      { value: '1.666666666666' },
      '<span class="text-nowrap">1.666666666666</span>',
    ],
  ],
});

viewCases(numberInputView, {
  attributes: { min: 1, max: 9 },
  values: [5, 'five'],
  cases: [
    [
      'shows what was typed even when it is no number',
      { value: 'five' },
      '<input id="f" name="age" class="form-control" type="text" inputmode="numeric" autocomplete="off" value="five" data-pl-number="whole" data-min="1" data-max="9" data-step="1">',
    ],
  ],
});

viewCases(autoNumberView, {
  attributes: { prefix: 'R&D-', digits: 3 },
  values: [42],
  cases: [['prints prefix and zeros', { value: 7 }, '<span class="text-nowrap">R&amp;D-007</span>']],
});

viewCases(percentView, {
  values: ['12.5'],
  cases: [['prints a share', { value: '12.5' }, '<span class="text-nowrap">12.5%</span>']],
});

viewCases(percentInputView, {
  values: ['12.5'],
});

viewCases(moneyView, {
  attributes: { currency: 'USD', decimals: 2 },
  values: ['12.50'],
  cases: [
    ['prints the currency', { value: '1234.5' }, '<span class="text-nowrap">$1,234.50</span>'],
    ['leaves out cents', { value: '12.00', config: { strip: true } }, '<span class="text-nowrap">$12</span>'],
    [
      'keeps those that are there',
      { value: '12.5', config: { strip: true } },
      '<span class="text-nowrap">$12.50</span>',
    ],
  ],
});

viewCases(moneyInputView, {
  values: ['12.50'],
});

viewCases(progressView, {
  values: [50],
  cases: [
    [
      'fills at the largest value',
      { value: '25' },
      '<span class="pl-progress"><progress class="progress" value="0.25" max="1" aria-label="Sample">25%</progress> <span class="text-secondary">25%</span></span>',
    ],
    [
      'never goes beyond full',
      { value: 300, config: { text: false } },
      '<progress class="progress" value="1" max="1" aria-label="Sample">100%</progress>',
    ],
  ],
});

viewCases(starsView, {
  values: [3],
});

viewCases(ratingInputView, {
  attributes: { max: 3 },
  values: [2],
});

viewCases(sliderView, {
  attributes: { min: 0, max: 10 },
  values: [5],
});

viewCases(durationView, {
  values: [5400],
  cases: [
    ['prints a clock', { value: 5405 }, '<time datetime="PT5405S">1:30:05</time>'],
    ['prints words', { value: 5400, config: { style: 'words' } }, '<time datetime="PT5400S">1 hr 30 min</time>'],
  ],
});

viewCases(durationInputView, {
  values: [5400],
  cases: [
    [
      'shows a duration as it is typed',
      { value: 5400 },
      '<input id="f" name="age" class="form-control" type="text" value="1:30" placeholder="1:30" autocomplete="off">',
    ],
  ],
});
