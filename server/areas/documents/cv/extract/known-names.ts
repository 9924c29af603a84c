import { readFileSync } from 'node:fs';

// Names that are known without the words that usually show what they are. Only where nothing else decides.

const CITIES =
  'Aachen|Aarau|Amsterdam|Ankara|Antwerpen|Athen|Athens|Augsburg|Bad Homburg|Baden-Baden|Bamberg|Bangalore|Bengaluru|Barcelona|Basel|Bayreuth|Beirut|Belgrad|Belgrade|Bergamo|Bergisch Gladbach|Berlin|Bern|Bielefeld|Birmingham|Bochum|Bologna|Bonn|Boston|Bottrop|Brandenburg|Bratislava|Braunschweig|Bremen|Bremerhaven|Brno|Brünn|Bristol|Brüssel|Brussels|Budapest|Bukarest|Bucharest|Bursa|Cambridge|Cardiff|Celle|Chemnitz|Chennai|Chicago|Coburg|Cottbus|Dallas|Damaskus|Danzig|Darmstadt|Delhi|Denver|Dessau|Dortmund|Dresden|Dubai|Dublin|Duisburg|Düsseldorf|Edinburgh|Eindhoven|Eisenach|Erfurt|Erlangen|Essen|Esslingen|Flensburg|Florenz|Frankfurt|Frankfurt am Main|Frankfurt (Oder)|Freiburg|Fulda|Fürth|Gdańsk|Gelsenkirchen|Genf|Genève|Geneva|Gera|Gießen|Glasgow|Görlitz|Göttingen|Graz|Greifswald|Gütersloh|Hagen|Halle|Halle (Saale)|Hamburg|Hamm|Hanau|Hannover|Hanoi|Heidelberg|Heilbronn|Helsinki|Herne|Hildesheim|Hof|Houston|Hyderabad|Ingolstadt|Innsbruck|Istanbul|Izmir|Jena|Kairo|Kaiserslautern|Karlsruhe|Kassel|Katowice|Kiel|Kiew|Kyiv|Klagenfurt|Koblenz|Köln|Cologne|Konstanz|Kopenhagen|Copenhagen|Krakau|Kraków|Krefeld|Lausanne|Leeds|Leipzig|Leverkusen|Lille|Linz|Lissabon|Lisbon|Liverpool|Łódź|London|Lübeck|Ludwigsburg|Ludwigshafen|Lüneburg|Luxemburg|Luzern|Lviv|Lyon|Madrid|Magdeburg|Mailand|Milan|Milano|Mainz|Manchester|Mannheim|Marburg|Marseille|Melbourne|Mexico City|Minsk|Mönchengladbach|Moskau|Moscow|Mülheim|Mumbai|München|Munich|Münster|Nantes|Neuss|New York|Nürnberg|Nuremberg|Oberhausen|Odessa|Offenbach|Offenburg|Oldenburg|Oslo|Osnabrück|Ostrava|Oxford|Paderborn|Palermo|Paris|Passau|Pforzheim|Philadelphia|Phoenix|Pilsen|Porto|Posen|Poznań|Potsdam|Prag|Prague|Praha|Pune|Recklinghausen|Regensburg|Remscheid|Reutlingen|Riga|Rom|Rome|Rostock|Rotterdam|Saarbrücken|Salzburg|San Francisco|Sarajevo|Schwerin|Seattle|Sevilla|Sheffield|Siegen|Singapore|Singapur|Skopje|Sofia|Solingen|Southampton|Split|St. Gallen|Stockholm|Stralsund|Straßburg|Strasbourg|Stuttgart|Suhl|Sydney|Szczecin|Tallinn|Thessaloniki|Tirana|Tokyo|Toronto|Toulouse|Trier|Tübingen|Tunis|Turin|Ulm|Utrecht|Valencia|Vancouver|Venedig|Villach|Vilnius|Warschau|Warsaw|Warszawa|Washington|Weimar|Wels|Wetzlar|Wien|Vienna|Wiesbaden|Winterthur|Wismar|Wolfsburg|Wrocław|Breslau|Wuppertal|Würzburg|Zagreb|Zürich|Zurich|Zwickau';
const CITY_NAMES = new Set(CITIES.toLowerCase().split('|'));

