const sizeOf = (width: string, height: string, kilobytes: string): string =>
  `${width} × ${height} Pixel, ${kilobytes} KB`;

/** The settings of the job portal. */
export const PORTAL_DE = {
  open: 'Stellenportal ansehen',
  /** Read after the name of a link. */
  newTab: '(neuer Tab)',
  saved: 'Gespeichert. Das Stellenportal zeigt die Änderung sofort.',
  undone: 'Das Stellenportal ist wieder wie vorher.',
  links: {
    title: 'Sprache und Links',
    language: 'Sprache der Stellenanzeigen',
    languageHelp: 'Auch die Sprache der Seiten, wenn ein Besucher weder Deutsch noch Englisch bevorzugt.',
    imprintUrl: 'Impressum',
    privacyUrl: 'Datenschutzerklärung',
    privacyHelp:
      'Steht auch neben der Einwilligung. Ein anderer Link ist eine neue Fassung, der Bewerber zustimmen.',
    absent: 'kein Link',
  },
  languages: { de: 'Deutsch', en: 'Englisch' },
  look: {
    title: 'Aussehen',
    color: 'Farbe von Schaltflächen und Links',
    colorHelp: 'Etwa #0b5d51. Weiße Schrift muss darauf lesbar sein. Leer: die mitgelieferte Farbe.',
    pick: 'Farbe auswählen',
    builtInColor: 'mitgelieferte Farbe',
    takeShade: (color: string) => `Nächste geeignete Farbe nehmen: ${color}`,
    aboutDe: 'Über das Unternehmen, deutsch',
    aboutEn: 'Über das Unternehmen, englisch',
    aboutHelp: 'Steht auf jeder Seite. Leere Zeilen trennen Absätze.',
    aboutEnHelp: 'Fehlt der Text in einer Sprache, erscheint der andere.',
    noAbout: 'kein Text',
  },
  logo: {
    title: 'Logo',
    alt: 'Logo des Stellenportals',
    lead: 'PNG oder JPEG, höchstens 256 KB und 4.000 Pixel breit und hoch. Angezeigt wird es höchstens 48 Pixel hoch.',
    none: 'Ohne Logo steht der Name Ihres Unternehmens oben auf jeder Seite.',
    add: 'Logo hinzufügen',
    replace: 'Logo ersetzen',
    remove: 'Logo entfernen',
    sizeOf,
    set: 'Das Logo ist gespeichert.',
    removed: 'Das Logo ist entfernt.',
    back: 'Das vorige Logo ist wieder da.',
    backToNone: 'Das Stellenportal hat wieder kein Logo.',
    tooLarge: 'Die Datei ist zu groß. Erlaubt sind höchstens 256 KB.',
    tooManyPixels: 'Das Bild ist zu groß. Erlaubt sind höchstens 4.000 Pixel Breite und Höhe.',
    unsuitable: 'Das ist kein PNG oder JPEG. Speichern Sie ein SVG oder anderes Format als PNG.',
  },
  consents: {
    title: 'Einwilligungen',
    lead: 'Diesen Texten stimmen Bewerber im Formular zu. Lassen Sie eigene Texte rechtlich prüfen.',
    warning:
      'Jede Änderung ist eine neue Fassung, auch eine Änderung des Links zur Datenschutzerklärung. Wer gerade ein Formular offen hat, muss noch einmal zustimmen. Frühere Fassungen bleiben: Jede Bewerbung nennt die, der sie zugestimmt hat.',
    version: 'Aktuelle Fassung',
    kinds: {
      privacyText: 'Verarbeitung der Daten',
      termsText: 'Bedingungen',
      whatsAppText: 'Nachrichten über WhatsApp',
    },
    isOptional: 'freiwillig',
    german: 'Deutscher Text',
    english: 'Englischer Text',
    help: 'Leer: der mitgelieferte Text.',
    builtIn: 'mitgelieferter Text',
    insert: {
      de: 'Mitgelieferten deutschen Text einsetzen',
      en: 'Mitgelieferten englischen Text einsetzen',
    },
    showBuiltIn: 'Mitgelieferte Texte',
    saved: 'Die neue Fassung gilt. Wer ein Formular offen hat, stimmt noch einmal zu.',
    undone: 'Die vorigen Texte gelten wieder, als neue Fassung.',
  },
};
