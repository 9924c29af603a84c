// A list of data. The companies are fictitious; ids refer to master data.

/** An occupation and what typically goes with it. */
export interface Occupation {
  weight: number;
  desiredPosition: readonly [male: string, female: string];
  /** Job titles for earlier entries of the resume. */
  positions: readonly string[];
  duties: readonly string[];
  /** Empty if the built-in occupation catalog has no match. Operators import the full catalog. */
  professionIds: readonly number[];
  levelId: number;
  industryId: number;
  employers: readonly string[];
  /** Vocational training, its length in months, and the share of people who completed it. */
  training: { profession: string; months: number; share: number };
  qualificationIds: readonly number[];
  /** Driver's licenses in addition to class B. */
  licenceIds: readonly number[];
  keywords: readonly string[];
  hourlyWage: readonly [from: number, to: number];
  /** Indexes into JOB_ADS of the ads that such candidates apply for. */
  jobAds: readonly number[];
  femaleShare: number;
}

const LOGISTICS_FIRMS = [
  'Nordkai Logistik GmbH',
  'Spreekai Logistik GmbH',
  'Alpenspedition Reiter GmbH',
  'Hansekontor Versand GmbH',
  'Rheinbogen Fulfillment GmbH',
  'Havelland Frischelager GmbH',
  'Paketwerk Süd GmbH',
];
const METAL_FIRMS = [
  'Feinmechanik Lindner GmbH',
  'Isartal Präzisionstechnik GmbH',
  'Zerspanung Brömmel & Sohn KG',
  'Elbmetall Werke GmbH',
  'Bergische Werkzeugbau GmbH',
];
const ELECTRIC_FIRMS = ['Elektro Sandmann GmbH', 'Voltwerk Anlagenbau GmbH', 'Schaltanlagen Nordost GmbH'];
const CARE_FIRMS = [
  'Seniorenzentrum Lindenhof gGmbH',
  'Pflegedienst Sonnenblick GmbH',
  'Haus am Stadtpark gGmbH',
  'Klinikverbund Drei Flüsse gGmbH',
];
const OFFICE_FIRMS = [
  'Kontor Westphal GmbH',
  'Maschinenhandel Oster GmbH',
  'Bauzentrum Kessler GmbH & Co. KG',
];
const CHEMISTRY_FIRMS = ['Rheinchem Additive GmbH', 'Laborwerk Analytik GmbH', 'Lackfabrik Tönnies KG'];

const TRANSPORT_INDUSTRY = 8;
const MANUFACTURING = 3;
const CONSTRUCTION = 6;
const TRADE = 7;
const HEALTH = 17;

