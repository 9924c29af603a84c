import type { Settings } from '../config.ts';

export interface Option {
  /** Shown for the value in the usage text; absent: the option takes none. */
  value?: string;
  meaning: string;
  isRequired?: boolean;
}

export interface Input {
  /** In the order of the command's arguments. */
  arguments: string[];
  /** Values of given options; '' for those that take none. */
  options: Record<string, string | undefined>;
  /** Reads the settings; throws SettingError. */
  settings(): Settings;
}

interface Answer {
  /** What --json prints. */
  data: unknown;
  /** What people read; without a final line break. */
  text: string;
  /** 0 unless given. */
  exitCode?: number;
}

export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  arguments?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** Undefined when the command has written what there is to say. */
  run(input: Input): Promise<Answer | undefined>;
}

/** The command cannot do its work: one line for the person who gave it. Exit code 1. */
export class CommandError extends Error {}

/** The command was written wrongly: one line, and below it how to write it. Exit code 2. */
export class UsageError extends Error {
  readonly usage: string | undefined;
  constructor(message: string, usage?: string) {
    super(message);
    this.usage = usage;
  }
}

/** Columns as wide as their longest value, two spaces apart. */
export function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
