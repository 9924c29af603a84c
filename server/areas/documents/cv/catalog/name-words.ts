// Names of occupations and qualifications, in a form that all spellings share: "Köchin", "Koch/Köchin (m/w/d)" and "KOCH" are one.

/** "(m/w/d)", "w/m", "(gn)" in job titles. */
const GENDERS =
  /[([]?(?<![\p{L}\p{N}])(?:[mwfdxi](?:\s?[/|,*]\s?(?:[mwfdxi]|gn|div)){1,3}|gn)(?![\p{L}\p{N}])[)\]]?/giu;
/** "Verkäufer/-in", "Verkäufer*innen", "Fachangestellte/r", "Kaufmann/-frau", "Krankenschwester/-pfleger". */
const ENDINGS =
  /(?<=\p{L})(?:\s?[/*:_]\s?-?in(?:nen)?|\(in\)|\/-?(?:r|n|er|en|e)|\((?:r|n|er)\)|\/-\p{Ll}+|\/(?:frau|mann))(?!\p{L})/gu;

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** What men are called, by the end of what women are. */
const FEMININE: readonly [RegExp, string][] = [
  [/koechin$/, 'koch'],
  [/aerztin$/, 'arzt'],
  [/anwaeltin$/, 'anwalt'],
  [/(?:frau|leute)$/, 'mann'],
  [
    /(chef|wirt|gehilf|lot|er|or|eur|aer|ar|ist|ent|ant|at|aet|og|om|graf|graph|soph|ekt|ert|eut|aut|ling)in$/,
    '$1',
  ],
  [/(og|graf|graph|soph|aut|eut|nom|gehilf)e$/, '$1'],
  [/(ist|ent|ant|eut|og|aut)en$/, '$1'],
];
/** Letters. What is left of a shorter word is no occupation. */
const SHORTEST_STEM = 4;
/** Adjectives, and nouns that are declined like them: "Fachangestellter", "technische". */
const DECLINED =
  /(isch|lich|angestellt|beauftragt|beamt|leitend|geprueft|anerkannt|examiniert|gelernt|staendig|ausgebildet|verantwortlich|betrieblich|unterwiesen|lehrend|studierend|auszubildend|stellvertretend)(?:e|er|en|es|em)$/;
/** Words that join the parts of a name. */
const JOINING = new Set(
  'fuer der die das des dem den im in am an und oder and or of for the mit zum zur als von vom bei at to'.split(
    ' ',
  ),
);
const LONG_FORMS: Readonly<Record<string, string>> = {
  kfz: 'kraftfahrzeug',
  lkw: 'lastkraftwagen',
  pkw: 'personenkraftwagen',
};

function toMasculine(word: string): string {
  for (const [pattern, stem] of FEMININE) {
    const changed = word.replace(pattern, stem);
    if (changed !== word) return changed.length < SHORTEST_STEM ? word : changed;
  }
  return word;
}

/** The words of a name, without gender, case, umlauts, and the words that only join others. */
export function toNameWords(name: string): string[] {
  const plain = name
    .normalize('NFKC')
    .replaceAll(GENDERS, ' ')
    .replaceAll(ENDINGS, '')
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  return plain
    .split(/[^\p{L}\d+#]+/u)
    .filter((word) => word !== '' && !JOINING.has(word))
    .map((word) => LONG_FORMS[word] ?? toMasculine(word.replace(DECLINED, '$1')));
}

/** Identifies a name, whether its words are written as one or apart. */
export function toNameKey(name: string): string {
  return toNameWords(name).join('');
}
