/** Labels of the theme's settings. */
export const texts = {
  en: {
    'Default theme': 'Default theme',
    'A calm frame with the menu at the side or on top, light and dark.':
      'A calm frame with the menu at the side or on top, light and dark.',
    'theme.default': 'Default',
    'theme.navigation': 'Menu',
    'theme.navigation.side': 'At the side',
    'theme.navigation.top': 'On top',
    'theme.corners': 'Corners',
    'theme.corners.round': 'Round',
    'theme.corners.soft': 'Soft',
    'theme.corners.square': 'Square',
    'theme.footer': 'Line at the foot of each page',
  },
  de: {
    'Default theme': 'Standard-Theme',
    'A calm frame with the menu at the side or on top, light and dark.':
      'Ein ruhiger Rahmen mit dem Menü an der Seite oder oben, hell und dunkel.',
    'theme.default': 'Standard',
    'theme.navigation': 'Menü',
    'theme.navigation.side': 'An der Seite',
    'theme.navigation.top': 'Oben',
    'theme.corners': 'Ecken',
    'theme.corners.round': 'Rund',
    'theme.corners.soft': 'Weich',
    'theme.corners.square': 'Eckig',
    'theme.footer': 'Zeile am Fuß jeder Seite',
  },
};
