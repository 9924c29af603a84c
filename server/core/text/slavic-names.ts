// English and Ukrainian passports write the Slavic ч as ch, and щ as shch: Shevchenko, Shcherbakov. German has tsch and schtsch:
// Schewtschenko, Schtscherbakow. But German also has a ch with another sound, as in Bach and Michael, and writes so the Slavic х. So ch is
// taken for ч only where hardly another name has it. At other places, such as the end of Kalach, the two spellings stay apart.

/** Before these letters, as in Tkachenko, Savchuk, Melnychuk, Kovalchik, Lyubochka, and Grechko. Not the sch of Tischkau. */
const BEFORE_ENDINGS = /(?<!s)ch(?=enk|[uiy]k\b|k)/g;
/** The ends of names that German spells with w, or not at all: Chekhov, Pugacheva, Tchaikovsky, Ivanovich, Vyacheslav. */
const IS_ENGLISH = /(?:[oe]va?|vsk[a-z]+|slava?|v[iy]ch|ovna)\b/;
/** Before a vowel or at the end, also as tch. Other sounds follow ch in Czech names, which can end in ova: Albrechtová. */
const BEFORE_VOWELS = /(?<!s)t?ch(?=[aeiouy]|\b)/g;

/** Spells ч and щ of a name in lower-case Latin letters as in German. Other names stay as they are. */
export function spellSlavicAsGerman(name: string): string {
  if (!name.includes('ch')) return name;
  const spelled = name.replaceAll('shch', 'schtsch').replaceAll(BEFORE_ENDINGS, 'tsch');
  return IS_ENGLISH.test(spelled) ? spelled.replaceAll(BEFORE_VOWELS, 'tsch') : spelled;
}
