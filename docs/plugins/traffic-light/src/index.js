import { definePlugin, html, node } from '@plinth/plugin';
import { colourOf, light } from './light.js';

export const plugin = definePlugin({
  name: 'traffic-light',
  version: '1.0.0',
  api: '^1',
  label: 'Traffic light',
  description: 'Shows whole numbers as green, yellow or red.',
  icon: 'traffic-lights',
  fieldViews: [light],
  settings: [
    { name: 'greeting', type: 'text', label: 'Greeting', default: 'Hello' },
    { name: 'key', type: 'text', label: 'Key of the signal box', secret: true },
  ],
  pages: [
    {
      name: 'about',
      title: 'About the traffic light',
      description: '',
      roles: ['public'],
      layout: node('stack', {}, [node('heading', { text: 'Green, yellow, red' })]),
    },
  ],
  routes: [
    {
      method: 'GET',
      path: 'try',
      roles: ['user'],
      async handle({ query, config }) {
        const value = Number(query.value ?? 50);
        const colour = colourOf(value, { green: 80, red: 20 });
        const box = config.key ? 'The signal box is connected.' : 'There is no signal box.';
        return { title: 'Try it', html: html`<p>${config.greeting}, ${value} is ${colour}. ${box}</p>` };
      },
    },
  ],
});