/** Employers that are usually named without a legal form, and without a word for what they are. */
const EMPLOYERS =
  /^(?:aldi|amazon|audi|bahn|basf|bayer|bmw|bosch|continental|daimler|db|deichmann|deutsche (?:bahn|post|telekom)|dhl|dm|edeka|enercity|e\.on|eurowings|fedex|ford|fraport|globus|google|h&m|hermes|ibm|ikea|infineon|kaufland|kik|lidl|linde|lufthansa|mcdonald[’']?s|mercedes(?:-benz)?|metro|microsoft|miele|müller|netto|nestl[eé]|obi|oracle|otto|penny|porsche|post|randstad|adecco|manpower|persona|real|rewe|rossmann|saturn|media ?markt|sap|siemens|starbucks|subway|sparkasse|tedi|tesco|sainsbury[’']?s|telekom|thyssenkrupp|ups|dpd|gls|vodafone|volkswagen|vw|volvo|walmart|zalando|zara|zeiss|asda|argos|boots|bt|nhs|royal mail)(?:$|[\s,])/iu;

/** What the table of postal codes has after a name: "Verden (Aller)", "Landau in der Pfalz", "Biel/Bienne". */
const ADDITION = /(?: \(|\/|, | (?:am|an der|an|in der|im|in|ob der|bei|vor der|auf|[abi]\. ?d?\.?) ).*$/u;
/** Letters. Shorter names of places are abbreviations of other things too. */
const MINIMUM_TOWN_LENGTH = 4;

/** Villages with the name of something else. */
const OTHER_MEANINGS = new Set(['haus', 'lehre', 'port', 'root']);

/** Read as a file: the area has more than the thread that reads a CV should load. */
const TABLE = new URL('../../../addresses/gazetteer/postal-codes.txt', import.meta.url);

let towns: ReadonlySet<string> | undefined;

/** The towns and villages in the table of postal codes. Read once, for the first CV: it takes some milliseconds. */
function townNames(): ReadonlySet<string> {
  if (towns !== undefined) return towns;
  const names = new Set<string>();
  for (const [, name] of readFileSync(TABLE, 'utf8').matchAll(/\t([^\t\r\n\d][^\t\r\n]*)$/gmu)) {
    const town = name!.toLowerCase();
    for (const one of [town, town.replace(ADDITION, '')])
      if (one.length >= MINIMUM_TOWN_LENGTH && !OTHER_MEANINGS.has(one)) names.add(one);
  }
  towns = names;
  return names;
}

/** Whether a text is the name of a city and nothing else. */
export function isKnownCity(text: string): boolean {
  const name = text.trim().toLowerCase();
  return CITY_NAMES.has(name) || townNames().has(name);
}

export function isKnownEmployer(text: string): boolean {
  return EMPLOYERS.test(text.trim());
}

/** What follows the name of a city: a state, a canton, a country. */
const REGION =
  /^(?:[A-Z]{2,3}|germany|deutschland|austria|österreich|switzerland|schweiz|france|frankreich|italy|italien|spain|spanien|poland|polen|netherlands|niederlande|belgium|belgien|united kingdom|uk|england|scotland|wales|ireland|irland|usa|united states|canada|kanada|india|indien|turkey|türkei|croatia|kroatien|czech republic|czechia|tschechien|romania|rumänien|ukraine|russia|russland|sweden|schweden|denmark|dänemark|norway|norwegen|hungary|ungarn|portugal|greece|griechenland|syria|syrien|nigeria|vietnam|china|bayern|bavaria|hessen|sachsen|saxony|thüringen|baden-württemberg|nordrhein-westfalen|nrw|niedersachsen|rheinland-pfalz|saarland|schleswig-holstein|mecklenburg-vorpommern|sachsen-anhalt)$/iu;

export function isRegion(text: string): boolean {
  return REGION.test(text.trim()) || STATES.test(text.trim());
}

/** States that are not cities too. */
const STATES =
  /^(?:hesse|lower saxony|north rhine-westphalia|rhineland-palatinate|saarland|thuringia|saxony-anhalt|nieder(?:österreich|bayern)|oberösterreich|ober(?:bayern|pfalz|franken)|mittelfranken|unterfranken|steiermark|styria|kärnten|carinthia|tirol|tyrol|vorarlberg|burgenland|aargau|thurgau|tessin|ticino|wallis|valais|graubünden|waadt|vaud|appenzell|alabama|alaska|arizona|arkansas|california|kalifornien|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|west virginia|wisconsin|wyoming|ontario|british columbia|alberta|manitoba|saskatchewan|nova scotia|leinster|munster|connacht|ulster|(?:county|co\.?) \p{L}+|maharashtra|karnataka|tamil nadu|telangana|kerala|gujarat|punjab)$/iu;
/** A code is not the name of a state. */
const MINIMUM_STATE_LENGTH = 4;

/** Whether a text names a state or a country and not a city. */
export function isState(text: string): boolean {
  const name = text.trim();
  return name.length >= MINIMUM_STATE_LENGTH && (REGION.test(name) || STATES.test(name));
}
