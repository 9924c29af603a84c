import { isKnownEmployer } from './known-names.ts';

// How much a text looks like the name of an employer, school or provider, or like a position, profession or course.
// The scores have no unit: they are only compared with each other, in entries.ts.

/** Only names of companies have a legal form, so it decides even against a word for a position in the name. */
const CERTAIN = 4;
/** A word that names a position or a training: it rarely occurs in names of places. */
const STRONG = 3;
/** A word that usually names one thing and sometimes the other, such as "service" or "management". */
const LIKELY = 2;
/** A word that decides only when nothing else does. */
const WEAK = 1;

const LEGAL_FORM =
  /(?:^|[\s,])(?:g?gmbh|ges\.?m\.?b\.?h\.?|mbh|aktiengesellschaft|kg|ohg|gbr|partg(?:mbb)?|e\. ?v\.?|e\. ?g\.|e\.k\.|e\.u\.|kgaa|co\.?(?: kg)?|& co|inc\.?|ltd\.?|limited|llc|llp|plc|pty|pvt|corp(?:oration)?\.?|company|s\.a\.?|b\.v\.?|n\.v\.?|s\.?r\.l\.?|srl|s\.p\.a\.?|spa|s\.a\.s\.?|sarl|s\.r\.o\.?|d\.o\.o\.?|a\.s\.|a\/s|aps|kft\.?|zrt\.?|nyrt\.?|sp\.? z ?o\. ?o\.?|o[üy]j?|ltda\.?|lda\.?|uab|sia|şti\.?|a\.ş\.?|ooo|tov|jsc|bhd)(?=$|[\s,.)])/iu;
/** Legal forms that are words in small letters. */
const SHOUTED_LEGAL_FORM =
  /(?:^|[\s,])(?:AG|SE|UG|EG|eG|AB|AS|ASA|SA|SAS|NV|BV|SL|JSC|LP|PJSC|GP|KK|SARL|SNC)(?=$|[\s,.)])/u;
const PLACE_WORD =
  /klinik|krankenhaus|spital|praxis|zentrum|verwaltung|landratsamt|\bamt\b|\bstadt\b|gemeinde|kanzlei|kindertagesstätte|\bkita\b|kindergarten|caf[eé]\b|restaurant(?!fach)|gasthof|gasthaus|\bhotel\b(?!fach)|autohaus|möbelhaus|werke?\b|bäckerei|metzgerei|tischlerei|schreinerei|druckerei|apotheke|\bbank\b|volksbank|sparkasse|versicherung(?:en)?$|markt\b|betrieb\b|fabrik|\bkonzern|gruppe\b|group\b|holding|\bservice[s]?\b(?! (?:advisor|agent|rep))|systems?\b|solutions|technologies|logisti[ck]s?(?: |$)(?!coord|manag)|spedition\b|personaldienst|zeitarbeit|diakonie|caritas|\bdrk\b|\bawo\b|kreisverband|verein\b|stiftung|hospital|clinic|medical center|care home|council|bakery|motors|airlines|partners?\b|& (?:söhne|sohn|sons|co)|küche\b|(?<!vorbereitungs|freiwilligen|zivil|wehr|ersatz|präsenz)dienst\b|haus\b|\bheim\b|ministerium|verlag|agentur|agency|bundeswehr|feuerwehr\b|shipping|freight|foods|builders|analytics|telecom|trust\b|associates|stores?$|school\b|university|college/i;
const SCHOOL_PLACE =
  /gymnasium|schule\b|schule[ ,]|kolleg\b|hochschule|universität|university|college|school\b|akademie|academy|institut\b|institute|\bihk\b|\bhwk\b|handwerkskammer|\bkammer\b|\btu\b|\bfh\b|\bvhs\b|bildungs(?:werk|zentrum|träger|haus)|bildungszentrum|tüv|dekra|rotes kreuz|red cross|training(?: (?:centre|center))$|learning$|\bcampus|polytechnic|verein\b|lyceum|lycée|(?:studien|lehrer)seminar|staatliches seminar|seminar für (?:lehr|ausbildung|didaktik)/i;
