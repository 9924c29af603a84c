import type { SampleLanguage } from './document.ts';

// Everything here is invented. Each list is split by hash (held-out.ts): a third of the words occurs in held-out
// samples only, so that rules cannot be fitted to the words.

export interface Occupation {
  position: string;
  training: string;
  duties: readonly string[];
}

const de = (position: string, training: string, ...duties: string[]): Occupation => ({
  position,
  training,
  duties,
});

export const OCCUPATIONS: Record<SampleLanguage, readonly Occupation[]> = {
  de: [
    de(
      'Staplerfahrer',
      'Fachkraft für Lagerlogistik',
      'Be- und Entladen von LKW',
      'Ein- und Auslagern im Hochregal bis 9 m',
      'Inventur und Bestandskontrolle',
    ),
    de(
      'Lagermitarbeiterin',
      'Fachlageristin',
      'Kommissionierung mit Handscanner',
      'Verpacken und Etikettieren',
      'Wareneingangskontrolle',
    ),
    de(
      'Teamleiter Versand',
      'Kaufmann für Spedition und Logistikdienstleistung',
      'Führung von 14 Mitarbeitern',
      'Tourenplanung im Nahverkehr',
      'Reduzierung der Fehlerquote um 18 %',
    ),
    de(
      'Berufskraftfahrer',
      'Berufskraftfahrer',
      'Fernverkehr innerhalb der EU',
      'Ladungssicherung',
      'Abwicklung der Frachtpapiere',
    ),
    de(
      'CNC-Fräser',
      'Zerspanungsmechaniker',
      'Rüsten und Einfahren von 5-Achs-Maschinen',
      'Programmieren mit Heidenhain iTNC 530',
      'Qualitätsprüfung der Serienteile',
    ),
    de(
      'Industriemechaniker',
      'Industriemechaniker',
      'Wartung und Instandsetzung von Förderanlagen',
      'Fehlersuche an hydraulischen Systemen',
      'Bereitschaftsdienst am Wochenende',
    ),
    de('Schweißer', 'Metallbauer', 'Schweißen nach Zeichnung', 'Vorrichtungsbau', 'Sichtprüfung der Nähte'),
    de(
      'Elektroniker für Betriebstechnik',
      'Elektroniker für Betriebstechnik',
      'Verdrahtung von Schaltschränken',
      'Prüfung nach DGUV V3',
      'Inbetriebnahme beim Kunden',
    ),
    de(
      'Elektroinstallateur',
      'Elektroniker für Energie- und Gebäudetechnik',
      'Installation in Neubauten',
      'Fehlersuche im Bestand',
      'Aufmaß und Materialbestellung',
    ),
    de(
      'Altenpflegerin',
      'Examinierte Altenpflegerin',
      'Grund- und Behandlungspflege',
      'Führen der Pflegedokumentation',
      'Anleitung von Auszubildenden',
    ),
    de(
      'Gesundheits- und Krankenpfleger',
      'Gesundheits- und Krankenpfleger',
      'Betreuung von Patienten der Inneren Medizin',
      'Vorbereitung von Visiten',
      'Wundversorgung',
    ),
    de(
      'Medizinische Fachangestellte',
      'Medizinische Fachangestellte',
      'Terminvergabe und Empfang',
      'Blutentnahmen und Labor',
      'Abrechnung nach EBM',
    ),
    de(
      'Erzieherin',
      'Staatlich anerkannte Erzieherin',
      'Gruppenleitung im Elementarbereich',
      'Elterngespräche',
      'Sprachförderung',
    ),
    de(
      'Bürokauffrau',
      'Kauffrau für Büromanagement',
      'Bearbeitung der Eingangspost',
      'Rechnungsprüfung',
      'Pflege der Stammdaten',
    ),
    de(
      'Sachbearbeiter Einkauf',
      'Industriekaufmann',
      'Einholen von Angeboten',
      'Verhandlungen mit Lieferanten',
      'Terminverfolgung in SAP',
    ),
    de(
      'Buchhalterin',
      'Steuerfachangestellte',
      'Debitoren- und Kreditorenbuchhaltung',
      'Vorbereitung der Monatsabschlüsse',
      'Mahnwesen',
    ),
    de(
      'Personalreferentin',
      'Personalkauffrau',
      'Bewerbermanagement',
      'Erstellung von Arbeitsverträgen',
      'Betreuung von 220 Beschäftigten',
    ),
    de(
      'Assistenz der Geschäftsführung',
      'Kauffrau für Bürokommunikation',
      'Reiseplanung',
      'Protokollführung',
      'Vorbereitung von Sitzungen',
    ),
    de(
      'Vertriebsmitarbeiter im Innendienst',
      'Kaufmann im Groß- und Außenhandel',
      'Angebotserstellung',
      'Kundenberatung am Telefon',
      'Pflege des CRM-Systems',
    ),
    de(
      'Verkäuferin',
      'Kauffrau im Einzelhandel',
      'Beratung der Kundschaft',
      'Kassenführung',
      'Warenpräsentation',
    ),
    de('Filialleiter', 'Handelsfachwirt', 'Personaleinsatzplanung', 'Umsatzverantwortung', 'Inventur'),
    de('Koch', 'Koch', 'Zubereitung warmer Speisen', 'Menüplanung', 'Einhaltung von HACCP'),
    de('Restaurantfachfrau', 'Restaurantfachfrau', 'Service à la carte', 'Bankettbetreuung', 'Abrechnung'),
    de(
      'Rezeptionist',
      'Hotelfachmann',
      'Check-in und Check-out',
      'Bearbeitung von Reservierungen',
      'Beschwerdemanagement',
    ),
    de(
      'Softwareentwickler',
      'Fachinformatiker Anwendungsentwicklung',
      'Entwicklung von Schnittstellen in Java',
      'Automatisierte Tests',
      'Betreuung der Build-Umgebung',
    ),
    de(
      'Systemadministratorin',
      'Fachinformatikerin Systemintegration',
      'Betrieb von 120 Linux-Servern',
      'Vergabe von Berechtigungen',
      'Unterstützung der Fachabteilungen',
    ),
    de(
      'Projektleiter',
      'Diplom-Ingenieur Maschinenbau',
      'Steuerung von Projekten bis 2 Mio. Euro',
      'Abstimmung mit Kunden',
      'Berichtswesen',
    ),
    de(
      'Qualitätsprüfer',
      'Werkstoffprüfer',
      'Messungen mit der 3D-Koordinatenmessmaschine',
      'Erstellung von Prüfberichten',
      'Bearbeitung von Reklamationen',
    ),
    de(
      'Produktionshelfer',
      'Maschinen- und Anlagenführer',
      'Bestücken von Maschinen',
      'Sichtkontrolle',
      'Verpackung',
    ),
    de('Reinigungskraft', 'Gebäudereinigerin', 'Unterhaltsreinigung', 'Glasreinigung', 'Desinfektion'),
    de(
      'Hausmeister',
      'Anlagenmechaniker SHK',
      'Kleinreparaturen',
      'Winterdienst',
      'Kontrolle der Heizungsanlagen',
    ),
    de(
      'Maler und Lackierer',
      'Maler und Lackierer',
      'Innen- und Außenanstriche',
      'Tapezierarbeiten',
      'Wärmedämmung',
    ),
    de('Tischler', 'Tischler', 'Montage von Küchen', 'Fertigung von Einbaumöbeln', 'Kundendienst'),
    de(
      'Disponentin',
      'Speditionskauffrau',
      'Disposition von 25 Fahrzeugen',
      'Frachteneinkauf',
      'Schadensbearbeitung',
    ),
    de(
      'Sicherheitsmitarbeiter',
      'Fachkraft für Schutz und Sicherheit',
      'Objektschutz',
      'Zugangskontrolle',
      'Streifendienst',
    ),
    de('Kundenberater', 'Bankkaufmann', 'Beratung von Privatkunden', 'Kontoeröffnungen', 'Kreditprüfung'),
  ],
  en: [
    de(
      'Warehouse Operative',
      'NVQ Level 2 Warehousing and Storage',
      'Picked and packed orders with handheld scanners',
      'Loaded and unloaded trailers',
      'Kept stock records accurate',
    ),
    de(
      'Forklift Driver',
      'NVQ Level 2 Lift Truck Operations',
      'Moved pallets in a narrow aisle warehouse',
      'Carried out daily vehicle checks',
    ),
    de(
      'Logistics Coordinator',
      'BSc Supply Chain Management',
      'Planned routes for 30 vehicles',
      'Reduced late deliveries by 12%',
      'Handled customs paperwork',
    ),
    de(
      'Machine Operator',
      'Apprenticeship in Mechanical Engineering',
      'Set up CNC lathes',
      'Checked parts against drawings',
      'Trained new colleagues',
    ),
    de(
      'Maintenance Technician',
      'HNC Electrical Engineering',
      'Repaired conveyor systems',
      'Planned preventive maintenance',
    ),
    de(
      'Registered Nurse',
      'Bachelor of Nursing',
      'Cared for patients on a 28-bed ward',
      'Mentored student nurses',
      'Administered medication',
    ),
    de(
      'Care Assistant',
      'NVQ Level 3 Health and Social Care',
      'Supported residents with daily living',
      'Kept care plans up to date',
    ),
    de(
      'Office Manager',
      'BA Business Administration',
      'Managed a team of six',
      'Introduced a paperless filing system',
      'Negotiated supplier contracts',
    ),
    de(
      'Administrative Assistant',
      'Diploma in Office Administration',
      'Arranged travel and meetings',
      'Prepared invoices',
    ),
    de(
      'Accountant',
      'BSc Accounting and Finance',
      'Prepared monthly accounts',
      'Filed VAT returns',
      'Supported the annual audit',
    ),
    de(
      'Payroll Clerk',
      'Certificate in Payroll Technician Studies',
      'Ran payroll for 400 employees',
      'Answered pay queries',
    ),
    de('Sales Representative', 'BA Marketing', 'Exceeded quarterly targets by 15%', 'Opened 40 new accounts'),
    de('Store Manager', 'Diploma in Retail Management', 'Led a team of 22', 'Improved stock turnover'),
    de(
      'Customer Service Advisor',
      'GNVQ Customer Service',
      'Answered up to 80 calls a day',
      'Resolved complaints',
    ),
    de(
      'Chef de Partie',
      'City and Guilds Professional Cookery',
      'Ran the sauce section',
      'Controlled food costs',
    ),
    de('Receptionist', 'Diploma in Hospitality', 'Welcomed guests', 'Managed bookings'),
    de(
      'Software Engineer',
      'MSc Computer Science',
      'Built REST services in TypeScript',
      'Cut response times by half',
      'Reviewed code',
    ),
    de('Data Analyst', 'BSc Statistics', 'Built dashboards', 'Automated weekly reports'),
    de('Project Manager', 'BEng Civil Engineering', 'Delivered projects worth $4m', 'Reported to the board'),
    de(
      'Quality Inspector',
      'Diploma in Quality Management',
      'Measured incoming parts',
      'Wrote inspection reports',
    ),
    de(
      'Electrician',
      'City and Guilds Electrical Installation',
      'Wired commercial buildings',
      'Tested installations',
    ),
    de(
      'Welder',
      'NVQ Level 3 Fabrication and Welding',
      'Welded stainless steel pipework',
      'Read technical drawings',
    ),
    de('Teaching Assistant', 'BA Primary Education', 'Supported pupils with reading', 'Prepared materials'),
    de(
      'Marketing Specialist',
      'BA Communication Studies',
      'Planned social media campaigns',
      'Wrote newsletters',
    ),
  ],
};

