// A list of data: twelve fictitious ads. write/job-ads.ts turns the lists of points into HTML.

export interface JobAdText {
  title: string;
  status: 'Editing' | 'Active' | 'Completed';
  /** Index into BRANCHES. */
  branch: number;
  professionId: number | null;
  employmentType: 'Vollzeit' | 'Teilzeit';
  weeklyHours: number;
  hourlyWage: readonly [from: number, to: number];
  introduction: string;
  tasks: readonly string[];
  profile: readonly string[];
}

export const BENEFITS: readonly string[] = [
  'Unbefristeter Arbeitsvertrag nach GVP-Tarif mit Branchenzuschlägen',
  'Pünktliche Abrechnung, Urlaubs- und Weihnachtsgeld',
  'Arbeitskleidung und Sicherheitsschuhe stellen wir',
  'Gute Aussicht auf Übernahme durch den Kundenbetrieb',
];

export const JOB_ADS: readonly JobAdText[] = [
  {
    title: 'Lagerhelfer (m/w/d) in Berlin-Marienfelde',
    status: 'Active',
    branch: 0,
    professionId: 50939,
    employmentType: 'Vollzeit',
    weeklyHours: 35,
    hourlyWage: [14.96, 15.6],
    introduction:
      'Für einen Großhändler mit modernem Zentrallager suchen wir Verstärkung, gern auch im Quereinstieg.',
    tasks: ['Ware annehmen, prüfen und einlagern', 'Pakete packen und etikettieren', 'Lkw be- und entladen'],
    profile: [
      'Zuverlässigkeit und Freude am Anpacken',
      'Deutschkenntnisse ab A2',
      'Bereitschaft zur Wechselschicht',
    ],
  },
  {
    title: 'Staplerfahrer (m/w/d) im Dreischichtbetrieb',
    status: 'Active',
    branch: 1,
    professionId: 7453,
    employmentType: 'Vollzeit',
    weeklyHours: 38.5,
    hourlyWage: [15.8, 17.2],
    introduction:
      'Unser Kunde schlägt im Hamburger Hafen Stückgut um und stellt mit uns drei Schichten neu auf.',
    tasks: [
      'Container mit dem Frontstapler entladen',
      'Ware im Hochregal ein- und auslagern',
      'Bestände im Scanner buchen',
    ],
    profile: [
      'Gültiger Staplerschein und Fahrpraxis',
      'Räumliches Sehvermögen und Umsicht',
      'Bereitschaft zur Nachtschicht',
    ],
  },
  {
    title: 'Kommissionierer (m/w/d) in Teilzeit',
    status: 'Active',
    branch: 3,
    professionId: 4702,
    employmentType: 'Teilzeit',
    weeklyHours: 25,
    hourlyWage: [14.96, 15.4],
    introduction: 'Vormittags im Lager, nachmittags frei: Ein Onlinehändler in Köln sucht Unterstützung.',
    tasks: ['Bestellungen mit dem Handscanner zusammenstellen', 'Retouren prüfen und einlagern'],
    profile: ['Sorgfalt und ein gutes Auge', 'Sicherer Umgang mit dem Handscanner oder Lust, ihn zu lernen'],
  },
  {
    title: 'CNC-Fräser (m/w/d)',
    status: 'Active',
    branch: 2,
    professionId: 1832,
    employmentType: 'Vollzeit',
    weeklyHours: 37.5,
    hourlyWage: [20.5, 24],
    introduction: 'Ein Familienbetrieb im Münchner Norden fertigt Präzisionsteile für die Medizintechnik.',
    tasks: [
      '5-Achs-Bearbeitungszentren einrichten und bedienen',
      'Programme anpassen (Heidenhain)',
      'Bauteile messen und dokumentieren',
    ],
    profile: [
      'Ausbildung in der Zerspanung',
      'Sicheres Lesen technischer Zeichnungen',
      'Erste Berufserfahrung',
    ],
  },
  {
    title: 'Elektroniker für Betriebstechnik (m/w/d)',
    status: 'Active',
    branch: 0,
    professionId: null,
    employmentType: 'Vollzeit',
    weeklyHours: 40,
    hourlyWage: [20, 24.5],
    introduction: 'Sie halten die Förderanlagen eines Logistikzentrums südlich von Berlin am Laufen.',
    tasks: [
      'Anlagen warten und Störungen beheben',
      'Ortsfeste Anlagen nach DGUV V3 prüfen',
      'Schaltschränke erweitern',
    ],
    profile: [
      'Ausbildung als Elektroniker oder vergleichbar',
      'Grundkenntnisse in der SPS-Programmierung',
      'Führerschein Klasse B',
    ],
  },
  {
    title: 'Pflegefachkraft (m/w/d) mit Wunschdienstplan',
    status: 'Active',
    branch: 1,
    professionId: null,
    employmentType: 'Vollzeit',
    weeklyHours: 35,
    hourlyWage: [23, 27],
    introduction: 'Sie nennen uns Ihre Dienste, wir finden das Haus dazu: Einsätze in Hamburg und im Umland.',
    tasks: ['Grund- und Behandlungspflege', 'Pflegeplanung und Dokumentation', 'Gespräche mit Angehörigen'],
    profile: ['Examen in der Pflege', 'Nachweis des Masernschutzes', 'Einfühlungsvermögen und Ruhe'],
  },
  {
    title: 'Pflegehelfer (m/w/d) im Früh- oder Spätdienst',
    status: 'Completed',
    branch: 3,
    professionId: null,
    employmentType: 'Teilzeit',
    weeklyHours: 30,
    hourlyWage: [16.1, 17.5],
    introduction: 'Ein Seniorenzentrum im Kölner Süden sucht Menschen, die gern für andere da sind.',
    tasks: ['Bei der Grundpflege unterstützen', 'Bewohnerinnen und Bewohner im Alltag begleiten'],
    profile: [
      'Pflegebasiskurs oder Erfahrung',
      'Deutschkenntnisse ab B1',
      'Bereitschaft zu Wochenenddiensten',
    ],
  },
  {
    title: 'Industriekaufmann (m/w/d) Auftragsabwicklung',
    status: 'Active',
    branch: 2,
    professionId: null,
    employmentType: 'Vollzeit',
    weeklyHours: 38,
    hourlyWage: [18, 21.5],
    introduction:
      'Direktvermittlung: Ein Maschinenhändler in München besetzt seinen Vertriebsinnendienst neu.',
    tasks: [
      'Aufträge erfassen und Liefertermine überwachen',
      'Angebote und Rechnungen erstellen',
      'Kunden am Telefon beraten',
    ],
    profile: ['Kaufmännische Ausbildung', 'Erfahrung mit SAP MM oder SD', 'Gutes Englisch'],
  },
  {
    title: 'Chemielaborant (m/w/d) Qualitätskontrolle',
    status: 'Editing',
    branch: 3,
    professionId: 14386,
    employmentType: 'Vollzeit',
    weeklyHours: 37.5,
    hourlyWage: [19.5, 22.5],
    introduction: 'Für das Prüflabor eines Lackherstellers im Rheinland suchen wir eine genaue Hand.',
    tasks: [
      'Proben mit HPLC und GC untersuchen',
      'Prüfmittel überwachen',
      'Ergebnisse im Laborsystem erfassen',
    ],
    profile: ['Ausbildung als Chemielaborant oder CTA', 'Erfahrung in der instrumentellen Analytik'],
  },
  {
    title: 'Schweißer MAG/WIG (m/w/d)',
    status: 'Completed',
    branch: 1,
    professionId: null,
    employmentType: 'Vollzeit',
    weeklyHours: 38.5,
    hourlyWage: [18.8, 22],
    introduction: 'Im Schiffbau an der Elbe werden Sektionen geschweißt, die später um die Welt fahren.',
    tasks: ['Baugruppen nach Zeichnung heften und schweißen', 'Nähte schleifen und prüfen'],
    profile: ['Gültige Schweißerprüfung 135 oder 141', 'Bereitschaft zur Arbeit in der Höhe'],
  },
  {
    title: 'Berufskraftfahrer CE im Nahverkehr (m/w/d)',
    status: 'Editing',
    branch: 0,
    professionId: null,
    employmentType: 'Vollzeit',
    weeklyHours: 40,
    hourlyWage: [17, 19.5],
    introduction: 'Jeden Abend zu Hause: feste Touren für einen Baustoffhändler in Berlin und Brandenburg.',
    tasks: ['Baustellen im Nahverkehr beliefern', 'Ladung sichern und mit dem Mitnahmestapler entladen'],
    profile: ['Führerschein CE mit Schlüsselzahl 95', 'Fahrerkarte und Freude am Kundenkontakt'],
  },
  {
    title: 'Disponent Lager (m/w/d)',
    status: 'Completed',
    branch: 2,
    professionId: 14094,
    employmentType: 'Vollzeit',
    weeklyHours: 40,
    hourlyWage: [19, 22.5],
    introduction: 'Sie behalten den Überblick: Ein Ersatzteillager bei Augsburg braucht eine ordnende Hand.',
    tasks: ['Touren und Personal einteilen', 'Bestände in SAP EWM überwachen', 'Reklamationen klären'],
    profile: ['Ausbildung in der Lagerlogistik', 'Sicherer Umgang mit SAP', 'Organisationstalent'],
  },
];