const POSITION_WORD =
  /(?:fach(?:kraft|mann|frau|informatiker(?:in)?|angestellte[rn]?|arbeiter(?:in)?|verkäufer(?:in)?)|kauf(?:mann|frau|leute)|mitarbeiter(?:in)?|leiter(?:in)?|leitung|helfer(?:in)?|fahrer(?:in)?|techniker(?:in)?|mechaniker(?:in)?|mechatroniker(?:in)?|elektroniker(?:in)?|elektriker(?:in)?|installateur(?:in)?|monteur(?:in)?|schlosser(?:in)?|schweißer(?:in)?|fräser(?:in)?|dreher(?:in)?|pfleger(?:in)?|schwester|erzieher(?:in)?|lehrer(?:in)?|berater(?:in)?|betreuer(?:in)?|verkäufer(?:in)?|referent(?:in)?|assistent?(?:in|enz)?|assistenz|sachbearbeiter(?:in)?|buchhalter(?:in)?|sekretär(?:in)?|disponent(?:in)?|kassierer(?:in)?|koch|köchin|kellner(?:in)?|bäcker(?:in)?|maler(?:in)?|tischler(?:in)?|maurer(?:in)?|dachdecker(?:in)?|gärtner(?:in)?|friseur(?:in)?|hausmeister(?:in)?|reinigungskraft|aushilfe|praktikant(?:in)?|praktikum|werkstudent(?:in)?|trainee|azubi|auszubildende[rn]?|ingenieur(?:in)?|entwickler(?:in)?|programmierer(?:in)?|administrator(?:in)?|architekt(?:in)?|manager(?:in)?|prüfer(?:in)?|kraft|rezeptionist(?:in)?|wirt(?:in)?|meister(?:in)?|vertreter(?:in)?|arbeiter(?:in)?|führer(?:in)?|bediener(?:in)?|lagerist(?:in)?|kommissionierer(?:in)?|therapeut(?:in)?|arzt|ärztin)\b/i;
const POSITION_WORD_EN =
  /\b(?:manager|engineer|developer|assistant|operator|operative|driver|technician|coordinator|specialist|analyst|consultant|director|officer|supervisor|representative|advisor|adviser|agent|clerk|accountant|nurse|chef|cook|waiter|waitress|receptionist|teacher|tutor|electrician|welder|plumber|mechanic|inspector|administrator|secretary|worker|labourer|laborer|intern|apprentice|designer|architect|lead|leader|head of|associate|cleaner|carer|picker|packer|buyer|planner|controller|auditor|lecturer|researcher|scientist|programmer|cashier|partner manager|foreman|de partie)\b/i;
const TRAINING_WORD =
  /ausbildung|umschulung|qualifizierung|lehre\b|studium|bachelor|master\b|magister|diplom|promotion|b\.?\s?(?:sc|a|eng)\b|m\.?\s?(?:sc|a|eng|ba)\b|\b(?:bsc|msc|ba|ma|mba|beng|meng|bcomm?|bba|llb|llm|btech|mtech|mphil|bfa|mfa|bsn|pgce|hnc|hnd|nvq|gnvq|phd|btec)\b|diploma|degree|certificate|apprenticeship|city and guilds|staatlich(?:e[nrs]?)? (?:gepr|anerk|examin|zertif|dipl)|examinierte|geselle|fachwirt|associate of|abschluss|school[ -]leaving|leaving (?:certificate|exam)|staatsexamen|reife|abitur|matura|matur\b|gcse|a[- ]levels?|\bged\b|vorbereitungsdienst|referendariat/i;
const COURSE_WORD =
  /schulung|lehrgang|berechtigung|prüfung|(?<!studien|lehrer|staatliches )seminar(?! für (?:lehr|ausbildung|didaktik))|kurs\b|kurs |grundkurs|workshop|zertifi|course|training\b|certificat|level \d|foundation|schein\b|helfer(?:in)?\b|first aid|practitioner|belt\b|für fortgeschrittene|ausbilder|management/i;
