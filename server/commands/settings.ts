import { isSet, readEachSetting, sourceOf } from '../config.ts';
import { type Command, toTable } from './command.ts';
import { findUnknownNames, findUnusableLines } from './environment-faults.ts';

const SECRETS = ['MASTER_KEY', 'METRICS_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'];

export const settingsCommand: Command = {
  name: 'settings',
  summary:
    'List all settings with their defaults, current values, limits, and meanings. Exit code 1 if a value, or a line of .env, is invalid.',
  async run() {
    const list = readEachSetting().map(({ name, default: standard, limits, meaning, value, fault }) => ({
      name,
      default: standard,
      value: formatValue(name, value),
      source: sourceOf(name),
      limits: limits ?? null,
      fault: fault ?? null,
      meaning,
    }));
    const faults = list.flatMap(({ fault }) => fault ?? []);
    const unusable = findUnusableLines();
    const notes = [...findUnknownNames(), ...unusable];
    const table = toTable(
      ['NAME', 'DEFAULT', 'VALUE', 'LIMITS', 'MEANING'],
      list.map(({ name, default: standard, value, fault, source, limits, meaning }) => {
        const shown = value === '' ? '(empty)' : (value ?? (fault === null ? '(default)' : '(invalid)'));
        return [name, standard, source === '.env' ? `${shown} (.env)` : shown, limits ?? '', meaning];
      }),
    );
    return {
      data: list,
      text: faults.length + notes.length === 0 ? table : [table, '', ...faults, ...notes].join('\n'),
      exitCode: faults.length + unusable.length === 0 ? 0 : 1,
    };
  },
};

function formatValue(name: string, value: unknown): string | null {
  if (value === undefined || !isSet(name)) return null;
  if (SECRETS.includes(name)) return '(set)';
  if (name.endsWith('DATABASE_SERVERS') || name === 'DATABASE_WORKERS')
    return (value as readonly { name: string }[]).map((server) => `${server.name}=(set)`).join(' ');
  if (name.endsWith('DATABASE_URL') || name === 'SMTP_URL')
    return (
      String(value)
        // A user can be an address whose @ is not encoded. The last @ ends the password.
        .replace(/^(\w+:\/\/[^:/?#]*):[^/?#]*@/, '$1:***@')
        .replace(/([?&](?:ssl)?password=)[^&]*/g, '$1***')
    );
  return String(value);
}
