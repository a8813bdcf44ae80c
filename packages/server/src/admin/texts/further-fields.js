export const texts = {
  en: {
    'admin.further.title': 'Further fields',
    'admin.further.none': 'Users have a name and an e-mail address so far',
    'admin.further.help':
      'Department, telephone, date of birth: what else is to be known of people is kept in a table with one row for each person. Rules and conditions know its fields as user.department, and everybody may change the own row until you decide otherwise: with an edit view of the table they find it in their profile.',
    'admin.further.make': 'Add further fields',
    'admin.further.table': 'Profiles',
    'admin.further.person': 'Person',
    'admin.further.open': 'Further fields of this person',
  },
  de: {
    'admin.further.title': 'Weitere Felder',
    'admin.further.none': 'Benutzer haben bisher einen Namen und eine E-Mail-Adresse',
    'admin.further.help':
      'Abteilung, Telefon, Geburtstag: Was sonst von Menschen bekannt sein soll, steht in einer Tabelle mit einer Zeile für jeden. Regeln und Bedingungen kennen ihre Felder als user.department, und jeder darf die eigene Zeile ändern, bis Sie es anders festlegen: Mit einer Bearbeiten-Ansicht der Tabelle steht sie im eigenen Profil.',
    'admin.further.make': 'Weitere Felder hinzufügen',
    'admin.further.table': 'Profile',
    'admin.further.person': 'Person',
    'admin.further.open': 'Weitere Felder dieser Person',
  },
};