/** Further occupations, apart from those that are surnames too. */
const OCCUPATION =
  /(?:redakteur|volontär|journalist|grafiker|gestalter|jurist|anwalt|anwält|polizist|soldat|pilot|flugbegleiter|zimmerer|glaser|klempner|optiker|apotheker|chemiker|physiker|laborant|chemikant|biologe|landwirt|florist|kosmetiker|musiker|fotograf|übersetzer|dolmetscher|bibliothekar|archivar|psychologe|pädagog|logopäd|sanitäter|dozent|doktorand|diplomand|prokurist|geschäftsführer|inhaber|gründer|makler|einkäufer|händler|kurier|zusteller|konditor|fleischer|metzger|uhrmacher|drucker|spengler|trockenbauer|gerüstbauer|straßenbauer|anlagenbauer|maschinenbauer|metallbauer|programmierer|analytiker|forscher|wissenschaftler|moderator|animateur|trainer|ausbilder|betreiber|produzent|regisseur|schauspieler|bademeister|gebäudereiniger|raumpfleger|dienstleistende|ferienarbeit|hilfskraft|aushilf|küchenhilfe|haushaltshilfe|hebamme|promovend|stipendiat|vorstand|dekan|rektor|\p{L}{3}chef)(?:e[rn]?|in|innen|r)?\b/iu;
const OCCUPATION_EN =
  /\b(?:editor|journalist|copywriter|writer|photographer|translator|interpreter|librarian|professor|postdoc|postdoctoral|physician|dentist|midwife|paramedic|pharmacist|therapist|attendant|steward(?:ess)?|security guard|porter|barista|bartender|butcher|tailor|carpenter|joiner|roofer|bricklayer|machinist|fitter|handyman|janitor|caretaker|housekeeper|nanny|babysitter|au pair|courier|delivery rider|merchandiser|recruiter|strategist|owner|(?:co-?)?founder|president|ceo|cto|cfo|trainer|coach|instructor|volunteer|trainee|broker|trader|banker|underwriter|actuary|paralegal|lawyer|solicitor|attorney|economist|statistician|biologist|chemist|physicist|geologist|commis|stylist|hairdresser|beautician|florist|gardener|farm ?hand|helper|storekeeper|shopkeeper|dispatcher|estimator|surveyor|draughtsman|draftsman|tester|administrator|expert|executive)\b/iu;
/** "(m/w/d)" follows German names of positions. */
const GENDER_MARK = /\([mwfdx](?:\/[mwfdx]){1,2}\)/i;

/** Names of schools and universities in other languages. */
const SCHOOL_ABROAD =
  /(?<!\p{L})(?:escola|escuela|école|ecole|scuola|szkoła|škola|şkoala|școala|uniwersytet|universit[àé]|universidade?|universitatea?|universitas|univerzita|univerzitet|sveučilište|université|üniversitesi|lisesi|okulu|instituto|istituto|politécnic[oa]|politecnico|politechnika|liceum|liceo|liceul|lycée|colegio|colégio|collège|gimnazjum|gimnazija|gymnázium|facultad|faculdade|faculté|hogeschool|universiteit|högskola|akademia|accademia|academia|académie)(?!\p{L})/iu;
/** Degrees that are named after the school. */
const SCHOOL_DEGREE =
  /\b(?:school|college|university)[ -](?:leaving )?(?:diploma|certificate|degree|qualification|graduation|exam(?:ination)?|leaving)|universitäts(?:abschluss|diplom|studium)|hochschul(?:abschluss|diplom|studium)/giu;

export function placeScore(source: string): number {
  const text = source.replaceAll(SCHOOL_DEGREE, ' ');
  return (
    (hasLegalForm(text) ? CERTAIN : 0) +
    (PLACE_WORD.test(text) || isKnownEmployer(text) || isSelfEmployed(text) ? LIKELY : 0) +
    (SCHOOL_PLACE.test(text) || SCHOOL_ABROAD.test(text) ? LIKELY : 0)
  );
}

export function positionScore(text: string): number {
  return (
    (POSITION_WORD.test(text) || OCCUPATION.test(text) ? STRONG : 0) +
    (POSITION_WORD_EN.test(text) || OCCUPATION_EN.test(text) ? STRONG : 0) +
    (GENDER_MARK.test(text) ? STRONG : 0)
  );
}

export function educationScore(text: string): number {
  return (
    (TRAINING_WORD.test(text) ? STRONG : 0) +
    (COURSE_WORD.test(text) ? LIKELY : 0) +
    (POSITION_WORD.test(text) ? LIKELY : 0) +
    (POSITION_WORD_EN.test(text) ? WEAK : 0)
  );
}

/** Whether a text names a degree, such as "Physics, Bachelor". */
export function isDegree(text: string): boolean {
  return TRAINING_WORD.test(text);
}

export function isSchoolName(text: string): boolean {
  return SCHOOL_PLACE.test(text);
}