export const EMPLOYERS: Record<SampleLanguage, readonly string[]> = {
  de: [
    'Nordkai Logistik GmbH',
    'Spreekai Versand GmbH & Co. KG',
    'Elbmetall Werke AG',
    'Feinmechanik Lindner GmbH',
    'Rheinbogen Fulfillment GmbH',
    'Klinikum Am Stadtpark',
    'Seniorenzentrum Haus Birkengrund',
    'Kindertagesstätte Regenbogen e. V.',
    'Stadtverwaltung Auental',
    'Zimmermann & Söhne KG',
    'Café Morgenrot',
    'Hotel Zur Alten Mühle',
    'Autohaus Brenner',
    'Möbelhaus Wendt',
    'Praxis Dr. Hollmann',
    'Steuerkanzlei Pohl + Partner',
    'Bergische Werkzeugbau GmbH',
    'Isartal Präzisionstechnik GmbH',
    'TechVision Systems GmbH',
    'Havelland Frischelager GmbH',
    'Alpenspedition Reiter GmbH',
    'Hansekontor Handelsgesellschaft mbH',
    'Bäckerei Krusemark',
    'Volksbank Niederrhein eG',
    'Deichgraf Energie SE',
    'Malerbetrieb Osterloh',
    'Tischlerei Hagedorn',
    'Saubermann Gebäudeservice GmbH',
    'Wachdienst Adler GmbH',
    'Personalwerk Zeitarbeit GmbH',
    'Diakonie Westhafen',
    'DRK Kreisverband Moorland e.V.',
    'Supermarkt Frischehof',
    'Elektro Sandvoss',
    'Universitätsklinikum Hochstadt',
    'Paketwerk Süd GmbH',
    'Großküche Tafelspitz',
    'Chemiewerk Lauenstein AG',
    'Softwarehaus Quellcode GmbH',
    'Maschinenfabrik Ehlers GmbH',
    'Landratsamt Oberwald',
    'Gasthof Zum Schwarzen Ross',
    'Druckerei Federkiel',
    'Apotheke am Markt',
  ],
  en: [
    'Northgate Logistics Ltd',
    'Harbour & Sons Ltd',
    'Brightwater Foods plc',
    'Riverside Care Home',
    'St. Alban Hospital Trust',
    'Kingsway Engineering Ltd',
    'Acorn Retail Group',
    'Summit Data Systems, Inc.',
    'Blue Ridge Manufacturing LLC',
    'Lakeview Medical Center',
    'Maple Leaf Hotel',
    'Greenfield Primary School',
    'Oakwood Accountants LLP',
    'Pinnacle Software Inc.',
    'Eastbrook Council',
    'The Copper Kettle',
    'Fairline Motors',
    'Union Freight Corporation',
    'Hillcrest Bank',
    'Silverline Telecom Ltd',
    'Crestwood University',
    'Westport Shipping Co.',
    'Granite State Builders LLC',
    'Redwood Analytics',
    'Bishop & Clarke',
    'Metro Cleaning Services Ltd',
    'Orchard Street Bakery',
    'Delta Aviation Services',
  ],
};

