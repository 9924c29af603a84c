import { parseArgs } from 'node:util';
import { nearest } from '../config/nearest.ts';
import { readSettings, SettingError, type Settings } from '../config.ts';
import packageFile from '../package.json' with { type: 'json' };
import { type Command, type Input, UsageError } from './command.ts';
import { loadCommands, loadGroup } from './commands.ts';
import { findUnusableLines } from './environment-faults.ts';
import { toErrorLine } from './errors.ts';
import { commandUsage, overallUsage } from './usage.ts';

const COMMON_OPTIONS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

interface Surroundings {
  stdout(text: string): void;
  stderr(text: string): void;
  /** The settings come from here. */
  readEnvironment(): NodeJS.ProcessEnv;
}

interface Invocation {
  stdout(text: string): void;
  isJson: boolean;
  environment: NodeJS.ProcessEnv;
}

/** Runs the command that these words call. Writes its result or error and returns its exit code. */
export async function runCommandLine(
  words: readonly string[],
  { stdout, stderr, readEnvironment }: Surroundings,
): Promise<number> {
  const isJson = words.includes('--json');
  try {
    return await dispatch(words, { stdout, isJson, environment: readEnvironment() });
  } catch (error) {
    const line = toErrorLine(error);
    if (isJson) stdout(`${JSON.stringify({ error: line })}\n`);
    else stderr(`stellwerk: ${line}\n`);
    if (!isJson && error instanceof UsageError && error.usage !== undefined) stderr(`\n${error.usage}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(
  typed: readonly string[],
  { stdout, isJson, environment }: Invocation,
): Promise<number> {
  // "help client create" is "client create --help".
  const given = typed[0] === 'help' ? [...typed.slice(1), '--help'] : [...typed];
  const first = given.filter((word) => !word.startsWith('-'));
  if (first.length === 0) return withoutCommand(given, { stdout, isJson, environment });
  const group = first.length === 1 && asksForHelp(given) ? await findGroup(first[0]!) : [];
  if (group.length > 0) {
    stdout(`${overallUsage(group)}\n`);
    return 0;
  }
  const command = await findCommand(first);
  const input = parse(command, given, environment);
  if (input === 'help') {
    stdout(`${commandUsage(command)}\n`);
    return 0;
  }
  const result = await command.run(input);
  if (result === undefined) return 0;
  stdout(isJson ? `${JSON.stringify(result.data, undefined, 2)}\n` : `${result.text}\n`);
  return result.exitCode ?? 0;
}

async function withoutCommand(given: string[], { stdout, isJson }: Invocation): Promise<number> {
  const known = ['--help', '-h', '--json', '--version'];
  const unknown = given.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    const suggestion = nearest(unknown, known);
    const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
    throw new UsageError(`Unknown option ${unknown}.${hint}`, overallUsage(await loadCommands()));
  }
  if (given.includes('--version')) {
    const { version } = packageFile;
    const text = isJson ? JSON.stringify({ version, node: process.versions.node }) : version;
    stdout(`${text}\n`);
    return 0;
  }
  stdout(`${overallUsage(await loadCommands())}\n`);
  return given.length === 0 ? 2 : 0;
}

function asksForHelp(given: readonly string[]): boolean {
  return given.includes('--help') || given.includes('-h');
}

/** The commands of a word that is none itself, such as "client". */
async function findGroup(word: string): Promise<readonly Command[]> {
  const group = await loadGroup(word);
  return group.some(({ name }) => name === word) ? [] : group;
}

async function findCommand(given: string[]): Promise<Command> {
  const firstTwo = given.slice(0, 2).join(' ');
  const group = await loadGroup(given[0]!);
  const found = group.find(({ name }) => name === firstTwo) ?? group.find(({ name }) => name === given[0]);
  if (found !== undefined) return found;
  if (group.length > 0 && given.length === 1) {
    throw new UsageError(`"${given[0]}" needs a subcommand.`, overallUsage(group));
  }
  const commands = group.length > 0 ? group : await loadCommands();
  const names = commands.map(({ name }) => name);
  const suggestion = nearest(firstTwo, names) ?? nearest(given[0]!, names);
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  const typed = group.length > 0 ? firstTwo : given[0];
  throw new UsageError(`There is no command "${typed}".${hint}`, overallUsage(commands));
}

/** An argument can begin with a dash, such as the id of a signing key that an earlier version made. */
function dashHint({ arguments: wanted = [] }: Command): string {
  return wanted.length === 0 ? '' : ` If it is the ${wanted.join(' or ')}, write -- before it.`;
}

function parse(command: Command, given: string[], environment: NodeJS.ProcessEnv): Input | 'help' {
  const known = command.options ?? {};
  const usage = commandUsage(command);
  const { values, positionals, tokens } = parseArgs({
    args: given,
    options: {
      ...COMMON_OPTIONS,
      ...Object.fromEntries(
        Object.entries(known).map(([name, { value }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help || asksForHelp(given)) return 'help';
  const options: Record<string, string | undefined> = {};
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name in COMMON_OPTIONS) continue;
    const option = known[token.name];
    if (option === undefined) {
      const suggestion = nearest(token.name, [...Object.keys(known), 'json', 'help']);
      const hint = suggestion === undefined ? dashHint(command) : ` Did you mean --${suggestion}?`;
      throw new UsageError(`"${command.name}" has no option ${token.rawName}.${hint}`, usage);
    }
    if (option.value !== undefined && (token.value === undefined || token.value === '')) {
      throw new UsageError(`${token.rawName} needs a value.`, usage);
    }
    // "--tenant --json" names no tenant, although the parser takes the next word.
    if (option.value !== undefined && !token.inlineValue && /^-./.test(token.value!)) {
      throw new UsageError(
        `${token.rawName} needs a value. If the value begins with a dash, write ${token.rawName}=VALUE.`,
        usage,
      );
    }
    if (option.value === undefined && token.value !== undefined) {
      throw new UsageError(`${token.rawName} does not accept a value.`, usage);
    }
    const before = options[token.name];
    if (before !== undefined && !option.isRepeatable && option.value !== undefined)
      throw new UsageError(
        `${token.rawName} was given twice, but accepts one value. Separate the entries of a list by commas, or leave one of them out.`,
        usage,
      );
    options[token.name] = before === undefined ? (token.value ?? '') : `${before}\n${token.value}`;
  }
  const wanted = command.arguments ?? [];
  const passed = positionals.slice(command.name.split(' ').length);
  if (passed.length < wanted.length) throw new UsageError(`${wanted[passed.length]} is missing.`, usage);
  if (passed.length > wanted.length) {
    throw new UsageError(`Unexpected argument "${passed[wanted.length]}".`, usage);
  }
  for (const [name, { isRequired }] of Object.entries(known)) {
    if (isRequired && options[name] === undefined) throw new UsageError(`--${name} is missing.`, usage);
  }
  return { arguments: passed, options, settings: () => readUsableSettings(environment) };
}

function readUsableSettings(environment: NodeJS.ProcessEnv): Settings {
  const unusable = findUnusableLines();
  if (unusable.length > 0) throw new SettingError(unusable.join(' '));
  return readSettings(environment);
}
