/** @import { AppDocument } from '@plinth/plugin' */
import { definePlugin } from '@plinth/plugin';
import { readFileSync } from 'node:fs';

const NAMES = ['forum', 'issue-tracker', 'inventory', 'crm', 'landing-page', 'benchmark-dashboard'];

export const plugin = definePlugin({
  name: 'starter-apps',
  version: '0.1.0',
  api: '^1',
  label: 'Starter apps',
  description: 'Apps to begin with: forum, issue tracker, inventory, CRM, landing page, benchmark dashboard.',
  icon: 'apps',
  // What is said of the apps before they are installed; the apps themselves are content and stay as they are written.
  texts: {
    de: {
      'Starter apps': 'Apps für den Anfang',
      'Apps to begin with: forum, issue tracker, inventory, CRM, landing page, benchmark dashboard.':
        'Apps für den Anfang: Forum, Vorgänge, Lager, Kunden, Landingpage, Benchmark-Übersicht.',
      Forum: 'Forum',
      'Topics, answers and categories for a community: a front page with the newest topics and posts, search, and rights by author.':
        'Themen, Antworten und Kategorien für eine Gemeinschaft: eine Startseite mit den neuesten Themen und Beiträgen, Suche, und Rechte je Autor.',
      'Issue tracker': 'Vorgänge',
      'Projects, issues with status, priority and assignee, comments and labels: what a team needs to see who does what until when.':
        'Projekte, Vorgänge mit Status, Priorität und Zuständigen, Kommentare und Etiketten: was ein Team braucht, um zu sehen, wer was bis wann tut.',
      Inventory: 'Lager',
      'Products, suppliers and places, with a booking for each movement: the stock is always the sum of what came and went.':
        'Artikel, Lieferanten und Lagerorte, mit einer Buchung je Bewegung: der Bestand ist immer die Summe dessen, was kam und ging.',
      CRM: 'Kunden (CRM)',
      'Companies, contacts, deals and what to do next: a sales pipeline with totals that everybody understands.':
        'Firmen, Kontakte, Geschäfte und was als Nächstes zu tun ist: eine Vertriebspipeline mit Summen, die alle verstehen.',
      'Benchmark dashboard': 'Benchmark-Übersicht',
      'Results of plinth run-benchmark: throughput, latency and memory by benchmark, workers, system and version, as charts with filters.':
        'Ergebnisse von plinth run-benchmark: Durchsatz, Wartezeit und Speicher je Messung, Worker, System und Version, als Diagramme mit Filtern.',
      'Landing page': 'Landingpage',
      'A page for a product or a project: what it does, what it costs, what others say, questions, and a contact form whose messages land in a table.':
        'Eine Seite für ein Produkt oder Projekt: was es kann, was es kostet, was andere sagen, Fragen, und ein Kontaktformular, dessen Nachrichten in einer Tabelle landen.',
    },
  },
  starterApps: NAMES.map(read),
});

/** @param {string} name @returns {AppDocument} */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../apps/${name}.json`, import.meta.url), 'utf8'));
}
