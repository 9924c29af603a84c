import { type Fault, toPath } from './errors.ts';
import { isExactNumber } from './exact-numbers.ts';
import { TOO_DEEP } from './json-structure.ts';
import { MAXIMUM_DEPTH, MAXIMUM_FAULTS } from './limits.ts';
import { SpilledText } from './streamed-json.ts';

interface Part {
  value: unknown;
  path: string;
  depth: number;
}

/**
 * Finds text that no database column can store (U+0000, unpaired surrogates) and nesting of more than 64 levels. Iterative,
 * because even a small body can be nested deeper than the stack.
 */
export function textFaults(root: unknown): Fault[] {
  if (hasNoFault(root, 0)) return [];
  const faults: Fault[] = [];
  const stack: Part[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && faults.length < MAXIMUM_FAULTS) {
    const part = stack.pop()!;
    const { value, path, depth } = part;
    if (typeof value === 'string') {
      if (!isStorable(value))
        faults.push(formatFault(path, `${path} must not contain U+0000 or unpaired surrogates.`));
    } else if (typeof value === 'object' && value !== null && !(value instanceof SpilledText)) {
      if (isTooDeep(value, depth)) return [TOO_DEEP];
      if (!Array.isArray(value)) faults.push(...nameFaults(value, path));
      pushParts(stack, value, part);
    }
  }
  return faults;
}

/** True for nearly every value, and found out without building paths. */
function hasNoFault(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null || value instanceof SpilledText) return true;
  if (isTooDeep(value, depth)) return false;
  if (Array.isArray(value)) return value.every((item) => hasNoFault(item, depth + 1));
  for (const name in value) {
    if (!isStorable(name) || !hasNoFault((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

const isTooDeep = (value: object, depth: number) => depth >= MAXIMUM_DEPTH && !isExactNumber(value);

function pushParts(stack: Part[], value: object, { path, depth }: Part): void {
  const push = (child: unknown, childPath: string) => {
    // Numbers, booleans and null contain no text, and most values are of these types.
    if (child === null || typeof child === 'number' || typeof child === 'boolean') return;
    stack.push({ value: child, path: childPath, depth: depth + 1 });
  };
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index--) push(value[index], `${path}[${index}]`);
  } else {
    for (const [name, child] of Object.entries(value)) push(child, toPath(path, name));
  }
}

function nameFaults(value: object, path: string): Fault[] {
  return Object.keys(value)
    .filter((name) => !isStorable(name))
    .map(() => formatFault(path, 'Property names must not contain U+0000 or unpaired surrogates.'));
}

/** False if the text contains U+0000 or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function formatFault(property: string, message: string): Fault {
  return { property, code: 'format', message };
}
