import type { FigureName } from '../api/records.ts';

const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === '1' ? one : many}`;

const FIGURES: Record<FigureName, string> = {
  views: 'Aufrufe',
  applyClicks: 'Formular geöffnet',
  applications: 'Bewerbungen',
  conversionRate: 'Quote',
  hires: 'Einstellungen',
  rejections: 'Ablehnungen',
  publishedDays: 'Tage online',
  opened: 'Neu',
  filled: 'Besetzt',
  cancelled: 'Storniert',
  open: 'Offen',
  headcountRequested: 'Gesuchte Stellen',
  headcountFilled: 'Besetzte Stellen',
  averageDaysToFill: 'Tage bis besetzt',
};

const MEANINGS: Record<FigureName, string> = {
  views: 'So oft wurden Stellenanzeigen auf dem Stellenportal angesehen.',
  applyClicks: 'So oft wurde das Bewerbungsformular auf dem Stellenportal geöffnet.',
  applications: 'Bewerbungen, die im Zeitraum eingegangen sind.',
  conversionRate:
    'Bewerbungen geteilt durch Aufrufe. Ohne Aufrufe gibt es keine Quote. Sie kann über 100 % liegen, denn importierte und andere externe Bewerbungen haben keinen Aufruf.',
  hires:
    'Bewerbungen, die im Zeitraum zu einer Einstellung führten, gleich wann sie eingegangen sind. Jede zählt einmal. Zurückgenommene und ersetzte Entscheidungen zählen nicht.',
  rejections:
    'Bewerbungen, die im Zeitraum abgelehnt wurden, gleich wann sie eingegangen sind. Jede zählt einmal. Zurückgenommene und ersetzte Entscheidungen zählen nicht.',
  publishedDays:
    'Tage im Zeitraum, höchstens bis heute, an denen eine Anzeige veröffentlicht war. Ein angebrochener Tag zählt ganz. Die Tage mehrerer Anzeigen werden addiert.',
  opened: 'Aufträge, die im Zeitraum angelegt wurden.',
  filled:
    'Aufträge, die im Zeitraum besetzt und bis zu seinem Ende weder wieder geöffnet noch storniert wurden. Auch abgeschlossene zählen.',
  cancelled: 'Aufträge, die im Zeitraum storniert wurden.',
  open: 'Aufträge, die am Ende des Zeitraums offen oder in Bearbeitung sind. Läuft er noch, gilt der Stand von jetzt.',
  headcountRequested: 'Summe der Stellen in den neuen Aufträgen.',
  headcountFilled: 'Summe aller Stellen in den besetzten Aufträgen.',
  averageDaysToFill:
    'Durchschnitt der Tage vom Anlegen bis zur ersten Besetzung, über die besetzten Aufträge.',
};

/** Figures of a period, as tables, charts, and files. */
export const REPORTS_DE = {
  tabList: 'Arten von Auswertungen',
  tabs: {
    days: 'Bewerbungseingang',
    jobs: 'Stellenanzeigen',
    channels: 'Kanäle',
    offices: 'Niederlassungen',
    recruiters: 'Zuständige',
    requests: 'Aufträge',
  },
  filters: 'Filter der Auswertung',
  period: 'Zeitraum',
  presets: {
    last30: 'Letzte 30 Tage',
    thisMonth: 'Dieser Monat bis heute',
    lastMonth: 'Letzter Monat',
    thisQuarter: 'Dieses Quartal bis heute',
    lastQuarter: 'Letztes Quartal',
    thisYear: 'Dieses Jahr bis heute',
    lastYear: 'Letztes Jahr',
    all: 'Gesamte Zeit',
  },
  ownPeriod: 'Eigener Zeitraum',
  from: 'Von',
  to: 'Bis',
  branch: 'Niederlassung',
  allBranches: 'Alle Niederlassungen',
  closedBranch: (name: string) => `${name} (geschlossen)`,
  unit: 'Je',
  units: { day: 'Tag', week: 'Woche', month: 'Monat' },
  between: (from: string, to: string) => `${from} bis ${to}`,
  since: (from: string) => `ab ${from}`,
  until: (to: string) => `bis ${to}`,
  asOf: (time: string) => `Stand ${time}`,
  utc: 'Tage in UTC',
  csv: 'Als CSV speichern',
  csvCut: (rows: string, all: string) =>
    `Die CSV-Datei enthält nur die ersten ${rows} von ${all} Zeilen, in dieser Reihenfolge. Wählen Sie einen kürzeren Zeitraum oder eine Niederlassung.`,
  none: 'In diesem Zeitraum gibt es keine Zahlen.',
  noneLead: 'Wählen Sie einen anderen Zeitraum oder alle Niederlassungen.',
  sum: (count: string) => `Summe (${count})`,
  noSum: 'Eine Summe wäre hier falsch.',
  rows: (from: string, to: string, all: string) => `${from} bis ${to} von ${all}`,
  pages: 'Seiten der Tabelle',
  previous: 'Vorherige',
  next: 'Nächste',
  meanings: 'Was die Zahlen bedeuten',
  chart: (figure: string) => `Die höchsten Werte: ${figure}`,
  most: (figure: string, name: string, value: string) => `Vorn bei „${figure}“: ${name} mit ${value}.`,
  performance: (views: string, applications: string, hires: string, rejections: string) =>
    `${counted(views, 'Aufruf', 'Aufrufe')}, ${counted(applications, 'Bewerbung', 'Bewerbungen')}, ${counted(hires, 'Einstellung', 'Einstellungen')} und ${counted(rejections, 'Ablehnung', 'Ablehnungen')}.`,
  requests: (opened: string, filled: string, open: string) =>
    `${counted(opened, 'neuer Auftrag', 'neue Aufträge')}, ${filled} besetzt, am Ende ${open} offen.`,
  headings: {
    jobs: 'Zahlen je Stellenanzeige',
    channels: 'Zahlen je Kanal',
    offices: 'Zahlen je Niederlassung',
    recruiters: 'Zahlen je zuständiger Person',
    requests: 'Aufträge je Niederlassung und Art',
  },
  names: {
    jobs: 'Stellenanzeige',
    channels: 'Kanal',
    offices: 'Niederlassung',
    recruiters: 'Zuständig',
    requests: 'Niederlassung',
  },
  jobNumber: 'Nr.',
  jobBranch: 'Niederlassung',
  requestKind: 'Art',
  kinds: {
    temporarystaffing: 'Arbeitnehmerüberlassung',
    directplacement: 'Personalvermittlung',
    servicecontract: 'Werkvertrag',
  },
  nobody: 'niemand',
  noBranch: 'ohne Niederlassung',
  unknown: (id: string) => `Nr. ${id}`,
  deleted: 'gelöscht',
  openJobs: (branch: string) => `Stellenanzeigen dieser Niederlassung auswerten: ${branch}`,
  figures: FIGURES,
  figureMeanings: MEANINGS,
  rules: {
    jobs: 'Eine Anzeige zählt für ihre jetzige Niederlassung, auch wenn sie gelöscht ist. Bewerbungen ohne Stellenanzeige fehlen hier.',
    channels:
      'Bewerbungen und Entscheidungen zählen für die Niederlassung der Bewerbung, sonst für die ihrer Stellenanzeige, sonst für die des Bewerbers; Aufrufe und Tage für die jetzige der Anzeige. Die Tage einer Anzeige zählen bei jedem Kanal, über den sie Aufrufe oder Bewerbungen hatte, und werden deshalb nicht summiert.',
    offices:
      'Bewerbungen und Entscheidungen zählen für die Niederlassung der Bewerbung, sonst für die ihrer Stellenanzeige, sonst für die des Bewerbers; Aufrufe und Tage für die jetzige der Anzeige.',
    recruiters:
      'Bewerbungen und Entscheidungen zählen für die zuständige Person der Bewerbung, sonst für die der Stellenanzeige, sonst für die des Bewerbers; Aufrufe und Tage für die jetzige der Anzeige.',
    requests:
      'Ein Auftrag zählt für seine jetzige Niederlassung, ein importierter ab dem Tag, an dem er im alten System angelegt wurde.',
    days: 'Eine Bewerbung zählt an dem Tag, an dem sie eingegangen ist, mit der Phase, in der sie jetzt ist. Eine spätere Entscheidung ändert deshalb die Zahlen des Tages. Die Bewerbung zählt für ihre Niederlassung, sonst für die ihrer Stellenanzeige, sonst für die des Bewerbers.',
    always: 'Tage sind in UTC, der erste und der letzte zählen mit. Gelöschte Bewerber zählen nicht mehr.',
    alwaysRequests: 'Tage sind in UTC, der erste und der letzte zählen mit.',
  },
  course: {
    heading: 'Bewerbungseingang',
    axis: { day: 'Bewerbungen je Tag', week: 'Bewerbungen je Woche', month: 'Bewerbungen je Monat' },
    time: { day: 'Tag', week: 'Woche', month: 'Monat' },
    summary: (count: string, open: string, hired: string, rejected: string, withdrawn: string) =>
      `${counted(count, 'Bewerbung', 'Bewerbungen')}: ${open} offen, ${hired} eingestellt, ${rejected} abgelehnt, ${withdrawn} zurückgezogen.`,
    total: 'Eingegangen',
    open: 'Offen',
    hired: 'Eingestellt',
    rejected: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
    decided: 'entschieden',
    stillOpen: 'offen',
    openQueue: (time: string, count: string) => `Bewerbungen ansehen: ${time}, ${count}`,
    needsPeriod: 'Der Bewerbungseingang braucht einen ersten und einen letzten Tag.',
    tooLong: (years: string) => `Der Bewerbungseingang umfasst höchstens ${years} Jahre.`,
    toThisYear: 'Dieses Jahr zeigen',
  },
};
