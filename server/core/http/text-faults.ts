import type { Fault } from './errors.ts';
import { MAXIMUM_FAULTS } from './limits.ts';
import { SpilledText } from './streamed-json.ts';

const MAXIMUM_DEPTH = 64;

interface Part {
  value: unknown;
  path: string;
  depth: number;
}

/**
 * Text that no database column takes (U+0000, half a surrogate pair) and nesting deeper than 64 levels. Iterative,
 * because a small body can nest deeper than the stack.
 */
export function textFaults(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const stack: Part[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && faults.length < MAXIMUM_FAULTS) {
    const part = stack.pop()!;
    const { value, path, depth } = part;
    if (typeof value === 'string') {
      if (!isStorable(value))
        faults.push(formatFault(path, `${path} must be text without U+0000 and unpaired surrogates.`));
    } else if (typeof value === 'object' && value !== null && !(value instanceof SpilledText)) {
      if (depth >= MAXIMUM_DEPTH)
        return [formatFault('', `The body must not nest deeper than ${MAXIMUM_DEPTH} levels.`)];
      if (!Array.isArray(value)) faults.push(...nameFaults(value, path));
      pushParts(stack, value, part);
    }
  }
  return faults;
}

function pushParts(stack: Part[], value: object, { path, depth }: Part): void {
  const push = (child: unknown, childPath: string) => {
    // Most values are numbers, booleans and null: they contain no text.
    if (child === null || typeof child === 'number' || typeof child === 'boolean') return;
    stack.push({ value: child, path: childPath, depth: depth + 1 });
  };
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index--) push(value[index], `${path}[${index}]`);
  } else {
    for (const [name, child] of Object.entries(value)) push(child, path === '' ? name : `${path}.${name}`);
  }
}

function nameFaults(value: object, path: string): Fault[] {
  return Object.keys(value)
    .filter((name) => !isStorable(name))
    .map(() => formatFault(path, 'Property names must be text without U+0000 and unpaired surrogates.'));
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function formatFault(property: string, message: string): Fault {
  return { property, code: 'format', message };
}
