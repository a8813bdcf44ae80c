/** @import { AppDocument } from '@plinth/plugin' */
import { definePlugin } from '@plinth/plugin';
import { readFileSync } from 'node:fs';

const NAMES = [
  'forum',
  'issue-tracker',
  'inventory',
  'crm',
  'landing-page',
  'purchase-approval',
  'benchmark-dashboard',
];

export const plugin = definePlugin({
  name: 'starter-apps',
  version: '0.1.0',
  api: '^1',
  label: 'Starter apps',
  description:
    'Ready-made apps to start from: forum, issue tracker, inventory, CRM, landing page, purchase approval, benchmark dashboard.',
  icon: 'apps',
  // What is said of the apps before they are installed; the apps themselves are content and stay as they are written.
  texts: {
    de: {
      'Starter apps': 'Starter-Apps',
      'Ready-made apps to start from: forum, issue tracker, inventory, CRM, landing page, purchase approval, benchmark dashboard.':
        'Fertige Apps für den Start: Forum, Vorgänge, Lager, Kunden, Landingpage, Einkaufsfreigabe, Benchmark-Dashboard.',
      Forum: 'Forum',
      'Topics, replies and categories for a community, with a front page of recent posts, search, and rights by author.':
        'Themen, Antworten und Kategorien für eine Community, mit einer Startseite der neuesten Beiträge, Suche und Rechten je Autor.',
      'Issue tracker': 'Vorgänge',
      'Projects and issues with status, priority, assignee, comments and labels, so the whole team sees who does what by when.':
        'Projekte und Vorgänge mit Status, Priorität, Zuständigen, Kommentaren und Labels, damit das ganze Team sieht, wer was bis wann erledigt.',
      Inventory: 'Lager',
      'Products, suppliers and locations, with a record of every stock movement, so the stock is always up to date.':
        'Artikel, Lieferanten und Lagerorte, mit einem Eintrag für jede Bewegung, damit der Bestand immer stimmt.',
      CRM: 'Kunden (CRM)',
      'Companies, contacts, deals and next steps: a sales pipeline with clear totals.':
        'Firmen, Kontakte, Geschäfte und nächste Schritte: eine Vertriebspipeline mit klaren Summen.',
      'Purchase approval': 'Einkaufsfreigabe',
      'Requests approved by amount: small ones at once, others by the manager, large ones by finance too, with deadlines, mails, questions back, and budgets.':
        'Anträge, nach Betrag freigegeben: kleine sofort, andere von der Leitung, große auch von der Buchhaltung, mit Fristen, Mails, Rückfragen und Budgets.',
      'Benchmark dashboard': 'Benchmark-Dashboard',
      'Results of plinth run-benchmark: throughput, latency and memory by benchmark, workers, system and version, as charts with filters.':
        'Ergebnisse von plinth run-benchmark: Durchsatz, Latenz und Speicher je Benchmark, Worker, System und Version, als Diagramme mit Filtern.',
      'Landing page': 'Landingpage',
      'A page for a product or project, with features, plans, testimonials, questions, and a contact form that saves messages to a table.':
        'Eine Seite für ein Produkt oder Projekt, mit Funktionen, Preisen, Kundenstimmen, Fragen und einem Kontaktformular, das Nachrichten in einer Tabelle speichert.',
    },
  },
  starterApps: NAMES.map(read),
});

/** @param {string} name @returns {AppDocument} */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../apps/${name}.json`, import.meta.url), 'utf8'));
}
