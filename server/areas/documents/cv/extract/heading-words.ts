// The words that headings of CVs are made of, in German and English. headings.ts composes them.

/**
 * What a word says about the section that its heading opens. `work` and `path` are about jobs unless another word says
 * otherwise: voluntary work, path through school. `details` are those of what another word names.
 */
export type Meaning =
  | 'jobs'
  | 'work'
  | 'path'
  | 'education'
  | 'school'
  | 'courses'
  | 'languages'
  | 'skills'
  | 'licences'
  | 'personal'
  | 'contact'
  | 'profile'
  | 'overview'
  | 'details'
  | 'voluntary'
  | 'other';

/** Words that can be a heading alone, or with any other words of these lists. */
export const NOUNS: readonly [Meaning, RegExp][] = [
  [
    'jobs',
    /^(?:(?:berufs|arbeits|praxis|praktikums|führungs|auslands)-?erfahrung(?:en)?|berufs?-?(?:praxis|leben|tätigkeit(?:en)?|stationen|laufbahn|weg|werdegang|verlauf|historie|ausübung)|arbeit|arbeits-?(?:stellen|verhältnisse|stationen|praxis|leben|historie|verlauf|tätigkeit(?:en)?)|(?:vor)?beschäftigung(?:en|sverhältnisse|sverlauf)?|(?:fest)?anstellung(?:en|sverhältnisse)?|karriere(?:stationen|weg|verlauf)?|berufliches|neben(?:jobs?|tätigkeit(?:en)?|beschäftigung(?:en)?|erwerb)|(?:ferien|studenten|schüler|aushilfs|mini)-?jobs?|ferienarbeit|(?:schul|schüler|betriebs|pflicht|auslands|kurz)?-?praktika|werkstudententätigkeit(?:en)?|aushilfstätigkeit(?:en)?|employments?|careers?|jobs|internships?|traineeships?|placements?)$/u,
  ],
  [
    'work',
    /^(?:tätigkeiten|erfahrung(?:en)?|praxis(?:stationen)?|stationen|work|experiences?|positions|appointments|roles)$/u,
  ],
  ['path', /^(?:werdegang|laufbahn)$/u],
  [
    'school',
    /^(?:schul(?:bildung|ausbildung|abschlüsse|abschluss|besuch|laufbahn|zeit|e|en|-|isches|weg|werdegang)|allgemeinbildung|schooling|schools)$/u,
  ],
  [
    'education',
    /^(?:(?:berufs|hochschul|erst|schul-)?-?(?:aus)?bildung(?:en|sweg|sgang|sstationen|sverlauf|swerdegang|shintergrund|sabschlüsse)?|aus-|berufs-|hochschul-|(?:hochschul|universitäts|aufbau|fern|master|bachelor|erst|zweit)?-?studium|studien(?:gang|gänge|verlauf)?|lehre|lehrzeit|umschulung(?:en)?|berufsabschl(?:uss|üsse)|bildungsabschl(?:uss|üsse)|education(?:al)?|academics|studies|apprenticeships?|degrees)$/u,
  ],
  [
    'courses',
    /^(?:(?:fort|weiter)-?bildung(?:en|smaßnahmen|skurse)?|fort-|weiter-|zertifikate?|zertifizierung(?:en)?|zertifikatskurse|lehrgänge|kurse|seminare|schulungen|workshops|bescheinigungen|scheine|nachweise|lizenzen|zusatz(?:ausbildung(?:en)?|qualifikation(?:en)?)|trainings?|courses?|coursework|certifications?|certificates?|accreditations?|cpd)$/u,
  ],
  [
    'languages',
    /^(?:(?:fremd|mutter)?-?sprach(?:en|(?:en)?kenntnisse|kompetenz(?:en)?|fertigkeiten|fähigkeiten|niveau)|sprachlich(?:e|es)|sprach-|languages?)$/u,
  ],
  [
    'licences',
    /^(?:führerscheine?(?:klassen?)?|führerausweise?|fahrausweise?|fahrerlaubnis(?:se|klassen?)?|licen[cs]es?|permits?|mobilität)$/u,
  ],
  [
    'skills',
    /^(?:(?:(?:fach|sach|spezial|haupt|kern|zusatz|schlüssel|medien|edv|it|pc|computer|office|digital|methoden|sozial|selbst|führungs|anwender|software|system|programm|programmier|berufs|top|basis|produkt|branchen)-?)?(?:kenntnisse|kompetenz(?:en)?|fähigkeiten|fertigkeiten|stärken|qualifikation(?:en)?)|qualifizierung(?:en)?|skills?|(?:hard|soft)skills|skillset|competenc(?:y|ies|es?)|qualifications?|strengths?|abilities|expertise|know-?how|edv|edv-|it-|pc-|technologien|technologies|tools|programmiersprachen|proficienc(?:y|ies)|special(?:i)?ties|schwerpunkte|talents?|capabilities)$/u,
  ],
  [
    'personal',
    /^(?:personalien|persönliches|person|personendaten|personaldaten|lebensdaten|steckbrief|particulars)$/u,
  ],
  [
    'contact',
    /^(?:kontakt(?:e|daten|informationen|details|infos?|angaben)?|anschrift|adresse|contacts?|address|profiles)$/u,
  ],
  [
    'profile',
    /^(?:(?:kurz|berufs|qualifikations|persönlichkeits)?-?profil|profile|objectives?|goals?|statement|about|ziele?|berufsziel|zielsetzung|motivation|introduction|bio|biography)$/u,
  ],
  ['overview', /^(?:summary|zusammenfassung|overview|überblick|übersicht|synopsis)$/u],
  [
    'voluntary',
    /^(?:ehrenamt|ehrenämter|ehrenamtliches|ehrenamtlich|volunteer(?:ing|s)?|freiwilligen(?:arbeit|dienste?|tätigkeit(?:en)?)|charity)$/u,
  ],
  [
    'other',
    /^(?:interessen(?:gebiete)?|hobb(?:ys?|ies)|freizeit(?:aktivitäten|gestaltung|interessen|beschäftigung(?:en)?)?|interests?|pastimes|referenzen|referenz|references?|referees?|publikationen|veröffentlichungen|publications?|engagement|sonstiges|verschiedenes|diverses|weiteres|auszeichnungen|preise|ehrungen|awards?|hono(?:u)?rs|stipendi(?:en|um)|scholarships?|grants|aktivitäten|activities|projekte|projekterfahrung(?:en)?|projects|anlagen?|anhang|achievements?|accomplishments?|erfolge|patente?|patents?|vorträge|presentations|conferences?|konferenzen|memberships?|mitgliedschaften|affiliations?|miscellaneous|misc|auslandsaufenthalte?|military|verfügbarkeit|availability|empfehlungen|recommendations?|besonderes|extras)$/u,
  ],
  [
    'details',
    /^(?:daten|angaben|details?|informationen|informations?|infos?|data|history|background|hintergrund|record|historie|verlauf)$/u,
  ],
];

