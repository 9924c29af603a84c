import type { SqlCatalog } from './catalog.ts';
import { type Fault, findFaults, RULES, type Rule } from './rules.ts';
import { parseFunction, parseStatements, visit } from './tree.ts';

export interface Finding extends Fault {
  /** The function that the statement belongs to, if any. */
  function?: string;
  /** The statement, in one line. */
  text: string;
}

/** Returns the faults in these statements, the recorded ones of a test run. Texts that PostgreSQL cannot parse have none. */
export function lintStatements(texts: Iterable<string>, catalog: SqlCatalog): Finding[] {
  const findings: Finding[] = [];
  for (const text of new Set(texts)) {
    for (const statement of tryParse(text)) {
      for (const fault of findFaults(statement, catalog)) findings.push({ ...fault, text: inOneLine(text) });
    }
  }
  return findings;
}

/** Tests send statements that are no SQL. */
function tryParse(text: string) {
  try {
    return parseStatements(text);
  } catch {
    return [];
  }
}

/** Returns the faults in what the database contains: its functions, and the columns with ids. */
export function lintDatabase(catalog: SqlCatalog): Finding[] {
  return [...catalog.functions.flatMap((stored) => lintFunction(stored, catalog)), ...lintColumns(catalog)];
}

function lintFunction(
  { name, language, definition, body }: SqlCatalog['functions'][number],
  catalog: SqlCatalog,
) {
  if (language !== 'plpgsql') return lintSqlFunction(name, body, catalog);
  const { variables, statements } = parseFunction(definition);
  variables.add(name);
  return statements.flatMap((text) =>
    parseStatements(text).flatMap((statement) =>
      findFaults(statement, catalog, variables).map(
        (fault): Finding => ({ ...fault, function: name, text: inOneLine(text) }),
      ),
    ),
  );
}

function lintSqlFunction(name: string, body: string, catalog: SqlCatalog): Finding[] {
  const tables = new Set<string>();
  visit(parseStatements(body), (type, node) => {
    if (type === 'RangeVar' && catalog.tables.has(node.relname)) tables.add(node.relname);
  });
  return [...tables].map((table) => ({
    rule: 'sqlFunction',
    table,
    function: name,
    text: inOneLine(body),
  }));
}

function lintColumns({ sequenceColumns }: SqlCatalog): Finding[] {
  const rule: Rule = 'namedSequence';
  return sequenceColumns
    .filter(({ isIdentity, expression }) => isIdentity || !expression?.startsWith('next_id('))
    .map(({ table, column, isIdentity, expression }) => ({
      rule,
      table,
      text: `${table}.${column} ${isIdentity ? 'is an identity column' : `has the default ${expression}`}`,
    }));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** One line for a fault. */
export function describe({ rule, table, call, function: name, text }: Finding): string {
  const place = name === undefined ? '' : `, in the function ${name}`;
  return `${table}${call === undefined ? '' : `, ${call}`}: ${RULES[rule]}${place}: ${text}`;
}
