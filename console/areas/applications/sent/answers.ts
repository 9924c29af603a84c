/** A question of a form and its answer. */
export interface Answer {
  /** Its place. Two can have the same name. */
  id: number;
  /** The keys that lead to the value, such as "languages 1 › level". */
  name: string;
  value: string | number | boolean | null;
}

/** More would be no form, and the browser would be slow. */
const MAXIMUM_ANSWERS = 200;

/** The answers of a form, whose structure is that of whoever made the form. `isCut` says whether there are more. */
export function answersOf(data: Readonly<Record<string, unknown>> | null): {
  answers: Answer[];
  isCut: boolean;
} {
  const answers: Answer[] = [];
  const isWhole = entriesOf(data ?? {}).every(([key, value]) => add(answers, key, value));
  return { answers, isCut: !isWhole };
}

/** Returns false if there is no room for all. */
function add(answers: Answer[], name: string, value: unknown): boolean {
  if (Array.isArray(value) && value.every(isPlain))
    return put(answers, name, value.length === 0 ? null : value.join(', '));
  if (Array.isArray(value)) return value.every((one, index) => add(answers, `${name} ${index + 1}`, one));
  if (typeof value === 'object' && value !== null) {
    const entries = entriesOf(value);
    if (entries.length === 0) return put(answers, name, null);
    return entries.every(([key, one]) => add(answers, `${name} › ${key}`, one));
  }
  return put(answers, name, value as Answer['value']);
}

/** In the order of their names: the database does not keep that of the form. */
const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));

function put(answers: Answer[], name: string, value: Answer['value']): boolean {
  if (answers.length === MAXIMUM_ANSWERS) return false;
  answers.push({ id: answers.length, name, value });
  return true;
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
