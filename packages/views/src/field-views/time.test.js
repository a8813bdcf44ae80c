import { viewCases } from './testing/view-cases.js';
import { timeView } from './time.js';

viewCases(timeView, {
  values: ['10:30'],
  cases: [['prints the time', { value: '10:30' }, '<time datetime="10:30">10:30</time>']],
});