/** Words that say more about a heading but are none. */
export const MODIFIERS: readonly [Meaning, RegExp][] = [
  ['jobs', /^(?:beruf|beruflich(?:e[rsnm]?)?|berufspraktische[rsn]?|praktikum|studentische|job|project)$/u],
  [
    'school',
    /^(?:schulisch(?:e[rsnm]?)?|allgemeinbildende[rsn]?|school|secondary|primary|high|elementary|grammar)$/u,
  ],
  [
    'education',
    /^(?:akademisch(?:e[rsnm]?)?|academic|universitäre[rsn]?|vocational|higher|university|college|(?:post|under)?graduate|hochschulen?|universität|tertiary)$/u,
  ],
  ['courses', /^(?:continuing|continued|weiterführende[rsn]?)$/u],
  ['languages', /^(?:linguistic)$/u],
  ['licences', /^(?:driving|driver'?s?|fahr)$/u],
  ['personal', /^(?:personal|persönliche[rsnm]?|personenbezogene|biographical|private)$/u],
  ['voluntary', /^(?:ehrenamtliche[rsn]?|voluntary|freiwillige[rsn]?|gemeinnützige[rsn]?|soziales|civic)$/u],
  ['other', /^(?:extra-?curricular|leisure|freie?)$/u],
];

/** Words that say nothing about the kind of section. */
export const NEUTRAL =
  /^(?:und|and|of|&|sowie|oder|or|der|die|das|des|dem|den|in|im|an|the|on|for|für|zu|zur|zum|mit|with|to|my|me|mich|mir|über|mein(?:e[rsnm]?)?|bisherige[rsn]?|weitere[rsn]?|sonstige[rsn]?|andere[rsn]?|zusätzliche[rsn]?|wichtig(?:e|ste)[rsn]?|ausgewählte[rsn]?|selected|relevante[rsn]?|relevant|other|additional|further|previous|past|prior|recent|main|key|core|top|general|allgemeine[rsn]?|besondere[rsn]?|spezielle[rsn]?|fachliche[rsnm]?|fach-?|methodische[rsn]?|soziale[rsn]?|social|technische[rsn]?|technical|digitale?[rsn]?|practical|praktische[rsn]?|professional|industry|business|executive|work-?related|it|pc|ict|computer|software|office|soft|hard|foreign|other|abgeschlossene[rsn]?|aktuelle[rsn]?|current|letzte[rsn]?|freiberufliche[rsn]?|selbst(?:st)?ändige[rsn]?|freelance|full-?time|part-?time|chronologische[rsn]?|wesentliche[rsn]?|langjährige[rsn]?|international(?:e[rsn]?)?|teaching|research|management|leadership|areas|fields|level|kurze[rsn]?|brief|short|section|artistic|clinical|community|service|erworbene[rsn]?|berufsbegleitende[rsn]?|berufsbezogene[rsn]?|organisatorische[rsn]?|kommunikative[rsn]?|communication|organi[sz]ational|managerial|job-related|interpersonal|highlights)$/u;

/** Headings whose words mean something else apart. */
export const PHRASES: readonly [Meaning, RegExp][] = [
  ['profile', /^(?:über mich|ich über mich|wer (?:ich bin|bin ich)|who i am)$/u],
  ['courses', /^(?:(?:continuing |personal |continuous )*(?:professional )?development)$/u],
  ['school', /^(?:school|high school)$/u],
  ['jobs', /^(?:(?:bisherige|frühere|vorherige|letzte) arbeitgeber|arbeitgeber bisher|where i'?ve worked)$/u],
  ['licences', /^(?:driving|führerschein und mobilität)$/u],
];
