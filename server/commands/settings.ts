import { isSet, type readSettings, SETTINGS, SettingError } from '../config.ts';
import { type Command, toTable } from './command.ts';

const SECRETS = ['MASTER_KEY', 'METRICS_TOKEN', 'AWS_SECRET_ACCESS_KEY'];

export const settingsCommand: Command = {
  name: 'settings',
  summary: 'List all settings with their defaults, current values, and meanings.',
  async run({ settings }) {
    const current = readIfValid(settings);
    const list = SETTINGS.map(({ name, key, default: standard, meaning }) => ({
      name,
      default: standard,
      value: formatValue(name, isSet(name) ? current?.[key] : undefined),
      meaning,
    }));
    return {
      data: list,
      text: toTable(
        ['NAME', 'DEFAULT', 'VALUE', 'MEANING'],
        list.map((row) => [row.name, row.default, row.value ?? '(default)', row.meaning]),
      ),
    };
  },
};

// The message about an invalid value points to this list, so the list must work then too.
function readIfValid(settings: () => ReturnType<typeof readSettings>) {
  try {
    return settings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`stellwerk: ${error.message}\n`);
    return undefined;
  }
}

function formatValue(name: string, value: unknown): string | null {
  if (value === undefined) return isSet(name) ? '(invalid)' : null;
  if (SECRETS.includes(name)) return '(set)';
  if (name === 'DATABASE_URL')
    return String(value)
      .replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:***@')
      .replace(/([?&]password=)[^&]*/, '$1***');
  return String(value);
}
