import type { Language } from '../../core/http/index.ts';

/** Everything the portal says of its own. What the ads say stays in the language of the ads. */
export interface Texts {
  jobs: string;
  jobsAt(firm: string): string;
  listLead(firm: string): string;
  skip: string;
  otherLanguage: string;
  imprint: string;
  privacy: string;
  footer: string;
  search: {
    heading: string;
    words: string;
    wordsExample: string;
    city: string;
    branch: string;
    employmentType: string;
    any: string;
    submit: string;
    reset: string;
  };
  results(total: number): string;
  noResults: string;
  noAds: string;
  pages: string;
  previous: string;
  next: string;
  page(number: number, of: number): string;
  published: string;
  branch: string;
  hours(hours: string): string;
  salary: string;
  perPeriod: Record<'hour' | 'month' | 'year', string>;
  from(amount: string): string;
  upTo(amount: string): string;
  range(from: string, to: string): string;
  start: string;
  place: string;
  reference: string;
  kind: string;
  atAGlance: string;
  tasks: string;
  profile: string;
  benefits: string;
  contact: string;
  apply: string;
  applyFor(title: string): string;
  backToList: string;
  backToAd: string;
  form: FormTexts;
  thanks: { title: string; lead(firm: string): string; next: string[]; more: string };
  notices: Record<NoticeName, { title: string; text: string }>;
}

export type NoticeName =
  | 'noFirm'
  | 'unknownAd'
  | 'unknownPage'
  | 'gone'
  | 'tooLarge'
  | 'malformed'
  | 'tooMany'
  | 'notAForm'
  | 'unavailable'
  | 'internal';

export interface FormTexts {
  intro: string;
  optional: string;
  person: string;
  salutation: string;
  firstName: string;
  lastName: string;
  email: string;
  emailHint: string;
  phone: string;
  address: string;
  street: string;
  streetNumber: string;
  zipCode: string;
  city: string;
  application: string;
  message: string;
  availableFrom: string;
  files: string;
  filesHint(megabytes: number): string;
  cv: string;
  documents: string;
  documentsHint: string;
  consents: string;
  whatsApp: string;
  privacyLink: string;
  submit: string;
  submitHint: string;
  doNotFill: string;
  errorTitle: string;
  errorsIn(count: number): string;
  chooseFilesAgain: string;
  /** Prefix of the page's title, for those who hear it. */
  errorPrefix: string;
  errors: {
    required: string;
    tooLong: string;
    invalid: string;
    email: string;
    phoneNumber: string;
    zipCode: string;
    availableFrom: string;
    consent: string;
    doNotFill: string;
    tooQuick: string;
    outdated: string;
    fileEmpty(name: string): string;
    fileTooLarge(name: string, megabytes: number): string;
    fileKind(name: string): string;
    tooManyFiles(most: number): string;
    unclear: string;
  };
}