export const SCHOOLS: Record<SampleLanguage, readonly { school: string; graduation: string }[]> = {
  de: [
    { school: 'Goethe-Gymnasium', graduation: 'Abitur' },
    { school: 'Realschule am Wall', graduation: 'Mittlere Reife' },
    { school: 'Hauptschule Nord', graduation: 'Hauptschulabschluss' },
    { school: 'Gesamtschule Lindental', graduation: 'Fachabitur' },
    { school: 'Oberschule Seefeld', graduation: 'Realschulabschluss' },
    { school: 'Albert-Schweitzer-Schule', graduation: 'Qualifizierender Hauptschulabschluss' },
    { school: 'Wirtschaftsgymnasium Talheim', graduation: 'Allgemeine Hochschulreife' },
    { school: 'Fachoberschule für Technik', graduation: 'Fachhochschulreife' },
  ],
  en: [
    { school: 'Hillside High School', graduation: 'High School Diploma' },
    { school: "St. Mary's Secondary School", graduation: 'A-Levels' },
    { school: 'Kingsmead Comprehensive School', graduation: 'GCSEs' },
    { school: 'Jefferson High School', graduation: 'GED' },
    { school: 'Queen Anne Grammar School', graduation: 'A Levels' },
  ],
};

export const TRAINING_PLACES: Record<SampleLanguage, readonly string[]> = {
  de: [
    'Berufsschule Mitte',
    'Elbmetall Werke AG',
    'Berufskolleg Ost',
    'IHK Auental',
    'Nordkai Logistik GmbH',
    'Hochschule Nordhafen',
    'Technische Universität Hochstadt',
    'Berufliche Schule Westpark',
    'Klinikum Am Stadtpark',
    'Handwerkskammer Oberwald',
    'Autohaus Brenner',
  ],
  en: [
    'University of Westbridge',
    'Kingston Technical College',
    'Northern State University',
    'City College Eastbrook',
    'Crestwood University',
    'Harbour Community College',
    'Royal Institute of Trades',
  ],
};

