// Persons for permuted layouts. About a third of the employers and a few of the titles have no word that says what they are.

export interface LayoutEntry {
  title: string;
  place: string;
  city: string;
  /** Months counted from January of year 0. Undefined until: it lasts. */
  from: number;
  until?: number;
  duties: readonly string[];
  /** Whether the one above was at the same employer, which is printed once. */
  isPromotion?: boolean;
  /** Whether it began and ended in one month, or one year, which is printed once. */
  hasOneDate?: boolean;
}

export interface LayoutPerson {
  language: 'de' | 'en';
  name: string;
  email: string;
  jobs: readonly LayoutEntry[];
  educations: readonly LayoutEntry[];
}

type Row = readonly [
  title: string,
  place: string,
  city: string,
  from: string,
  until: string,
  ...duties: string[],
];

function toMonths(text: string): number {
  const [year, month] = text.split('-').map(Number);
  return year! * 12 + month! - 1;
}

const toEntries = (rows: readonly Row[]): LayoutEntry[] =>
  rows.map(([title, place, city, from, until, ...duties]) => ({
    title,
    place,
    city,
    from: toMonths(from),
    until: until === '' ? undefined : toMonths(until),
    duties,
  }));

const person = (
  language: 'de' | 'en',
  name: string,
  email: string,
  jobs: readonly Row[],
  educations: readonly Row[],
): LayoutPerson => ({ language, name, email, jobs: toEntries(jobs), educations: toEntries(educations) });

