import type { ReadProperty } from '../values.ts';
import { CONFIDENCES } from './confidences.ts';
import { KINDS, levelOf } from './levels.ts';

/** The share of values with these signals that are right. */
export function confidenceOf(property: ReadProperty, signals: Readonly<Record<string, boolean>>): number {
  return CONFIDENCES[KINDS[property]][levelOf(property, signals)]!;
}
