/** API clients: their permissions, credentials, and tokens. */
export const API_CLIENTS_DE = {
  heading: 'API-Clients',
  lead: 'Ein API-Client ist eine Anwendung, die mit eigenen Zugangsdaten auf die Schnittstelle zugreift.',
  add: 'API-Client anlegen …',
  none: 'Noch kein API-Client.',
  noneLead:
    'Legen Sie für jede Anwendung einen eigenen an, mit nicht mehr Rechten, als sie braucht. So lässt sich jede einzeln sperren.',
  name: 'Name',
  nameHelp: 'Der Name der Anwendung, etwa „Karriereseite“.',
  id: 'Client-ID',
  permissions: 'Rechte',
  state: 'Zustand',
  active: 'Aktiv',
  disabled: 'Deaktiviert',
  lastToken: 'Letztes Token',
  noToken: 'diesen Monat keines',
  back: 'Zu den API-Clients',
  missing: 'Diesen API-Client gibt es nicht.',
  created: 'Angelegt',
  read: 'Lesen',
  write: 'Schreiben',
  mayRead: 'lesen',
  mayWrite: 'schreiben',
  mayBoth: 'lesen und schreiben',
  mayAll: 'alles lesen und schreiben',
  area: 'Bereich',
  areas: {
    candidates: { name: 'Bewerber', about: 'Profil, Sprachen, Fähigkeiten, Lebenslauf, Status' },
    documents: { name: 'Dokumente', about: 'Dokumente der Bewerber mit ihrem Inhalt' },
    communication: { name: 'Kommunikation', about: 'Gespräche, E-Mails und Nachrichten mit Bewerbern' },
    applications: { name: 'Bewerbungen', about: 'Bewerbungen, auch von fremden Portalen' },
    customers: { name: 'Kunden', about: 'Unternehmen, Standorte, Einsatzorte, Ansprechpartner' },
    requests: { name: 'Aufträge', about: 'Aufträge der Kunden mit ihrem Status' },
    jobads: { name: 'Stellenanzeigen', about: 'Stellenanzeigen mit ihrem Status' },
    reports: { name: 'Auswertungen', about: 'Zahlen zu Anzeigen, Niederlassungen, Recruitern' },
    users: { name: 'Benutzer', about: 'Namen, Zuständigkeiten, Niederlassungen' },
    branches: { name: 'Niederlassungen', about: 'die Niederlassungen des Unternehmens' },
    masterdata: { name: 'Auswahllisten', about: 'etwa Status, Berufe und Länder' },
    webhooks: { name: 'Webhooks', about: 'Registrierungen und Zustellungen' },
  },
  permissionOf: (area: string, kind: string) => `${area}: ${kind}`,
  notYours: 'Leserechte kann hier nur die Administration vergeben.',
  notRemovable:
    'Leserechte kann hier nur die Administration entfernen. Um den API-Client sofort zu stoppen, deaktivieren Sie ihn.',
  roleLimit: (role: string) =>
    `Mit der Rolle „${role}“ vergeben Sie nur Leserechte, die Ihre Rolle selbst hat: Wer die Zugangsdaten kennt, liest alles, was der Client liest.`,
  noPermission: 'Wählen Sie mindestens ein Recht.',
  nameTaken: 'Einen API-Client mit diesem Namen gibt es schon.',
  create: {
    title: 'API-Client anlegen',
    submit: 'Anlegen',
    unsure:
      'Der Dienst hat nicht geantwortet. Sehen Sie in der Liste nach: Ist der API-Client angelegt, wechseln Sie sein Secret, denn das erste ist nicht mehr zu sehen.',
    secretTitle: (name: string) => `Zugangsdaten für ${name}`,
    done: (name: string) => `${name} ist angelegt.`,
  },
  basics: 'Name und Rechte',
  edit: 'Ändern …',
  editTitle: (name: string) => `${name} ändern`,
  effect:
    'Ein entferntes Recht gilt nach spätestens fünf Sekunden nicht mehr. Ein neues gilt ab dem nächsten Token, das die Anwendung anfordert.',
  knownSecret:
    'Was Sie hinzufügen, kann jeder lesen, der das Secret kennt: auch Benutzer, die den API-Client angelegt oder sein Secret gewechselt haben. Sollen sie das nicht, wechseln Sie vorher zweimal das Secret.',
  changed: (name: string) => `${name} ist geändert.`,
  renamed: (name: string) =>
    `Inzwischen heißt der Client „${name}“. Speichern Sie noch einmal, um diesen Namen zu ersetzen.`,
  changedBack: (name: string) => `${name} ist wieder wie vorher.`,
  credentials: {
    heading: 'Zugangsdaten',
    secrets: (count: string) =>
      count === '1' ? '1 Secret ist gültig.' : `${count} Secrets sind gültig: das neueste und das vorige.`,
    rotate: 'Secret wechseln …',
    title: (name: string) => `Secret von ${name} wechseln?`,
    one: 'Ein neues Secret wird erzeugt. Das aktuelle bleibt bis zum nächsten Wechsel gültig, damit die Anwendung ohne Unterbrechung umgestellt werden kann.',
    two: 'Ein neues Secret wird erzeugt. Das aktuelle bleibt bis zum nächsten Wechsel gültig. Das vorige, das noch gültig ist, gilt sofort nicht mehr: Eine Anwendung, die es noch verwendet, bekommt keine Token mehr.',
    leaked:
      'Ist ein Secret in falsche Hände geraten, wechseln Sie zweimal und widerrufen Sie danach die Token.',
    submit: 'Secret wechseln',
    unsure:
      'Der Dienst hat nicht geantwortet. Vielleicht ist das Secret schon gewechselt: Dann ist das neue nicht mehr zu sehen, und das der Anwendung gilt nur bis zum nächsten Wechsel. Wechseln Sie erst noch einmal, wenn Sie die Anwendung sofort umstellen können.',
    forbidden:
      'Dieser API-Client darf mehr lesen als Ihre Rolle. Deshalb kann nur die Administration sein Secret wechseln.',
    secret: 'Client-Secret',
    secretTitle: (name: string) => `Neues Secret für ${name}`,
    forTokens:
      'Mit Client-ID und Secret fordert die Anwendung Token an. Bewahren Sie das Secret nur auf Servern auf.',
  },
  tokens: {
    heading: 'Zugriffstoken',
    all: 'Widerrufen wurde noch keines.',
    validFrom: 'Gültig sind nur Token, die danach ausgestellt wurden:',
    revoke: 'Token widerrufen …',
    title: (name: string) => `Alle Token von ${name} widerrufen?`,
    warning:
      'Alle bisher ausgestellten Token werden spätestens nach fünf Sekunden endgültig ungültig. Die Anwendung erhält 401, bis sie ein neues Token verwendet. Es zählt im Token-Verbrauch. Die Secrets bleiben gültig.',
    submit: 'Token widerrufen',
    done: (name: string) => `${name}: Alle bisherigen Token sind widerrufen.`,
  },
  access: {
    heading: 'Zugriff',
    disable: 'Deaktivieren',
    disableOf: (name: string) => `Deaktivieren: ${name}`,
    enable: 'Aktivieren',
    enableOf: (name: string) => `Aktivieren: ${name}`,
    activeLead:
      'Deaktiviert bekommt die Anwendung keine Token, und ihre bisherigen werden endgültig ungültig. Nach dem Aktivieren fordert sie ein neues an.',
    disabledLead: 'Die Anwendung bekommt keine Token. Nach dem Aktivieren fordert sie ein neues an.',
    wasDisabled: (name: string) => `${name} ist deaktiviert. Die bisherigen Token gelten nicht mehr.`,
    wasEnabled: (name: string) => `${name} ist aktiv.`,
    enabledAgain: (name: string) => `${name} ist wieder aktiv und braucht ein neues Token.`,
    disabledAgain: (name: string) => `${name} ist wieder deaktiviert.`,
  },
};

