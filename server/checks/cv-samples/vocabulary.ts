// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list of data.

// Longer than other files: a list of data. Everything in it is invented. Each list is split by hash (held-out.ts): a third
// of the words occurs only in held-out samples, so that rules cannot be fitted to the words.

import type { SampleLanguage } from './document.ts';

export { OCCUPATIONS } from './occupations.ts';

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

/** Skills that are entries of the list of qualifications in other words. */
export const SKILL_QUALIFICATIONS: Record<string, number> = { 'MS Office': 51, 'Microsoft Office': 51 };

/** Courses that are entries of the list of qualifications. */
export const COURSE_QUALIFICATIONS: Record<string, number> = {
  'Ausbildung der Ausbilder (AEVO)': 52,
  'Schulung Ladungssicherung': 10,
  Ersthelferlehrgang: 27,
  'First Aid at Work': 27,
  Brandschutzhelfer: 28,
};