export const OCCUPATIONS: readonly Occupation[] = [
  {
    weight: 34,
    desiredPosition: ['Lagerhelfer', 'Lagerhelferin'],
    positions: ['Lagerhelfer/in', 'Produktionshelfer/in', 'Versandhelfer/in', 'Kommissionierer/in'],
    duties: ['Ware annehmen, prüfen und einlagern', 'Verpacken und Etikettieren', 'Be- und Entladen von Lkw'],
    professionIds: [50939, 7453],
    levelId: 1,
    industryId: TRANSPORT_INDUSTRY,
    employers: LOGISTICS_FIRMS,
    training: { profession: 'Fachlagerist/in', months: 24, share: 0.15 },
    qualificationIds: [3, 27, 28, 1],
    licenceIds: [],
    keywords: ['Lager', 'Schichtbereitschaft', 'körperlich belastbar'],
    hourlyWage: [14.53, 15.5],
    jobAds: [0, 2],
    femaleShare: 0.35,
  },
  {
    weight: 30,
    desiredPosition: ['Staplerfahrer', 'Staplerfahrerin'],
    positions: ['Staplerfahrer/in', 'Lager- und Transportarbeiter/in', 'Hochregalstaplerfahrer/in'],
    duties: ['Front- und Schubmaststapler im Dreischichtbetrieb', 'Lkw-Verladung mit Ladungssicherung'],
    professionIds: [7453, 27538],
    levelId: 1,
    industryId: TRANSPORT_INDUSTRY,
    employers: LOGISTICS_FIRMS,
    training: { profession: 'Fachlagerist/in', months: 24, share: 0.4 },
    qualificationIds: [1, 2, 10, 27],
    licenceIds: [326],
    keywords: ['Staplerschein', 'Hochregal', 'Nachtschicht'],
    hourlyWage: [15, 17],
    jobAds: [1, 0],
    femaleShare: 0.12,
  },
  {
    weight: 22,
    desiredPosition: ['Kommissionierer', 'Kommissioniererin'],
    positions: ['Kommissionierer/in', 'Lagerhelfer/in', 'Verkäufer/in'],
    duties: ['Kommissionieren mit Handscanner und Pick-by-Voice', 'Inventur und Bestandskontrolle'],
    professionIds: [4702, 7419],
    levelId: 1,
    industryId: TRANSPORT_INDUSTRY,
    employers: LOGISTICS_FIRMS,
    training: { profession: 'Verkäufer/in', months: 24, share: 0.3 },
    qualificationIds: [3, 48, 53],
    licenceIds: [],
    keywords: ['Pick-by-Voice', 'Handscanner', 'Teilzeit möglich'],
    hourlyWage: [14.53, 15.8],
    jobAds: [2, 0],
    femaleShare: 0.55,
  },
  {
    weight: 18,
    desiredPosition: ['Fachkraft für Lagerlogistik', 'Fachkraft für Lagerlogistik'],
    positions: ['Fachkraft für Lagerlogistik', 'Disponent/in Lager', 'Vorarbeiter/in Lager'],
    duties: [
      'Wareneingang buchen und Bestände pflegen (SAP EWM)',
      'Touren planen und Versandpapiere erstellen',
    ],
    professionIds: [27449, 133726, 14094],
    levelId: 2,
    industryId: TRANSPORT_INDUSTRY,
    employers: LOGISTICS_FIRMS,
    training: { profession: 'Fachkraft für Lagerlogistik', months: 36, share: 1 },
    qualificationIds: [48, 1, 11, 52],
    licenceIds: [326],
    keywords: ['SAP EWM', 'Gefahrgut', 'Schichtleitung'],
    hourlyWage: [17, 20],
    jobAds: [1, 11],
    femaleShare: 0.25,
  },
  {
    weight: 16,
    desiredPosition: ['CNC-Fräser', 'CNC-Fräserin'],
    positions: ['CNC-Fräser/in', 'CNC-Fachkraft', 'Fräser/in'],
    duties: ['Einrichten und Bedienen von 5-Achs-Fräsmaschinen', 'Messen und Dokumentieren der Bauteile'],
    professionIds: [1832, 1930, 29054],
    levelId: 2,
    industryId: MANUFACTURING,
    employers: METAL_FIRMS,
    training: { profession: 'Zerspanungsmechaniker/in', months: 42, share: 0.9 },
    qualificationIds: [36, 37, 39, 40],
    licenceIds: [],
    keywords: ['Heidenhain', 'Sinumerik', '5-Achs-Bearbeitung'],
    hourlyWage: [19, 24],
    jobAds: [3],
    femaleShare: 0.1,
  },
  {
    weight: 10,
    desiredPosition: ['CNC-Dreher', 'CNC-Dreherin'],
    positions: ['CNC-Dreher/in', 'Dreher/in', 'Maschinenbediener/in'],
    duties: ['Drehteile nach Zeichnung fertigen', 'Werkzeuge voreinstellen und wechseln'],
    professionIds: [1795, 1797, 29054],
    levelId: 2,
    industryId: MANUFACTURING,
    employers: METAL_FIRMS,
    training: { profession: 'Zerspanungsmechaniker/in', months: 42, share: 0.85 },
    qualificationIds: [35, 37, 39, 40],
    licenceIds: [],
    keywords: ['Fanuc', 'Serienfertigung', 'Einzelteilfertigung'],
    hourlyWage: [18.5, 23],
    jobAds: [3],
    femaleShare: 0.1,
  },
  {
    weight: 14,
    desiredPosition: ['Elektroniker für Betriebstechnik', 'Elektronikerin für Betriebstechnik'],
    positions: ['Elektroniker/in', 'Servicetechniker/in Elektrotechnik', 'Schaltschrankbauer/in'],
    duties: ['Schaltschränke verdrahten und prüfen', 'Anlagen nach DGUV V3 prüfen', 'Störungen beheben'],
    professionIds: [],
    levelId: 2,
    industryId: CONSTRUCTION,
    employers: ELECTRIC_FIRMS,
    training: { profession: 'Elektroniker/in für Betriebstechnik', months: 42, share: 1 },
    qualificationIds: [20, 23, 38, 39],
    licenceIds: [],
    keywords: ['SPS', 'Schaltschrankbau', 'Montage bundesweit'],
    hourlyWage: [19.5, 25],
    jobAds: [4],
    femaleShare: 0.06,
  },
  {
    weight: 18,
    desiredPosition: ['Pflegefachmann', 'Pflegefachfrau'],
    positions: ['Pflegefachkraft', 'Altenpfleger/in', 'Wohnbereichsleitung'],
    duties: [
      'Grund- und Behandlungspflege',
      'Pflegeplanung und Dokumentation',
      'Anleitung von Auszubildenden',
    ],
    professionIds: [],
    levelId: 2,
    industryId: HEALTH,
    employers: CARE_FIRMS,
    training: { profession: 'Pflegefachfrau/Pflegefachmann', months: 36, share: 1 },
    qualificationIds: [56, 57, 58, 60],
    licenceIds: [],
    keywords: ['Dauernachtwache', 'Altenpflege', 'Intensivpflege'],
    hourlyWage: [21, 27],
    jobAds: [5],
    femaleShare: 0.8,
  },
  {
    weight: 12,
    desiredPosition: ['Pflegehelfer', 'Pflegehelferin'],
    positions: ['Pflegehelfer/in', 'Betreuungskraft', 'Küchenhilfe'],
    duties: ['Unterstützung bei der Grundpflege', 'Begleitung im Alltag', 'Essen anreichen'],
    professionIds: [],
    levelId: 1,
    industryId: HEALTH,
    employers: CARE_FIRMS,
    training: { profession: 'Pflegehelfer/in', months: 12, share: 0.7 },
    qualificationIds: [55, 59, 53, 60],
    licenceIds: [],
    keywords: ['Betreuung', 'Wochenenddienst', 'Teilzeit möglich'],
    hourlyWage: [15.5, 17.5],
    jobAds: [6, 5],
    femaleShare: 0.75,
  },
  {
    weight: 14,
    desiredPosition: ['Industriekaufmann', 'Industriekauffrau'],
    positions: [
      'Sachbearbeiter/in Einkauf',
      'Industriekaufmann/-frau',
      'Sachbearbeiter/in Auftragsabwicklung',
    ],
    duties: ['Aufträge erfassen und Termine überwachen', 'Angebote einholen und vergleichen'],
    professionIds: [],
    levelId: 2,
    industryId: TRADE,
    employers: OFFICE_FIRMS,
    training: { profession: 'Industriekaufmann/-frau', months: 36, share: 1 },
    qualificationIds: [51, 44, 45, 50],
    licenceIds: [],
    keywords: ['SAP MM', 'Einkauf', 'Auftragsabwicklung'],
    hourlyWage: [17.5, 22],
    jobAds: [7],
    femaleShare: 0.65,
  },
  {
    weight: 8,
    desiredPosition: ['Chemielaborant', 'Chemielaborantin'],
    positions: ['Chemielaborant/in', 'Laborhelfer/in', 'Chemisch-technische/r Assistent/in'],
    duties: ['Proben vorbereiten und analysieren (HPLC, GC)', 'Messergebnisse auswerten und dokumentieren'],
    professionIds: [14386, 5789],
    levelId: 2,
    industryId: MANUFACTURING,
    employers: CHEMISTRY_FIRMS,
    training: { profession: 'Chemielaborant/in', months: 42, share: 1 },
    qualificationIds: [65, 51, 27],
    licenceIds: [],
    keywords: ['HPLC', 'GMP', 'Titration'],
    hourlyWage: [18.5, 23],
    jobAds: [8],
    femaleShare: 0.5,
  },
  {
    weight: 10,
    desiredPosition: ['Schweißer', 'Schweißerin'],
    positions: ['Schweißer/in', 'Konstruktionsmechaniker/in', 'Metallbauer/in'],
    duties: ['MAG- und WIG-Schweißen nach Zeichnung', 'Heften, Richten und Schleifen von Baugruppen'],
    professionIds: [],
    levelId: 2,
    industryId: MANUFACTURING,
    employers: METAL_FIRMS,
    training: { profession: 'Konstruktionsmechaniker/in', months: 42, share: 0.7 },
    qualificationIds: [15, 17, 39, 4],
    licenceIds: [],
    keywords: ['MAG', 'WIG', 'Montage'],
    hourlyWage: [18, 23],
    jobAds: [9],
    femaleShare: 0.05,
  },
  {
    weight: 12,
    desiredPosition: ['Berufskraftfahrer', 'Berufskraftfahrerin'],
    positions: ['Berufskraftfahrer/in CE', 'Auslieferungsfahrer/in', 'Kurierfahrer/in'],
    duties: ['Nahverkehr mit Gliederzug', 'Be- und Entladen mit Ladungssicherung', 'Tourenabrechnung'],
    professionIds: [33363],
    levelId: 2,
    industryId: TRANSPORT_INDUSTRY,
    employers: LOGISTICS_FIRMS,
    training: { profession: 'Berufskraftfahrer/in', months: 36, share: 0.3 },
    qualificationIds: [12, 10, 11],
    licenceIds: [322, 318],
    keywords: ['Nahverkehr', 'Fahrerkarte', 'ADR'],
    hourlyWage: [16.5, 20],
    jobAds: [10],
    femaleShare: 0.05,
  },
];