const de: Texts = {
  jobs: 'Stellenangebote',
  jobsAt: (firm) => `Stellenangebote von ${firm}`,
  listLead: (firm) => `Offene Stellen bei ${firm} und in den Betrieben, für die wir suchen.`,
  skip: 'Zum Inhalt',
  otherLanguage: 'English',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  footer: 'Diese Seiten setzen keine Cookies und laden nichts von anderen Anbietern.',
  search: {
    heading: 'Stellen suchen',
    words: 'Beruf oder Stichwort',
    wordsExample: 'zum Beispiel Lager oder Pflege',
    city: 'Ort',
    branch: 'Niederlassung',
    employmentType: 'Beschäftigungsart',
    any: 'Alle',
    submit: 'Suchen',
    reset: 'Alle Stellen zeigen',
  },
  results: (total) => (total === 1 ? 'Eine Stelle' : `${total.toLocaleString('de')} Stellen`),
  noResults:
    'Dazu haben wir gerade nichts. Versuchen Sie es mit einem kürzeren Stichwort oder einem anderen Ort.',
  noAds: 'Zurzeit ist keine Stelle ausgeschrieben. Schauen Sie bald wieder vorbei.',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  page: (number, of) => `Seite ${number} von ${of}`,
  published: 'Veröffentlicht',
  branch: 'Niederlassung',
  hours: (hours) => `${hours} Stunden pro Woche`,
  salary: 'Vergütung',
  perPeriod: { hour: 'pro Stunde', month: 'im Monat', year: 'im Jahr' },
  from: (amount) => `ab ${amount}`,
  upTo: (amount) => `bis ${amount}`,
  range: (from, to) => `${from} bis ${to}`,
  start: 'Beginn',
  place: 'Arbeitsort',
  reference: 'Kennnummer',
  kind: 'Beschäftigung',
  atAGlance: 'Auf einen Blick',
  tasks: 'Ihre Aufgaben',
  profile: 'Das bringen Sie mit',
  benefits: 'Das bieten wir',
  contact: 'Ansprechpartner',
  apply: 'Jetzt bewerben',
  applyFor: (title) => `Bewerbung: ${title}`,
  backToList: 'Alle Stellenangebote',
  backToAd: 'Zurück zur Stelle',
  form: {
    intro: 'Es dauert wenige Minuten. Ein Anschreiben ist nicht nötig.',
    optional: '(freiwillig)',
    person: 'Zu Ihrer Person',
    salutation: 'Anrede',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail-Adresse',
    emailHint: 'Dorthin antworten wir Ihnen.',
    phone: 'Telefon',
    address: 'Anschrift',
    street: 'Straße',
    streetNumber: 'Hausnummer',
    zipCode: 'Postleitzahl',
    city: 'Ort',
    application: 'Ihre Bewerbung',
    message: 'Was sollen wir wissen?',
    availableFrom: 'Frühester Beginn',
    files: 'Unterlagen',
    filesHint: (megabytes) =>
      `PDF, Word (DOCX), ODT, RTF, Text oder Foto (JPEG, PNG), je bis ${megabytes} MB.`,
    cv: 'Lebenslauf',
    documents: 'Zeugnisse und anderes',
    documentsHint: 'Sie können mehrere Dateien auf einmal auswählen.',
    consents: 'Einwilligungen',
    whatsApp: 'Kontakt über WhatsApp',
    privacyLink: 'Datenschutzerklärung',
    submit: 'Bewerbung absenden',
    submitHint: 'Mit großen Dateien kann das einen Moment dauern.',
    doNotFill: 'Dieses Feld bitte leer lassen',
    errorTitle: 'Die Bewerbung ist noch nicht abgeschickt',
    errorsIn: (count) =>
      count === 1 ? 'Bitte prüfen Sie diese Stelle:' : `Bitte prüfen Sie diese ${count} Stellen:`,
    chooseFilesAgain:
      'Ihre Dateien konnten wir nicht behalten: Bitte wählen Sie sie noch einmal aus. Alles andere ist noch da.',
    errorPrefix: 'Fehler: ',
    errors: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      tooLong: 'Bitte fassen Sie sich hier kürzer.',
      invalid: 'Bitte prüfen Sie diese Angabe.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
      phoneNumber: 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel 0151 23456789.',
      zipCode: 'Bitte prüfen Sie die Postleitzahl.',
      availableFrom: 'Bitte geben Sie ein Datum ein.',
      consent: 'Ohne diese Zustimmung können wir die Bewerbung nicht annehmen.',
      doNotFill: 'Dieses Feld muss leer bleiben. Bitte löschen Sie den Inhalt.',
      tooQuick:
        'Das ging sehr schnell. Bitte prüfen Sie Ihre Angaben und senden Sie das Formular noch einmal.',
      outdated: 'Das Formular war zu lange offen. Bitte senden Sie es noch einmal ab.',
      fileEmpty: (name) => `Die Datei „${name}“ ist leer.`,
      fileTooLarge: (name, megabytes) => `Die Datei „${name}“ ist größer als ${megabytes} MB.`,
      fileKind: (name) =>
        `Die Datei „${name}“ können wir nicht lesen. Möglich sind PDF, Word (DOCX), ODT, RTF, Text, JPEG und PNG.`,
      tooManyFiles: (most) => `Bitte wählen Sie höchstens ${most} Dateien aus.`,
      unclear: 'Eine Angabe ließ sich nicht verarbeiten. Bitte laden Sie die Seite neu.',
    },
  },
  thanks: {
    title: 'Danke für Ihre Bewerbung',
    lead: (firm) => `Ihre Bewerbung ist bei ${firm} angekommen.`,
    next: [
      'Wir lesen Ihre Angaben und Unterlagen.',
      'Wir melden uns bei Ihnen, per E-Mail oder telefonisch.',
      'Passt die Stelle, besprechen wir alles Weitere persönlich.',
    ],
    more: 'Weitere Stellen ansehen',
  },
  notices: {
    noFirm: {
      title: 'Welche Firma?',
      text: 'Zu dieser Adresse gehört der Name der Firma, deren Stellen Sie suchen: /jobs/name-der-firma. Sie finden die vollständige Adresse auf der Website der Firma.',
    },
    unknownAd: {
      title: 'Diese Stelle gibt es nicht',
      text: 'Vielleicht ist die Adresse unvollständig. Alle offenen Stellen finden Sie in der Übersicht.',
    },
    unknownPage: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist die Adresse unvollständig oder veraltet.',
    },
    gone: {
      title: 'Diese Stelle ist nicht mehr ausgeschrieben',
      text: 'Sie ist besetzt oder wird zurzeit nicht besetzt. Vielleicht passt eine andere zu Ihnen.',
    },
    tooLarge: {
      title: 'Die Dateien sind zusammen zu groß',
      text: 'Alle Dateien zusammen dürfen höchstens 100 MB haben. Gehen Sie zurück und wählen Sie weniger oder kleinere aus; Ihre Bewerbung ist noch nicht abgeschickt.',
    },
    malformed: {
      title: 'Die Übertragung ist abgebrochen',
      text: 'Die Bewerbung kam nicht vollständig an. Gehen Sie zurück und senden Sie sie noch einmal ab.',
    },
    tooMany: {
      title: 'Zu viele Bewerbungen auf einmal',
      text: 'Von Ihrem Anschluss kamen gerade sehr viele Bewerbungen. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    },
    notAForm: {
      title: 'So lässt sich keine Bewerbung senden',
      text: 'Bitte benutzen Sie das Formular auf der Seite der Stelle.',
    },
    unavailable: {
      title: 'Gerade nicht erreichbar',
      text: 'Die Stellenangebote sind in Kürze wieder da. Bitte versuchen Sie es gleich noch einmal.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das lag nicht an Ihnen. Bitte versuchen Sie es später noch einmal.',
    },
  },
};

