const CITIES = ['Berlin', 'Hamburg', 'München', 'Köln', 'Leipzig', 'Bremen', 'Dresden', 'Hannover'];
const PREFIXES = ['mey', 'schm', 'wag', 'fisch', 'krü', 'neum', 'hof', 'zim', 'sch', 'bau'];
const pick = (list: readonly string[], index: number) => list[index % list.length]!;

/** A kind of candidate search, and the 95th percentile of its duration that is aimed at with a million candidates. */
interface Search {
  name: string;
  limitMs: number;
  /** What the call sends. Each index is another search of the kind. */
  body(index: number): object;
}

export const SEARCHES: readonly Search[] = [
  { name: 'name prefix', limitMs: 50, body: (index) => ({ text: pick(PREFIXES, index) }) },
  {
    name: 'first and last name',
    limitMs: 50,
    body: (index) => ({ text: `${pick(['Anna', 'Peter', 'Mehmet'], index)} ${pick(PREFIXES, index)}` }),
  },
  {
    name: 'beginning of a phone number',
    limitMs: 50,
    body: (index) => ({ text: `0151 5${100 + (index % 900)}` }),
  },
  {
    name: 'two words, three filters, and a radius',
    limitMs: 150,
    body: (index) => ({
      text: 'Stapler Lager',
      statusIds: [2005, 2004],
      driversLicenseIds: [339],
      languages: [{ languageId: 1, minimumLevelId: 631 }],
      around: { place: pick(CITIES, index), radiusKm: 30 },
    }),
  },
  {
    name: 'common word',
    limitMs: 300,
    body: (index) => ({ text: pick(['Lager', 'Versand', 'Teamfähigkeit'], index) }),
  },
  { name: 'rare word of a CV', limitMs: 50, body: (index) => ({ text: `Fachwort${1000 + (index % 900)}` }) },
  { name: 'no words', limitMs: 150, body: () => ({}) },
  {
    name: 'no words, one status and branch',
    limitMs: 150,
    body: () => ({ statusIds: [2003], officeIds: [1] }),
  },
];
