import { closest, distance } from 'fastest-levenshtein';
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
  const best = closest(word, candidates);
  return distance(word, best) <= Math.max(2, Math.floor(word.length / 3)) ? best : undefined;
}
