import type { Settings } from '../config.ts';

export interface Option {
  /** Placeholder for the value in the usage text. Undefined for a flag. */
  value?: string;
  meaning: string;
  isRequired?: boolean;
  /** The option can be passed several times. Its values are then separated by line breaks. */
  isRepeatable?: boolean;
}

export interface Input {
  /** In the order of `Command.arguments`. */
  arguments: string[];
  /** Values of the options that were passed; '' for a flag. */
  options: Record<string, string | undefined>;
  /** Reads the settings. Throws a SettingError. */
  settings(): Settings;
}

export interface CommandResult {
  /** Printed with --json. */
  data: unknown;
  /** Printed without --json, followed by a line break. */
  text: string;
  /** 0 by default. */
  exitCode?: number;
}

export interface Command {
  /** One or two words. */
  name: string;
  summary: string;
  arguments?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** Resolves to undefined if the command has already written its output. */
  run(input: Input): Promise<CommandResult | undefined>;
}

/** The command failed. The message is one line for the person who ran it. Exit code 1. */
export class CommandError extends Error {}

/** The command line is invalid. The message is one line, printed with the usage. Exit code 2. */
export class UsageError extends Error {
  readonly usage: string | undefined;
  constructor(message: string, usage?: string) {
    super(message);
    this.usage = usage;
  }
}

/** Formats rows in columns that are as wide as their longest value and two spaces apart. */
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