export const COURSES: Record<SampleLanguage, readonly { title: string; provider: string }[]> = {
  de: [
    { title: 'Gefahrgutschulung nach ADR', provider: 'TÜV Rheinland Akademie' },
    { title: 'Ausbildung der Ausbilder (AEVO)', provider: 'IHK Auental' },
    { title: 'Excel für Fortgeschrittene', provider: 'Volkshochschule Moorland' },
    { title: 'Seminar Projektmanagement', provider: 'Akademie Handel und Technik' },
    { title: 'Ersthelferlehrgang', provider: 'Deutsches Rotes Kreuz' },
    { title: 'Schulung Ladungssicherung', provider: 'DEKRA Akademie' },
    { title: 'Zertifikatslehrgang Wundmanagement', provider: 'Pflegeakademie Süd' },
    { title: 'Grundkurs SAP MM', provider: 'alfatraining Bildungszentrum' },
    { title: 'Brandschutzhelfer', provider: 'Brandschutz Akademie West' },
    { title: 'Lehrgang Robotik', provider: 'Bildungswerk der Wirtschaft' },
  ],
  en: [
    { title: 'First Aid at Work', provider: 'Red Cross Training' },
    { title: 'PRINCE2 Foundation', provider: 'Axelos Academy' },
    { title: 'Food Hygiene Level 2', provider: 'Highfield Learning' },
    { title: 'Advanced Excel Course', provider: 'Open Skills College' },
    { title: 'Manual Handling Training', provider: 'SafeWork Institute' },
    { title: 'Lean Six Sigma Green Belt', provider: 'Quality Council Institute' },
    { title: 'AWS Cloud Practitioner', provider: 'Cloud Academy' },
  ],
};

