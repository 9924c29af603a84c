// English and Ukrainian passports write the Slavic ч as ch, and щ as shch: Shevchenko, Shcherbakov. German has tsch and schtsch:
// Schewtschenko, Schtscherbakow. But German also has a ch with another sound, as in Bach and Michael, and uses it for the Slavic х. So ch
// is taken for ч only where few other names have it. At other places, such as the end of Kalach, the two spellings stay apart.

/** Before these endings, as in Tkachenko, Savchuk, Kovalchik, Grechko, Suchkov, and Ovechkin. Not the sch of Paschke. */
const BEFORE_ENDINGS = /(?<!s)ch(?=(?:enk(?:[oa]|ova?)|[uiy]k|k(?:[oai]|ova?|ina?))$)/g;
/** Endings that German spells with w or without a v: Chekhov, Pugacheva, Tchaikovsky, Ivanovich, Vyacheslav. */
const IS_ENGLISH = /(?:[oe]va?|vsk[a-z]+|slava?|v[iy]ch|ovna)$/;
/**
 * Before a vowel or at the end, also as tch. Not before ov, which follows х (Malachov), and not in Michailov, Tichonov, Sacharov, and
 * Pachomov, where some write ch for х beside a v. Other sounds follow ch in Czech names, which can end in ova: Albrechtova.
 */
const BEFORE_VOWELS = /(?<!s|^mi|^ti|^sa|^pa)t?ch(?!ova?$)(?=[aeiouy]|$)/g;

/** Spells ч and щ of a name in lower-case Latin letters as in German, word by word. Other names stay as they are. */
export function spellSlavicAsGerman(name: string): string {
  return name.includes('ch') ? name.replaceAll(/[a-z]+/g, spellWord) : name;
}

function spellWord(word: string): string {
  const spelled = word.replaceAll('shch', 'schtsch').replaceAll(BEFORE_ENDINGS, 'tsch');
  return IS_ENGLISH.test(spelled) ? spelled.replaceAll(BEFORE_VOWELS, 'tsch') : spelled;
}
