/** @import { Look } from '@plinth/plugin' */

/**
 * Colours that go together. What a preset doesn't name has its default.
 *
 * @typedef {{ name: string, themeColour: string, look: Pick<Look, 'light' | 'dark'> }} Preset
 */

/** @type {Preset[]} */
const presets = [
  { name: 'blue', themeColour: '#206bc4', look: {} },
  { name: 'indigo', themeColour: '#4b48d6', look: { dark: { accent: '#8f8cff' } } },
  { name: 'teal', themeColour: '#0b7285', look: { dark: { accent: '#3bc9db' } } },
  { name: 'green', themeColour: '#1b7a34', look: { dark: { accent: '#57c878' } } },
  { name: 'orange', themeColour: '#c2410c', look: { dark: { accent: '#fb923c' } } },
  { name: 'rose', themeColour: '#be185d', look: { dark: { accent: '#f472b6' } } },
  {
    name: 'graphite',
    themeColour: '#374151',
    look: {
      light: { body: '#f3f4f6', text: '#111827', muted: '#4b5563' },
      dark: { accent: '#cbd5e1', body: '#111315', surface: '#1a1d20', text: '#e9ecef', muted: '#a3abb3' },
    },
  },
  {
    name: 'paper',
    themeColour: '#8a4b16',
    look: {
      light: { body: '#f7f2e8', surface: '#fffdf8', text: '#2b2118', muted: '#6a5a49' },
      dark: { accent: '#e0a46c', body: '#17130f', surface: '#201b16', text: '#efe6da', muted: '#b8aa99' },
    },
  },
  {
    name: 'midnight',
    themeColour: '#3b4fd8',
    look: {
      light: { body: '#f2f4fb', text: '#151b33', muted: '#515b7c' },
      dark: { accent: '#7c9cff', body: '#0a0f1f', surface: '#121a2e', text: '#e6ebff', muted: '#a0abce' },
    },
  },
  {
    name: 'contrast',
    themeColour: '#0033a0',
    look: {
      light: {
        body: '#ffffff',
        text: '#000000',
        muted: '#333333',
        success: '#0b4d26',
        danger: '#8f0f0f',
        warning: '#5c3600',
        info: '#06445a',
      },
      dark: { accent: '#ffd84d', body: '#000000', surface: '#0c0c0c', text: '#ffffff', muted: '#d6d6d6' },
    },
  },
];
export const PRESETS = Object.freeze(presets);
