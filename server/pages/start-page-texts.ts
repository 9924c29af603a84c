import type { Language } from '../core/http/index.ts';

interface StartPageTexts {
  description: string;
  otherLanguage: string;
  lead: string;
  parts: string;
  console: string;
  consoleText: string;
  portal: string;
  portalOf(firm: string): string;
  portalText: string;
  portalOfSeveral: string;
  reference: string;
  referenceText: string;
  openApi: string;
  openApiText: string;
  health: string;
  healthText: string;
  firstCall: string;
  credentials: string;
  read: string;
  keep: string;
  unknown: { title: string; text: string; start: string; docs: string };
}

export const START_PAGE_TEXTS: Record<Language, StartPageTexts> = {
  en: {
    description: 'Stellwerk: a self-hostable recruiting platform with an exact integration API.',
    otherLanguage: 'Deutsch',
    lead: 'A recruiting and staffing platform that you host yourself, and the HTTP API that keeps your other systems in sync with it.',
    parts: 'Parts of this service',
    console: 'Sign in',
    consoleText: 'The console for recruiters and administrators.',
    portal: 'Job portal',
    portalOf: (firm) => `Jobs at ${firm}`,
    portalText: 'The published job ads, with a form to apply.',
    portalOfSeveral: 'Each firm has its own web address, /jobs/NAME. You can find it on the firm’s website.',
    reference: 'Documentation',
    referenceText: 'Guides with a first call, and a reference of all operations, ready to try.',
    openApi: 'OpenAPI document',
    openApiText: 'The same reference as JSON for your tools, and as',
    health: 'Health',
    healthText: 'Shows whether the service is running and can reach its database.',
    firstCall: 'Your first call',
    credentials:
      'The operator of this service gives you a client id and a client secret. Request an access token with them:',
    read: 'Then read a list with the token from the response:',
    keep: 'A token is valid for a day. Keep it and share it between your calls.',
    unknown: {
      title: 'Page not found',
      text: 'This page does not exist. The link may be incomplete or out of date.',
      start: 'Start page',
      docs: 'Documentation',
    },
  },
  de: {
    description: 'Stellwerk: eine Recruiting-Plattform zum Selbstbetreiben mit einer genauen Schnittstelle.',
    otherLanguage: 'English',
    lead: 'Eine Plattform für Personalvermittlung und Zeitarbeit, die Sie selbst betreiben, und die HTTP-Schnittstelle, die Ihre anderen Systeme mit ihr im Takt hält.',
    parts: 'Teile dieses Dienstes',
    console: 'Anmelden',
    consoleText: 'Die Konsole, in der Recruiting und Administration arbeiten.',
    portal: 'Stellenportal',
    portalOf: (firm) => `Stellen bei ${firm}`,
    portalText: 'Die veröffentlichten Stellenanzeigen, mit Formular zum Bewerben.',
    portalOfSeveral:
      'Jede Firma hat ihre eigene Adresse, /jobs/NAME. Sie finden sie auf der Website der Firma.',
    reference: 'Dokumentation',
    referenceText:
      'Anleitungen mit einem ersten Aufruf und die Referenz aller Operationen zum Ausprobieren. Auf Englisch.',
    openApi: 'OpenAPI-Dokument',
    openApiText: 'Dasselbe als JSON für Ihre Werkzeuge, und als',
    health: 'Zustand',
    healthText: 'Zeigt, ob der Dienst läuft und seine Datenbank erreicht.',
    firstCall: 'Ihr erster Aufruf',
    credentials:
      'Der Betreiber dieses Dienstes gibt Ihnen eine Client-Id und ein Client-Secret. Fordern Sie damit ein Zugriffstoken an:',
    read: 'Lesen Sie dann mit dem Token aus der Antwort eine Liste:',
    keep: 'Ein Token gilt einen Tag. Heben Sie es auf und verwenden Sie es für alle Aufrufe.',
    unknown: {
      title: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts. Vielleicht ist sie unvollständig oder veraltet.',
      start: 'Startseite',
      docs: 'Dokumentation (Englisch)',
    },
  },
};
