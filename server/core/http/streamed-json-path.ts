import { lengthOf, truncate } from '../text/truncate.ts';

/** An array index or a property name. */
export type PathSegment = string | number;

const MAXIMUM_SHOWN_KEY_LENGTH = 100;

/** Stands for every index of an array. */
export const ANY_INDEX = Symbol('any index');

/** The places in a body at which a property can be, for example `documents[].base64File`. */
export type PathPattern = readonly (string | typeof ANY_INDEX)[];

/** The pattern as people read it, for example `documents[].base64File`. */
export function toPatternText(pattern: PathPattern): string {
  return pattern.reduce<string>((text, segment) => {
    if (segment === ANY_INDEX) return `${text}[]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

/** The path as people read it, for example `documents[0].base64File`. Long keys are shortened. */
export function toPath(segments: readonly PathSegment[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else path += path === '' ? shorten(segment) : `.${shorten(segment)}`;
  }
  return path;
}

/** The path of the list that the value at the path is in, for example `documents`. Outside of a list, the path of the value. */
export function toListPath(segments: readonly PathSegment[]): string {
  const index = segments.findLastIndex((segment) => typeof segment === 'number');
  return toPath(index === -1 ? segments : segments.slice(0, index));
}

/** Replaces the value at the path if it is `expected`. Returns whether it was. Inherited properties are not followed. */
export function replaceAt(
  root: unknown,
  segments: readonly PathSegment[],
  expected: unknown,
  replacement: unknown,
): boolean {
  let parent = root;
  for (const segment of segments.slice(0, -1)) parent = ownValue(parent, segment);
  const last = segments.at(-1)!;
  if (ownValue(parent, last) !== expected) return false;
  (parent as Record<PathSegment, unknown>)[last] = replacement;
  return true;
}

function ownValue(parent: unknown, segment: PathSegment): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, segment)) return undefined;
  return (parent as Record<PathSegment, unknown>)[segment];
}

function shorten(key: string): string {
  return lengthOf(key) > MAXIMUM_SHOWN_KEY_LENGTH ? `${truncate(key, MAXIMUM_SHOWN_KEY_LENGTH)}…` : key;
}