const en: Texts = {
  jobs: 'Jobs',
  jobsAt: (firm) => `Jobs at ${firm}`,
  listLead: (firm) => `Open positions at ${firm} and at the companies we recruit for.`,
  skip: 'Skip to content',
  otherLanguage: 'Deutsch',
  imprint: 'Legal notice',
  privacy: 'Privacy',
  footer: 'These pages set no cookies and load nothing from anybody else.',
  search: {
    heading: 'Search jobs',
    words: 'Occupation or keyword',
    wordsExample: 'for example warehouse or care',
    city: 'City',
    branch: 'Branch',
    employmentType: 'Type of employment',
    any: 'All',
    submit: 'Search',
    reset: 'Show all jobs',
  },
  results: (total) => (total === 1 ? 'One job' : `${total.toLocaleString('en')} jobs`),
  noResults: 'There is nothing like that at the moment. Try a shorter keyword or another city.',
  noAds: 'There are no open positions at the moment. Please come back soon.',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (number, of) => `Page ${number} of ${of}`,
  published: 'Published',
  branch: 'Branch',
  hours: (hours) => `${hours} hours a week`,
  salary: 'Pay',
  perPeriod: { hour: 'an hour', month: 'a month', year: 'a year' },
  from: (amount) => `from ${amount}`,
  upTo: (amount) => `up to ${amount}`,
  range: (from, to) => `${from} to ${to}`,
  start: 'Start',
  place: 'Place of work',
  reference: 'Reference',
  kind: 'Employment',
  atAGlance: 'At a glance',
  tasks: 'Your tasks',
  profile: 'What you bring',
  benefits: 'What we offer',
  contact: 'Contact',
  apply: 'Apply now',
  applyFor: (title) => `Application: ${title}`,
  backToList: 'All jobs',
  backToAd: 'Back to the job',
  form: {
    intro: 'It takes a few minutes. A cover letter is not needed.',
    optional: '(optional)',
    person: 'About you',
    salutation: 'Salutation',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    emailHint: 'We will reply to this address.',
    phone: 'Phone',
    address: 'Address',
    street: 'Street',
    streetNumber: 'House number',
    zipCode: 'Postal code',
    city: 'City',
    application: 'Your application',
    message: 'What should we know?',
    availableFrom: 'Earliest start',
    files: 'Documents',
    filesHint: (megabytes) =>
      `PDF, Word (DOCX), ODT, RTF, text or picture (JPEG, PNG), up to ${megabytes} MB each.`,
    cv: 'CV',
    documents: 'Certificates and others',
    documentsHint: 'You can choose several files at once.',
    consents: 'Consent',
    whatsApp: 'Contact by WhatsApp',
    privacyLink: 'Privacy policy',
    submit: 'Send application',
    submitHint: 'With large files this can take a moment.',
    doNotFill: 'Please leave this field empty',
    errorTitle: 'Your application has not been sent yet',
    errorsIn: (count) => (count === 1 ? 'Please check this:' : `Please check these ${count} things:`),
    chooseFilesAgain:
      'We could not keep your files: please choose them again. Everything else is still there.',
    errorPrefix: 'Error: ',
    errors: {
      required: 'Please fill in this field.',
      tooLong: 'Please make this shorter.',
      invalid: 'Please check this.',
      email: 'Please enter an e-mail address, for example name@example.com.',
      phoneNumber: 'Please enter a phone number, for example +49 151 23456789.',
      zipCode: 'Please check the postal code.',
      availableFrom: 'Please enter a date.',
      consent: 'Without your agreement we cannot accept the application.',
      doNotFill: 'This field must stay empty. Please delete what is in it.',
      tooQuick: 'That was very quick. Please check your details and send the form again.',
      outdated: 'The form was open for too long. Please send it again.',
      fileEmpty: (name) => `The file “${name}” is empty.`,
      fileTooLarge: (name, megabytes) => `The file “${name}” is larger than ${megabytes} MB.`,
      fileKind: (name) =>
        `We cannot read the file “${name}”. Possible are PDF, Word (DOCX), ODT, RTF, text, JPEG and PNG.`,
      tooManyFiles: (most) => `Please choose ${most} files at most.`,
      unclear: 'One of the details could not be processed. Please load the page again.',
    },
  },
  thanks: {
    title: 'Thank you for your application',
    lead: (firm) => `Your application has reached ${firm}.`,
    next: [
      'We read your details and documents.',
      'We get in touch with you, by e-mail or phone.',
      'If the job suits you, we talk about everything else in person.',
    ],
    more: 'See more jobs',
  },
  notices: {
    noFirm: {
      title: 'Which firm?',
      text: 'This address needs the name of the firm whose jobs you are looking for: /jobs/name-of-the-firm. You find the whole address on the firm’s website.',
    },
    unknownAd: {
      title: 'There is no such job',
      text: 'The address may be incomplete. The overview shows all open positions.',
    },
    unknownPage: {
      title: 'There is no such page',
      text: 'The address may be incomplete or out of date.',
    },
    gone: {
      title: 'This job is no longer advertised',
      text: 'It has been filled or is not being filled at the moment. Perhaps another one suits you.',
    },
    tooLarge: {
      title: 'The files are too large together',
      text: 'All files together may have 100 MB at most. Go back and choose fewer or smaller ones; your application has not been sent yet.',
    },
    malformed: {
      title: 'The transfer broke off',
      text: 'The application did not arrive as a whole. Go back and send it again.',
    },
    tooMany: {
      title: 'Too many applications at once',
      text: 'A great many applications have just come from your connection. Please try again in a few minutes.',
    },
    notAForm: {
      title: 'An application cannot be sent like this',
      text: 'Please use the form on the page of the job.',
    },
    unavailable: {
      title: 'Not available at the moment',
      text: 'The jobs will be back shortly. Please try again in a moment.',
    },
    internal: {
      title: 'Something went wrong',
      text: 'It was not your doing. Please try again later.',
    },
  },
};

export const TEXTS: Record<Language, Texts> = { de, en };
