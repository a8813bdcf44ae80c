/** @import { Node, Translate } from '@plinth/plugin' */
import { definePageTemplate, node } from '@plinth/plugin';

const POINTS = /** @type {const} */ ([
  { key: 'first', icon: 'rocket', colour: 'blue' },
  { key: 'second', icon: 'users', colour: 'purple' },
  { key: 'third', icon: 'lock', colour: 'green' },
]);

/** A page for visitors: what this is, three reasons, and what to do next. */
export const landing = definePageTemplate({
  name: 'landing',
  order: 60,
  label: 'pt.landing',
  icon: 'rocket',
  description: 'pt.landing.description',
  needsTable: false,
  compose: ({ title, t }) =>
    node('stack', { gap: '5' }, [
      node('container', { background: 'glow', padding: '5', radius: '3', align: 'center', gap: '4' }, [
        node('heading', { text: title, level: '1', size: 'display', align: 'center' }),
        node('text', { text: t('pt.landing.lead'), style: 'lead', align: 'center' }),
        node('stack', { direction: 'row', justify: 'center' }, [login(t, 'large')]),
      ]),
      node(
        'columns',
        {},
        POINTS.map((point) => reason(point, t)),
      ),
      node('card', {}, [
        node('heading', { text: t('pt.landing.next'), level: '2' }),
        node('text', { text: t('pt.landing.nextText') }),
        node('stack', { direction: 'row' }, [login(t, 'normal')]),
      ]),
    ]),
});

/** @param {Translate} t @param {string} size */
const login = (t, size) =>
  node('button', { label: t('pt.landing.start'), to: 'url', url: '/auth/login', icon: 'arrow-right', size });

/** @param {typeof POINTS[number]} point @param {Translate} t @returns {Node} */
const reason = ({ key, icon, colour }, t) =>
  node('column', { width: 4, tablet: 6 }, [
    node('card', {}, [
      node('icon', { icon, size: 'large', colour, ground: true }),
      node('heading', { text: t(`pt.landing.${key}`), level: '3' }),
      node('text', { text: t(`pt.landing.${key}Text`), style: 'muted' }),
    ]),
  ]);
