import { samplePdf } from '../areas/demo/write/sample-pdf.ts';

// node server/checks/sample-cv.ts > examples/sample-cv.pdf
// node server/checks/sample-cv.ts second > examples/second-cv.pdf

// The people are invented; the numbers are reserved for fiction.

/** The CV that the README's script hands over. */
export function sampleCv(): Buffer {
  return samplePdf(
    [
      'Oderstraße 12, 12051 Berlin',
      'Mobil 0171 3920042 · jana.wieczorek@example.org',
      'Geboren am 14.03.1991 in Frankfurt (Oder)',
      '# Berufserfahrung',
      '04/2019 – heute\tStaplerfahrerin, Spreekai Logistik GmbH, Berlin',
      '\tBe- und Entladen, Hochregal bis 9 m, Inventur, Einweisung neuer Kräfte',
      '09/2014 – 03/2019\tKommissioniererin, Havelland Frischelager GmbH, Falkensee',
      '\tKommissionieren mit Handscanner, Warenausgang, Schichtarbeit',
      '08/2011 – 08/2014\tLagerhelferin, Oderland Versand GmbH, Frankfurt (Oder)',
      '# Ausbildung',
      '08/2009 – 07/2011\tFachlageristin (IHK), Oderland Versand GmbH',
      '08/2003 – 07/2009\tMittlere Reife, Oberschule Frankfurt (Oder)',
      '# Weiterbildung',
      '02/2019\tGabelstaplerschein (DGUV Vorschrift 68)',
      '05/2021\tBetriebliche Ersthelferin',
      '# Kenntnisse',
      'Sprachen: Deutsch (Muttersprache), Polnisch (B2), Englisch (A2)',
      'Führerschein: Klasse B · eigenes Auto · Schichtbereitschaft',
      'Lagerverwaltung mit SAP EWM, Handscanner, Schubmaststapler',
    ],
    'Jana Wieczorek – Lebenslauf',
  );
}

/** The CV of the guide about applications. It is that of another person, so that the README and the guide do not share one. */
export function secondCv(): Buffer {
  return samplePdf(
    [
      'Weserstraße 88, 12059 Berlin',
      'Mobil 0172 9968532 · katrin.albers@example.org',
      'Geboren am 02.11.1988 in Schwerin',
      '# Berufserfahrung',
      '06/2016 – heute\tFachkraft für Lagerlogistik, Havelbogen Logistik GmbH, Berlin',
      '\tWareneingang, Kommissionierung, Inventur',
      '08/2009 – 05/2016\tKommissioniererin, Müritz Versand GmbH, Schwerin',
      '# Ausbildung',
      '08/2006 – 07/2009\tFachkraft für Lagerlogistik (IHK), Müritz Versand GmbH',
      '# Kenntnisse',
      'Sprachen: Deutsch (Muttersprache), Englisch (B1)',
      'Führerschein: Klasse B',
    ],
    'Katrin Albers – Lebenslauf',
  );
}

if (import.meta.main) process.stdout.write(process.argv[2] === 'second' ? secondCv() : sampleCv());
