import fc from 'fast-check';
import type { DocumentedOperation } from './document.ts';
import type { GeneratedRequest, Mutation } from './generated-request.ts';
import { toJsonText } from './json-text.ts';
import { ODD_BODIES, ODD_HEADERS, ODD_PATHS, ODD_QUERIES, oddNames, oddValues } from './odd-input.ts';
import { isRecordPick } from './values.ts';

export function mutations(operation: DocumentedOperation): fc.Arbitrary<Mutation> {
  const at = fc.nat(60);
  const choices: fc.WeightedArbitrary<Mutation>[] = [
    { arbitrary: fc.constant({ kind: 'permission' as const }), weight: 1 },
    {
      arbitrary: fc
        .constantFrom(...ODD_HEADERS)
        .chain(([name, values]) =>
          fc.constantFrom(...values).map((value) => ({ kind: 'header' as const, name, value })),
        ),
      weight: 2,
    },
    {
      arbitrary: fc.constantFrom(...ODD_QUERIES).map((text) => ({ kind: 'query' as const, text })),
      weight: operation.body === undefined ? 3 : 1,
    },
  ];
  if (operation.path.includes('{'))
    choices.push({
      arbitrary: fc.record({ kind: fc.constant('path' as const), at, value: fc.constantFrom(...ODD_PATHS) }),
      weight: 2,
    });
  if (operation.body !== undefined)
    choices.push(
      { arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: oddValues }), weight: 8 },
      { arbitrary: fc.record({ kind: fc.constant('leaveOut' as const), at }), weight: 2 },
      {
        arbitrary: fc.record({ kind: fc.constant('add' as const), at, name: oddNames, value: oddValues }),
        weight: 3,
      },
      {
        arbitrary: fc.constantFrom(...ODD_BODIES).map((text) => ({ kind: 'body' as const, text })),
        weight: 2,
      },
      { arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(500) }), weight: 1 },
    );
  return fc.oneof(...choices);
}

/** Returns the request with the mutation applied. */
export function applyMutation(request: GeneratedRequest, mutation: Mutation): GeneratedRequest {
  switch (mutation.kind) {
    case 'header':
      return { ...request, headers: { ...request.headers, [mutation.name]: mutation.value } };
    case 'query':
      return { ...request, rawQuery: [...request.rawQuery, mutation.text] };
    case 'permission':
      return { ...request, isUnpermitted: true };
    case 'path': {
      const parameters = Object.keys(request.path);
      const name = parameters[mutation.at % parameters.length]!;
      return { ...request, path: { ...request.path, [name]: mutation.value } };
    }
    case 'body':
      return { ...request, rawBody: mutation.text };
    case 'cut': {
      const text = toJsonText(request.body);
      return { ...request, rawBody: text.slice(0, mutation.at % text.length) };
    }
    default:
      return { ...request, body: changeAt(request.body, mutation) };
  }
}

type BodyMutation = Extract<Mutation, { kind: 'replace' | 'leaveOut' | 'add' }>;
type Container = Record<string | number, unknown>;

/** Returns a copy of the body, changed at one place. */
function changeAt(body: unknown, mutation: BodyMutation): unknown {
  const copy = structuredClone(body);
  const holders: Container[] = [];
  const slots: [Container, string | number][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isRecordPick(value)) return;
    holders.push(value as Container);
    for (const key of Object.keys(value)) {
      slots.push([value as Container, Array.isArray(value) ? Number(key) : key]);
      visit((value as Container)[key]);
    }
  };
  visit(copy);
  if (mutation.kind === 'add') {
    const holder = holders[mutation.at % Math.max(holders.length, 1)];
    if (Array.isArray(holder)) holder.push(mutation.value);
    // Plain assignment of __proto__ would change the object's own prototype instead of adding a property.
    else if (holder !== undefined)
      Object.defineProperty(holder, mutation.name, {
        value: mutation.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return copy;
  }
  const slot = slots[mutation.at % Math.max(slots.length, 1)];
  if (slot === undefined) return mutation.kind === 'replace' ? mutation.value : copy;
  const [holder, key] = slot;
  if (mutation.kind === 'replace') holder[key] = mutation.value;
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return copy;
}