export const PEOPLE: readonly LayoutPerson[] = [
  person(
    'de',
    'Marlene Küster',
    'marlene.kuester@example.org',
    [
      [
        'Leiterin Einkauf',
        'Nordwind Möbel GmbH',
        'Husum',
        '2019-03',
        '',
        'Führung von sechs Beschäftigten',
        'Verhandlung der Rahmenverträge',
      ],
      ['Einkäuferin', 'Haus Siebenstern', 'Kiel', '2014-10', '2019-02', 'Beschaffung von Textilien'],
      [
        'Sachbearbeiterin Einkauf',
        'Feddersen & Söhne',
        'Flensburg',
        '2011-08',
        '2014-09',
        'Bestellungen und Rechnungsprüfung',
      ],
      ['Bürokauffrau', 'Reederei Thoms', 'Kiel', '2009-08', '2011-07', 'Schriftverkehr mit Agenturen'],
    ],
    [
      ['Ausbildung zur Bürokauffrau', 'Reederei Thoms', 'Kiel', '2006-08', '2009-07'],
      ['Realschulabschluss', 'Theodor-Storm-Schule', 'Husum', '2000-08', '2006-06'],
    ],
  ),
  person(
    'de',
    'Dragan Petrovic',
    'd.petrovic@example.org',
    [
      ['Schichtführer', 'Almhof Molkerei eG', 'Kempten', '2020-01', '', 'Planung der Linien'],
      [
        'Maschinenführer',
        'Kunststoffwerk Illertal',
        'Memmingen',
        '2015-05',
        '2019-12',
        'Rüsten und Anfahren',
        'Prüfung der ersten Teile',
      ],
      [
        'Produktionshelfer',
        'Zeitwerk Personal GmbH',
        'Ulm',
        '2013-02',
        '2015-04',
        'Verpackung und Kontrolle',
      ],
      ['Dachdecker', 'Gebr. Jovanovic', 'Novi Sad', '2007-03', '2012-11', 'Eindeckung von Steildächern'],
    ],
    [
      ['Ausbildung zum Dachdecker', 'Srednja škola Zmaj', 'Novi Sad', '2004-09', '2007-06'],
      ['Schulabschluss der 8. Klasse', 'Osnovna škola Dunav', 'Novi Sad', '1996-09', '2004-06'],
    ],
  ),
  person(
    'de',
    'Henrike Vollmer',
    'henrike@example.com',
    [
      [
        'Referentin für Öffentlichkeitsarbeit',
        'Landesverband Mitte e.V.',
        'Erfurt',
        '2021-04',
        '',
        'Texte für Presse und Netz',
      ],
      ['Redakteurin', 'Thüringer Bote', 'Weimar', '2017-10', '2021-03', 'Ressort Kultur'],
      ['Volontärin', 'Radio Saale', 'Jena', '2015-10', '2017-09', 'Beiträge und Moderation'],
      [
        'Studentische Hilfskraft',
        'Institut für Zeitgeschichte',
        'Leipzig',
        '2012-04',
        '2015-06',
        'Archivarbeit',
      ],
    ],
    [
      ['M.A. Neuere Geschichte', 'Universität Hohenfels', 'Leipzig', '2012-10', '2015-09'],
      ['B.A. Geschichte und Germanistik', 'Universität Hohenfels', 'Leipzig', '2009-10', '2012-09'],
      ['Abitur', 'Anna-Seghers-Gymnasium', 'Gera', '2001-08', '2009-06'],
    ],
  ),
  person(
    'de',
    'Tobias Ehrlich',
    't.ehrlich@example.net',
    [
      [
        'Systemadministrator',
        'Kreisklinikum Süd',
        'Landshut',
        '2018-09',
        '',
        'Betrieb der Server',
        'Vertretung der Leitung',
      ],
      ['IT-Techniker', 'Bitwerk', 'Regensburg', '2013-01', '2018-08', 'Betreuung kleiner Betriebe'],
      ['Fachverkäufer', 'Elektro Anzinger KG', 'Straubing', '2010-09', '2012-12', 'Beratung zu Haustechnik'],
    ],
    [
      ['Fachinformatiker Systemintegration', 'IHK Niederbayern', 'Passau', '2011-09', '2013-01'],
      ['Mittlere Reife', 'Staatliche Realschule', 'Straubing', '2004-09', '2010-07'],
    ],
  ),
  person(
    'de',
    'Aylin Demir',
    'aylin.demir@example.com',
    [
      ['Filialleitung', 'Backstube Ährengold', 'Gießen', '2016-06', '', 'Dienstplan für elf Personen'],
      ['Verkäuferin', 'Rewe', 'Wetzlar', '2012-03', '2016-05', 'Kasse und Frische'],
      ['Servicekraft', 'Zum Goldenen Anker', 'Marburg', '2009-07', '2012-02', 'Bedienung der Gäste'],
      ['Praktikantin', 'Kita Sonnenhügel', 'Marburg', '2008-09', '2009-06', 'Betreuung der Kleinsten'],
    ],
    [
      ['Fachverkäuferin im Lebensmittelhandwerk', 'Bäckerei Lotz', 'Gießen', '2005-08', '2008-07'],
      ['Hauptschulabschluss', 'Brüder-Grimm-Schule', 'Gießen', '1996-08', '2005-06'],
    ],
  ),
  person(
    'en',
    'Harriet Blackwood',
    'harriet.blackwood@example.co.uk',
    [
      [
        'Operations Manager',
        'Pennine Cold Storage Ltd',
        'Leeds',
        '2018-02',
        '',
        'Runs two sites with 80 staff',
        'Cut overtime by a third',
      ],
      ['Shift Supervisor', 'Greenway Foods', 'Bradford', '2013-06', '2018-01', 'Planned the night shift'],
      ['Warehouse Operative', 'Thistle & Rowe', 'Halifax', '2010-09', '2013-05', 'Picked and packed orders'],
      ['Barista', 'The Copper Kettle', 'York', '2008-06', '2010-08', 'Served customers'],
    ],
    [
      ['NVQ Level 3 Management', 'Calder Valley College', 'Halifax', '2011-09', '2012-07'],
      ['A-levels', 'Ryburn High School', 'Sowerby Bridge', '2001-09', '2008-06'],
    ],
  ),
  person(
    'en',
    'Kwame Boateng',
    'kwame.boateng@example.com',
    [
      [
        'Senior Data Analyst',
        'Harbourlight Insurance plc',
        'Cardiff',
        '2020-05',
        '',
        'Builds pricing models',
      ],
      [
        'Business Analyst',
        'Tamarind Consulting',
        'Bristol',
        '2016-09',
        '2020-04',
        'Reports for retail clients',
      ],
      [
        'Graduate Trainee',
        'Accra Savings and Loans',
        'Accra',
        '2014-08',
        '2016-07',
        'Rotated through four departments',
      ],
      [
        'Teaching Assistant',
        'Volta Institute of Technology',
        'Accra',
        '2013-01',
        '2014-06',
        'Marked coursework',
      ],
    ],
    [
      ['MSc Statistics', 'University of Severnside', 'Bristol', '2015-09', '2016-08'],
      ['BSc Mathematics', 'Volta Institute of Technology', 'Accra', '2010-09', '2014-06'],
      ['Senior High School Certificate', 'Prempeh Academy', 'Kumasi', '2006-09', '2010-06'],
    ],
  ),
  person(
    'en',
    'Sinead Gallagher',
    's.gallagher@example.ie',
    [
      [
        'Head Pastry Chef',
        'Lough View',
        'Galway',
        '2017-03',
        '',
        'Leads a team of four',
        'Writes the dessert menu',
      ],
      ['Pastry Chef', 'Hotel Corrib', 'Galway', '2012-10', '2017-02', 'Banquets and breakfast'],
      ['Commis', 'Aniar', 'Limerick', '2010-05', '2012-09', 'Bread and desserts'],
      ['Kitchen Porter', "O'Malley's", 'Ennis', '2008-06', '2010-04', 'Cleaning and preparation'],
    ],
    [
      ['Advanced Certificate in Pastry', 'Shannon School of Catering', 'Limerick', '2009-09', '2010-05'],
      ['Leaving Certificate', 'St. Brigid’s Secondary School', 'Ennis', '2002-09', '2008-06'],
    ],
  ),
  person(
    'en',
    'Matteo Ricci',
    'matteo.ricci@example.it',
    [
      ['Software Engineer', 'Lumenstack', 'Hamburg', '2021-01', '', 'Payment services in Kotlin'],
      ['Backend Developer', 'Quadrant Systems', 'Turin', '2017-07', '2020-12', 'APIs for car rental'],
      ['IT Support Technician', 'Banca Alpina S.p.A.', 'Milan', '2014-02', '2017-06', 'Helped 300 users'],
    ],
    [
      ['Bachelor of Science in Informatics', 'Università di Montecarro', 'Turin', '2010-09', '2014-02'],
      ['Diploma di Maturità', 'Liceo Volta', 'Milan', '2005-09', '2010-07'],
    ],
  ),
  person(
    'en',
    'Grace Whitfield',
    'grace.whitfield@example.com',
    [
      ['Community Nurse', 'Fairhaven Health Trust', 'Norwich', '2016-11', '', 'Visits patients at home'],
      ['Staff Nurse', 'St Edmund Hospital', 'Ipswich', '2011-09', '2016-10', 'Surgical ward'],
      ['Care Assistant', 'Willowbrook', 'Norwich', '2007-07', '2008-08', 'Personal care for residents'],
    ],
    [
      ['Diploma of Higher Education in Nursing', 'University of Broadland', 'Norwich', '2008-09', '2011-08'],
      ['GCSEs', 'Thorpe Comprehensive School', 'Norwich', '2002-09', '2007-06'],
    ],
  ),
];
