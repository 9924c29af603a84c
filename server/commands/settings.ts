import { isGiven, type readSettings, SETTINGS, SettingError } from '../config.ts';
import { type Command, toTable } from './command.ts';

const SECRETS = ['MASTER_KEY', 'METRICS_TOKEN', 'AWS_SECRET_ACCESS_KEY'];

export const settingsCommand: Command = {
  name: 'settings',
  summary: 'List all settings: name, default, present value, meaning.',
  async run({ settings }) {
    const present = readLenient(settings);
    const list = SETTINGS.map(({ name, key, default: standard, meaning }) => ({
      name,
      default: standard,
      value: show(name, isGiven(name) ? present?.[key] : undefined),
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

// The list is where a wrong value's message points to: it must show itself also then.
function readLenient(settings: () => ReturnType<typeof readSettings>) {
  try {
    return settings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`stellwerk: ${error.message}\n`);
    return undefined;
  }
}

function show(name: string, value: unknown): string | null {
  if (value === undefined) return isGiven(name) ? '(not usable)' : null;
  if (SECRETS.includes(name)) return '(set)';
  if (name === 'DATABASE_URL')
    return String(value)
      .replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:***@')
      .replace(/([?&]password=)[^&]*/, '$1***');
  return String(value);
}
