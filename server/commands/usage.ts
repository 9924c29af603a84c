import { type Command, toTable } from './command.ts';

function synopsis({ name, arguments: wanted = [], options = {} }: Command): string {
  const shown = Object.entries(options).map(([option, { value, isRequired }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return isRequired ? text : `[${text}]`;
  });
  return [name, ...wanted, ...shown].join(' ');
}

export function usageOfAll(commands: readonly Command[]): string {
  return [
    'Usage: npx stellwerk COMMAND',
    '',
    ...commands.map((command) => `  ${synopsis(command)}\n      ${command.summary}`),
    '',
    'Every command takes --json (output for programs) and --help. Exit code: 0 done, 1 failed, 2 written wrongly.',
    'Settings come from the environment: npx stellwerk settings.',
  ].join('\n');
}

export function usageOf(command: Command): string {
  const rows = Object.entries(command.options ?? {}).map(([name, { value, meaning }]) => [
    `  --${name}${value === undefined ? '' : ` ${value}`}`,
    meaning,
  ]);
  return [
    `Usage: npx stellwerk ${synopsis(command)}`,
    '',
    command.summary,
    ...(rows.length === 0 ? [] : ['', toTable(rows[0]!, rows.slice(1))]),
  ].join('\n');
}

/** The candidate that takes the fewest edits, if it takes few. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(word, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= Math.max(2, Math.floor(word.length / 3))
    ? best.candidate
    : undefined;
}

/** Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
