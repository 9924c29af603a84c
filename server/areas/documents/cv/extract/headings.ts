export type SectionKind =
  | 'profile'
  | 'jobs'
  | 'training'
  | 'school'
  | 'education'
  | 'courses'
  | 'languages'
  | 'skills'
  | 'licences'
  | 'personal'
  | 'contact'
  | 'other';

// The first pattern that matches the whole heading decides, so schools come before trainings and trainings before education.
const PATTERNS: readonly [SectionKind, RegExp][] = [
  [
    'jobs',
    /^(?:beruf(?:liche[rn]?|s)?[ -]*(?:erfahrung(?:en)?|praxis|werdegang|laufbahn|stationen|tätigkeit(?:en)?|hintergrund)|(?:bisherige |relevante |praktische )?(?:tätigkeiten|berufstätigkeit|arbeitserfahrung|arbeitsstellen|anstellungen|stationen|praxiserfahrung|arbeitsverhältnisse)|praktika|(?:relevant |professional |work |employment |job |career |previous |other |industry )*(?:experience|history|employment|background|positions?|appointments)|career(?: (?:summary|history|overview))?|werdegang|(?:work|employment) (?:record|experience and history))$/,
  ],
  [
    'courses',
    /^(?:(?:berufliche |sonstige )?(?:fort|weiter)[ -]*(?:- ?(?:und|\/|&) ?weiter)?bildung(?:en|smaßnahmen)?|fort(?:- ?)?(?:und|&|\/) ?weiterbildung(?:en)?|zusatzqualifikation(?:en)?|zertifi(?:kate|zierungen)(?: (?:und|&) .*)?|(?:kurse|seminare|lehrgänge|schulungen)(?: (?:und|&) .*)?|(?:professional |continuing |further |additional |training )*(?:courses?|certifications?|certificates|trainings?|development|continuing education)(?: (?:and|&) (?:courses|certifications|certificates|trainings?|licen[cs]es))?)$/,
  ],
  [
    'school',
    /^(?:schul(?:ische|e|en|bildung|ausbildung|abschlüsse|abschluss|besuch|laufbahn)(?: (?:aus)?bildung| laufbahn| werdegang)?|allgemeinbildung|school(?:ing| education)?|secondary (?:education|school)|high school)$/,
  ],
  [
    'training',
    /^(?:(?:berufs|hochschul)(?:aus)?bildung|berufliche (?:aus)?bildung|studium(?: .*)?|ausbildung (?:\/|und|&) ?studium|akademische(?:r|)? (?:werdegang|ausbildung)|lehre|vocational (?:training|education)|professional education|(?:further and )?higher education|apprenticeships?|university(?: education)?)$/,
  ],
  [
    'education',
    /^(?:ausbildung(?:en)?|bildung(?:sweg|sgang|en)?|aus(?:- ?)?(?:und|&|\/) ?(?:weiter|schul)bildung|schul-? ?(?:und|&|\/) ?(?:berufs|hochschul)?(?:aus)?bildung|schule (?:und|&) ausbildung|ausbildung (?:und|&|\/) (?:schule|schulbildung|bildung|weiterbildung)|education(?:al)?(?: (?:and|&) (?:training|qualifications))?(?: background| history)?|academic (?:background|history|qualifications)|qualifications and education|schooling and training)$/,
  ],
  [
    'languages',
    /^(?:(?:fremd)?sprach(?:en|kenntnisse|lich(?:e|es)? .*)(?: (?:und|&) .*)?|languages?(?: (?:skills|proficiency|knowledge))?)$/,
  ],
  [
    'licences',
    /^(?:führerscheine?(?:klassen)?|fahrerlaubnis(?:se)?|driv(?:ing|er'?s?) licen[cs]es?|licen[cs]es?|mobilität)$/,
  ],
  [
    'personal',
    /^(?:(?:persönliche|personenbezogene) (?:daten|angaben|informationen)|(?:angaben )?zur person|personalien|personal (?:details|information|data|info|particulars))$/,
  ],
  ['contact', /^(?:kontakt(?:daten|informationen)?|anschrift|contact(?: (?:details|information|info|me))?)$/],
  [
    'skills',
    /^(?:(?:weitere |sonstige |besondere |fachliche |persönliche |technische |edv[ -]?|it[ -]?|pc[ -]?|computer[ -]?|fach[ -]?)*(?:kenntnisse|fähigkeiten|kompetenzen|qualifikationen|stärken|skills)(?: (?:und|&) .*)?|(?:key |core |technical |professional |soft |other |it |computer |additional |main )*(?:skills|competenc(?:ies|es)|qualifications|strengths|abilities|expertise)(?: (?:and|&) .*)?|edv)$/,
  ],
  [
    'profile',
    /^(?:(?:kurz|persönliches |berufliches )?profil|über mich|zusammenfassung|(?:personal |professional |career )?(?:profile|summary|statement|objective)|about(?: me)?|executive summary|ziel)$/,
  ],
  [
    'other',
    /^(?:interessen(?: .*)?|hobb(?:y|y?s|ies)(?: .*)?|freizeit(?:aktivitäten| .*)?|interests?(?: .*)?|referenzen|references?|publikationen|publications|ehrenamt(?:liche.*)?|engagement|volunteer(?:ing| .*)?|sonstiges|auszeichnungen|awards(?: .*)?|activities(?: .*)?|projekte|projects|anlagen|weiteres|achievements)$/,
  ],
];
/** Letters. Longer lines are sentences. Also bounds the time of the patterns. */
const MAXIMUM_HEADING_LENGTH = 60;

/** The same patterns with every space optional: in a heading of spaced letters, the space between words is easily lost. */
const CLOSED_UP = PATTERNS.map(
  ([kind, pattern]) =>
    [
      kind,
      new RegExp(pattern.source.replaceAll(/\[[^\]]*\]| /g, (part) => (part === ' ' ? ' ?' : part))),
    ] as const,
);

/** The kind of section that a line opens. Undefined unless the line is a heading and nothing else. */
export function sectionOf(text: string): SectionKind | undefined {
  if (text.length > MAXIMUM_HEADING_LENGTH) return undefined;
  const plain = text
    .toLowerCase()
    .replaceAll(/^[\s\d.)•■▪|#*_=-]+|[\s:.|#*_=-]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
  const patterns = plain.includes(' ') ? PATTERNS : CLOSED_UP;
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0];
}