/** Degrees without a subject. */
const BARE_DEGREE =
  /^(?:[bm]\.? ?(?:sc|a|eng|ed|ba|fa)\.?(?: \(?hons\.?\)?)?|ll\.?[bm]\.?|bachelor|master|mba|ph\.? ?d\.?|diplom|promotion|doctorate|studium|degree|bachelor of (?:science|arts|engineering)|master of (?:science|arts|engineering))$/iu;

export function isBareDegree(text: string): boolean {
  return BARE_DEGREE.test(text.trim());
}

const SELF_EMPLOYED =
  /^(?:self[ -]employed|selbst(?:st)?ändig(?:keit|e tätigkeit)?|freiberuflich(?:e tätigkeit)?|freelance)(?=$|,)/iu;

/** What stands in place of an employer if there is none. */
export function isSelfEmployed(text: string): boolean {
  return SELF_EMPLOYED.test(text.trim());
}

/** As educationScore, but weaker: providers of courses are named after courses too. */
export function courseScore(text: string): number {
  return Math.min(WEAK, educationScore(text));
}

export function hasLegalForm(text: string): boolean {
  return LEGAL_FORM.test(text) || SHOUTED_LEGAL_FORM.test(text);
}

/** An entry that begins with these words is a training, in a list of jobs too. */
const TRAINING_BEGIN =
  /^(?:(?:duale[rs]?|betriebliche|schulische|kaufmännische|überbetriebliche|abgeschlossene)\s+)?(?:berufsausbildung|ausbildung|umschulung|lehre|studium|promotion|bachelor|master|diplom|apprenticeship|qualifizierung|b\.?(?:a|sc|eng)\.?|m\.?(?:a|sc|eng)\.?)(?=[\s,:(]|$)/iu;

export function isTraining(title: string): boolean {
  return TRAINING_BEGIN.test(title);
}

/** Schools that teach an occupation, and those who work there. */
const VOCATIONAL_SCHOOL =
  /berufs(?:fach|ober|aufbau)?schule|berufs(?:kolleg|akademie)|berufsbildende|berufliche schule|(?<!\p{L})(?:fach|pflege|krankenpflege|meister|technik)schule|bildungszentrum|lehrwerkstatt|vocational (?:school|college)|(?:technical|further education) college/iu;
const SCHOOL_STAFF =
  /lehrer|lehrkraft|lehrbeauftragt|dozent|referendar|ausbilder|leiter|leitung|sekret|verwalt|sachbearbeit|hausmeister|sozialarbeit|sozialpädagog|begleit|betreu|assistenz|mitarbeit|reinigung|küche|teach|tutor|lectur|instructor|trainer|caretaker|manager|officer|coordinator|assistant|administrator|technician|professor|research/iu;

/** "Geprüfte Bilanzbuchhalterin" is what an examination gives. */
const EXAMINED = /^(?:(?:staatlich )?(?:geprüft|anerkannt|examiniert)e[rn]?\s|certified )/iu;

/** Whether an entry of a list of jobs and educations was learned at a school, and not worked at it. */
export function isLearned(title: string, place: string): boolean {
  if (SCHOOL_STAFF.test(title) || hasLegalForm(place)) return false;
  if (VOCATIONAL_SCHOOL.test(place)) return true;
  const isAtSchool = isSchoolName(place) || SCHOOL_ABROAD.test(place);
  return isAtSchool && (positionScore(title) === 0 || EXAMINED.test(title));
}

const SCHOOL =
  /gymn[aá]zi|gymnasi|school[ -]leaving|realschul|hauptschul|gesamtschul|grundschul|oberschul|mittelschul|volksschul|sekundarschul|werkrealschul|förderschul|fachoberschul|\babitur|fachabitur|mittlere reife|schulabschluss|mittlerer? (?:schul|bildungs)abschluss|hochschulreife|\bmatura?\b|\bgcse|a[- ]levels?\b|high school|secondary school|grammar school|comprehensive|\bged\b|primary school|middle school|[\p{L}-]+-schule\b/iu;
const NO_SCHOOL = /berufs|kolleg\b|technical college|bachelor|master|studium|ausbildung zu/i;

export function isSchool(title: string, place: string): boolean {
  return (
    SCHOOL.test(`${title} ${place}`) &&
    !NO_SCHOOL.test(title) &&
    !/berufsschule|berufliche schule/i.test(place)
  );
}