/** The ledger of issued tokens. */
export const TOKENS_DE = {
  heading: 'Token-Verbrauch',
  lead: 'Jedes ausgestellte Zugriffstoken zählt. Ein Token gilt gewöhnlich einen Tag; fordert eine Anwendung für jeden Aufruf eines an, wird es teuer. Abgelehnt wird keine Anforderung. Monate zählen in UTC.',
  month: 'Monat',
  issued: 'Ausgestellt',
  free: 'Frei je Monat',
  left: 'Noch frei',
  billable: 'Kostenpflichtig',
  cost: 'Kosten',
  forecast: {
    heading: 'Schätzung',
    lead: 'Für den ganzen Monat, wenn weiter so viele Token je Tag ausgestellt werden wie bisher.',
    expected: 'Erwartete Token',
    cost: 'Erwartete Kosten',
    withinFree: 'Das sind nicht mehr als die freien Token.',
    aboveFree:
      'Das sind mehr als die freien Token. Die Kosten stehen hier, sobald ein Token kostenpflichtig ist.',
  },
  clients: 'Nach API-Client',
  client: 'API-Client',
  count: 'Token',
  last: 'Zuletzt ausgestellt',
  none: 'In diesem Monat wurde kein Token ausgestellt.',
  noneLead: 'Eine Anwendung fordert Token mit ihren Zugangsdaten an.',
  toClients: 'Zu den API-Clients',
};
