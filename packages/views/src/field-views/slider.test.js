import { viewCases } from './testing/view-cases.js';
import { sliderView } from './slider.js';

viewCases(sliderView, {
  attributes: { min: 0, max: 10 },
  values: [5],
});
