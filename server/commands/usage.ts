import { type Command, toTable } from './command.ts';

function synopsis({ name, arguments: wanted = [], options = {} }: Command): string {
  const shown = Object.entries(options).map(([option, { value, isRequired }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return isRequired ? text : `[${text}]`;
  });
  return [name, ...wanted, ...shown].join(' ');
}

export function overallUsage(commands: readonly Command[]): string {
  return [
    'Usage: npx stellwerk COMMAND',
    '',
    ...commands.map((command) => `  ${synopsis(command)}\n      ${command.summary}`),
    '',
    'Every command accepts --json (machine-readable output) and --help. Exit codes: 0 success, 1 failure, 2 invalid usage.',
    'npx stellwerk --version prints the version.',
    'Settings come from environment variables, or from the file .env in the working directory. See: npx stellwerk settings',
  ].join('\n');
}

export function commandUsage(command: Command): string {
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
