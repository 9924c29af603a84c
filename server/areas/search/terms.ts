import { toAscii } from '../../core/text/ascii.ts';
import { toPhoneticCode } from '../candidates/index.ts';
import { firstPartOf, foldWord, isStopWord, reverse, tokensOf } from './words.ts';

// A candidate is found by its terms. A term is a word as it is compared (words.ts), or begins with a sign that no word has:
//
//   ~  how a name sounds
//   ^  how a name sounds, and whether it ends with a vowel
//   <  a word that may be a compound, reversed: what it ends with becomes what the term begins with
//   @  an e-mail address, and with a second @ its domain
//   #  a phone number with its country code
//   %  a phone number, reversed
//   =  an entry of a value list or another record, by its kind and id

/** The records that have an index, by their names in the change log. */
export type RecordEntity = 'company' | 'contact' | 'request' | 'jobad';
export type IndexedEntity = 'candidate' | RecordEntity;

/** The texts that find a candidate, those first that say most. */
export const FIELDS = [
  'name',
  'contact',
  'email',
  'phone',
  'customerNumber',
  'importExternalId',
  'keyword',
  'profession',
  'qualification',
  'desiredPosition',
  'city',
  'position',
  'employer',
  'education',
  'resume',
  'document',
] as const;
export type Field = (typeof FIELDS)[number];

export interface SearchText {
  field: Field;
  /** As people read it. Of a profession or qualification, its id. */
  text: string;
  /** The document that the text is from, if it is from one. */
  documentId?: number | null;
}

/** Texts that are found by their sound as well. A contact is a person at a company. */
const NAMES: ReadonlySet<Field> = new Set(['name', 'contact']);
/** They are found as they are written only. KG and Co sound like Kai, which would find half of the companies. */
const LEGAL_FORMS = new Set('ag co eg ek ev gbr ggmbh gmbh kg kgaa mbh ohg se ug'.split(' '));

/** Texts that are also found without what separates their parts. */
const IDS: ReadonlySet<Field> = new Set(['customerNumber', 'importExternalId']);

/** From this weight on, a term is only in documents. */
export const DOCUMENT_WEIGHT = 8;
/** Of terms that no word finds. */
const FILTER_WEIGHT = 20;
/** Of terms that say how a name sounds, by their first character. */
const SOUND_WEIGHTS: Readonly<Record<string, number>> = { '^': 1, '~': 2 };

const WEIGHTS: Readonly<Record<Field, number>> = {
  name: 0,
  email: 0,
  phone: 0,
  customerNumber: 2,
  importExternalId: 2,
  keyword: 2,
  profession: 2,
  qualification: 2,
  desiredPosition: 2,
  city: 2,
  contact: 4,
  position: 4,
  employer: 4,
  education: 4,
  resume: 4,
  document: DOCUMENT_WEIGHT,
};

/** The lowest weight of terms with a sign that no name of a candidate has, except for how it sounds. */
export const LOWEST_WEIGHTS: Readonly<Record<string, number>> = {
  ...SOUND_WEIGHTS,
  '<': WEIGHTS.keyword,
  '=': WEIGHTS.keyword,
};

/** More than the words of a long CV. A text that has more must not fill the index. */
const MAXIMUM_TERMS = 1500;
const SHORTEST_COMPOUND = 6;

/** A place of a text, with the terms by which it is found. */
export interface Place {
  start: number;
  length: number;
  terms: string[];
}

/** The places of a text that can be found, in their order. */
export function* placesOf({ field, text }: SearchText): Generator<Place> {
  if (field === 'profession' || field === 'qualification') {
    yield { start: 0, length: text.length, terms: [entryTerm(field, Number(text))] };
  } else if (field === 'phone') {
    const digits = text.replaceAll(/\D/g, '');
    yield { start: 0, length: text.length, terms: [`#${digits}`, `%${reverse(digits)}`] };
  } else if (field === 'email') {
    const address = text.toLowerCase();
    const at = address.lastIndexOf('@');
    yield { start: 0, length: text.length, terms: [`@${address}`, `@${address.slice(at)}`] };
    for (const { start, length, word } of tokensOf(text.slice(0, at))) yield { start, length, terms: [word] };
  } else {
    if (IDS.has(field)) yield { start: 0, length: text.length, terms: wholeIdTerms(text) };
    for (const { start, length, text: written, word, hasSigns } of tokensOf(text)) {
      // Who searches for Sharp does not mean the C#.
      if (hasSigns) yield { start, length, terms: [word] };
      else if (NAMES.has(field))
        yield { start, length, terms: [word, ...(LEGAL_FORMS.has(word) ? [] : soundTerms(written))] };
      else if (!isStopWord(word)) yield { start, length, terms: [word, ...compoundTerms(word)] };
    }
  }
}

/** An id without what separates its parts, and its digits, which a query takes for one number: B-2024/0815 is B20240815 and 20240815. */
function wholeIdTerms(id: string): string[] {
  return [foldWord(id), id.replaceAll(/\D/g, '')].filter((term) => term !== '');
}

/** The code of a name leaves out its vowels: Meyer has that of Maier, but also that of Mario, who comes after Maier. */
export function soundTerms(name: string): string[] {
  // The code leaves out digits too: A00017 would sound like the O of O'Brien.
  if (/\p{N}/u.test(name)) return [];
  const code = toPhoneticCode(name);
  if (code === null) return [];
  const letters = toAscii(name).replaceAll(/\P{L}/gu, '');
  // M and N have the same code, but nobody takes one for the other at the beginning: Meyer is not Najjar.
  const initial = /^n/i.test(letters) ? 'n' : '';
  const ending = /[aeiouy]h?$/i.test(letters) ? 'a' : 'b';
  return [`~${initial}${code}`, `^${initial}${code}${ending}`];
}

function compoundTerms(word: string): string[] {
  if (word.length < SHORTEST_COMPOUND || /\d/.test(word)) return [];
  const first = firstPartOf(word);
  return [`<${reverse(word)}`, ...(first === undefined ? [] : [`<${reverse(first)}`])];
}

const ENTRY_SIGNS = {
  profession: 'p',
  qualification: 'q',
  license: 'd',
  language: 'l',
  jobAd: 'j',
  responsibility: 'r',
} as const;

export function entryTerm(kind: keyof typeof ENTRY_SIGNS, id: number): string {
  return `=${ENTRY_SIGNS[kind]}${id}`;
}

/** The terms of a candidate with their weights. `filterTerms` are found by filters only. */
export function termsOf(texts: readonly SearchText[], filterTerms: readonly string[]): Map<string, number> {
  const terms = new Map(filterTerms.map((term) => [term, FILTER_WEIGHT]));
  const sorted = FIELDS.flatMap((field) => texts.filter((text) => text.field === field));
  for (const text of sorted) {
    for (const place of placesOf(text)) {
      for (const term of place.terms) {
        if (terms.size >= MAXIMUM_TERMS && !terms.has(term)) return terms;
        const weight = Math.max(SOUND_WEIGHTS[term[0]!] ?? 0, WEIGHTS[text.field]);
        terms.set(term, Math.min(weight, terms.get(term) ?? weight));
      }
    }
  }
  return terms;
}