/** Names beside those of the generator: of more than two words, with particles, with letters outside ASCII. */
export const NAMES: readonly { firstName: string; lastName: string; isFemale: boolean }[] = [
  { firstName: 'Anna-Lena', lastName: 'Schröder', isFemale: true },
  { firstName: 'Mehmet', lastName: 'Yıldırım', isFemale: false },
  { firstName: 'Maria', lastName: 'von der Heide', isFemale: true },
  { firstName: 'Piotr', lastName: 'Wiśniewski', isFemale: false },
  { firstName: 'Carlos', lastName: 'García López', isFemale: false },
  { firstName: 'Elif', lastName: 'Öztürk', isFemale: true },
  { firstName: 'Jean-Pierre', lastName: 'Müller-Lüdenscheidt', isFemale: false },
  { firstName: 'Oksana', lastName: 'Kovalenko', isFemale: true },
  { firstName: 'Nguyen', lastName: 'Tran', isFemale: false },
  { firstName: 'Fatima', lastName: 'El Amrani', isFemale: true },
  { firstName: 'Hans Peter', lastName: 'Großmann', isFemale: false },
  { firstName: 'Siobhán', lastName: "O'Connor", isFemale: true },
];

/** Cities with a postal code of theirs; numbers are country ids. */
export const CITIES: Record<
  'de' | 'at' | 'ch' | 'gb' | 'us',
  readonly { zipCode: string; city: string; state?: string }[]
> = {
  de: [
    { zipCode: '10115', city: 'Berlin' },
    { zipCode: '20095', city: 'Hamburg' },
    { zipCode: '80331', city: 'München' },
    { zipCode: '50667', city: 'Köln' },
    { zipCode: '04109', city: 'Leipzig' },
    { zipCode: '60311', city: 'Frankfurt am Main' },
    { zipCode: '15230', city: 'Frankfurt (Oder)' },
    { zipCode: '70173', city: 'Stuttgart' },
    { zipCode: '99084', city: 'Erfurt' },
    { zipCode: '48143', city: 'Münster' },
    { zipCode: '24103', city: 'Kiel' },
    { zipCode: '55116', city: 'Mainz' },
    { zipCode: '73525', city: 'Schwäbisch Gmünd' },
    { zipCode: '06108', city: 'Halle (Saale)' },
    { zipCode: '66111', city: 'Saarbrücken' },
    { zipCode: '38100', city: 'Braunschweig' },
    { zipCode: '93047', city: 'Regensburg' },
    { zipCode: '61348', city: 'Bad Homburg' },
    { zipCode: '18055', city: 'Rostock' },
    { zipCode: '28195', city: 'Bremen' },
  ],
  at: [
    { zipCode: '1010', city: 'Wien' },
    { zipCode: '4020', city: 'Linz' },
    { zipCode: '8010', city: 'Graz' },
    { zipCode: '5020', city: 'Salzburg' },
  ],
  ch: [
    { zipCode: '8001', city: 'Zürich' },
    { zipCode: '3011', city: 'Bern' },
    { zipCode: '4051', city: 'Basel' },
    { zipCode: '9000', city: 'St. Gallen' },
  ],
  gb: [
    { zipCode: 'LS1 4DY', city: 'Leeds' },
    { zipCode: 'M1 2WD', city: 'Manchester' },
    { zipCode: 'BS1 5TR', city: 'Bristol' },
    { zipCode: 'EH1 1YZ', city: 'Edinburgh' },
  ],
  us: [
    { zipCode: '97201', city: 'Portland', state: 'OR' },
    { zipCode: '60601', city: 'Chicago', state: 'IL' },
    { zipCode: '02108', city: 'Boston', state: 'MA' },
    { zipCode: '78701', city: 'Austin', state: 'TX' },
  ],
};

export const STREETS: Record<'de' | 'en', readonly string[]> = {
  de: [
    'Hauptstraße',
    'Lindenweg',
    'Am Alten Markt',
    'Goethestr.',
    'Bahnhofstraße',
    'Unter den Eichen',
    'Rosengasse',
    'Karl-Liebknecht-Straße',
    'Schillerplatz',
    'Zum Kiesgrund',
    'Kirchallee',
    'Straße des Friedens',
  ],
  en: ['Church Lane', 'Station Road', 'Maple Avenue', 'Kings Court', 'Mill Street', 'Park Drive'],
};

/** Ids of the list of languages. */
export const LANGUAGES: readonly { id: number; de: string; en: string }[] = [
  { id: 1, de: 'Deutsch', en: 'German' },
  { id: 85, de: 'Französisch', en: 'French' },
  { id: 9, de: 'Spanisch', en: 'Spanish' },
  { id: 86, de: 'Polnisch', en: 'Polish' },
  { id: 32, de: 'Türkisch', en: 'Turkish' },
  { id: 35, de: 'Russisch', en: 'Russian' },
  { id: 49, de: 'Arabisch', en: 'Arabic' },
  { id: 46, de: 'Italienisch', en: 'Italian' },
  { id: 15, de: 'Ukrainisch', en: 'Ukrainian' },
  { id: 43, de: 'Rumänisch', en: 'Romanian' },
  { id: 69, de: 'Portugiesisch', en: 'Portuguese' },
  { id: 27, de: 'Vietnamesisch', en: 'Vietnamese' },
  { id: 54, de: 'Niederländisch', en: 'Dutch' },
  { id: 5, de: 'Kroatisch', en: 'Croatian' },
];

/** Words for the levels of the list of language levels. */
export const LEVELS: readonly {
  id: number;
  letters: string;
  de: readonly string[];
  en: readonly string[];
}[] = [
  {
    id: 635,
    letters: '',
    de: ['Muttersprache', 'muttersprachlich'],
    en: ['native', 'mother tongue', 'native speaker'],
  },
  {
    id: 633,
    letters: 'C1',
    de: ['fließend in Wort und Schrift', 'verhandlungssicher', 'fließend'],
    en: ['fluent', 'business fluent'],
  },
  { id: 632, letters: 'B2', de: ['gut', 'gute Kenntnisse'], en: ['good', 'upper intermediate'] },
  { id: 630, letters: 'A2', de: ['Grundkenntnisse'], en: ['basic', 'basic knowledge'] },
];

/** Words a CV uses for driving licences, with the ids of the list. */
export const LICENCES: Record<SampleLanguage, readonly { text: string; ids: readonly number[] }[]> = {
  de: [
    { text: 'Klasse B', ids: [339] },
    { text: 'Klasse B', ids: [339] },
    { text: 'Klasse B und BE', ids: [339, 341] },
    { text: 'Klassen B, C1, C1E', ids: [339, 314, 331] },
    { text: 'Klasse B, Staplerschein', ids: [339, 326] },
    { text: 'CE', ids: [322] },
    { text: 'B, Gabelstaplerschein', ids: [339, 326] },
  ],
  en: [
    { text: 'Class B', ids: [339] },
    { text: 'Category B, forklift licence', ids: [339, 326] },
  ],
};

export const QUALIFICATIONS: Record<SampleLanguage, readonly { text: string; id: number }[]> = {
  de: [
    { text: 'Schubmaststaplerschein', id: 2 },
    { text: 'SAP MM', id: 44 },
    { text: 'SPS-Programmierung', id: 38 },
    { text: 'Finanzbuchhaltung', id: 50 },
    { text: 'Lesen technischer Zeichnungen', id: 39 },
    { text: 'CNC-Maschinenbedienung', id: 37 },
    { text: 'Lohn- und Gehaltsabrechnung', id: 49 },
    { text: 'Schaltberechtigung', id: 23 },
    { text: 'CAD 3D', id: 42 },
    { text: 'HACCP-Schulung', id: 54 },
  ],
  en: [
    { text: 'PLC programming', id: 38 },
    { text: 'Payroll accounting', id: 49 },
    { text: 'Reading technical drawings', id: 39 },
    { text: 'HACCP training', id: 54 },
    { text: 'Financial accounting', id: 50 },
    { text: 'SAP MM', id: 44 },
  ],
};

export const SKILLS: Record<SampleLanguage, readonly string[]> = {
  de: [
    'MS Office',
    'Teamfähigkeit',
    'Schichtbereitschaft',
    'Zehn-Finger-System',
    'Photoshop',
    'Linux',
    'Lotus Notes',
  ],
  en: ['Microsoft Office', 'Teamwork', 'Photoshop', 'Linux', 'Time management', 'Public speaking'],
};

export const INTERESTS: Record<SampleLanguage, readonly string[]> = {
  de: ['Fußball', 'Kochen', 'Fotografie', 'Freiwillige Feuerwehr', 'Wandern', 'Lesen'],
  en: ['Running', 'Photography', 'Cooking', 'Chess', 'Hiking'],
};

export const PROFILES: Record<SampleLanguage, readonly string[]> = {
  de: [
    'Zuverlässige Fachkraft mit langjähriger Erfahrung und Freude an der Arbeit im Team. Ich suche eine Stelle mit Entwicklungsmöglichkeiten.',
    'Engagiert, belastbar und flexibel. In den letzten Jahren habe ich Verantwortung für Abläufe und Menschen übernommen.',
  ],
  en: [
    'Reliable professional with several years of experience and a record of improving how teams work. Looking for a new challenge.',
    'Hands-on and organised, with a keen eye for detail and a friendly manner.',
  ],
};

/** Courses that are entries of the list of qualifications. */
export const COURSE_QUALIFICATIONS: Record<string, number> = {
  'Ausbildung der Ausbilder (AEVO)': 52,
  'Schulung Ladungssicherung': 10,
  Brandschutzhelfer: 28,
};
