import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

// The parser is PostgreSQL's own, compiled to WebAssembly. A node is an object with one property, whose name is its type.
await loadModule();

/** A part of the parse tree. It has some 250 types of nodes, of which the rules read a few fields. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Tree = any;

/** Parses a text with one or more statements. Throws if the text is no SQL. */
export function parseStatements(text: string): Tree[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Tree }[] };
  return stmts.map(({ stmt }) => stmt);
}

interface PlPgSqlFunction {
  /** Names of parameters and variables. */
  variables: Set<string>;
  /** Statements, and expressions as SELECT statements. */
  statements: string[];
}

/** Returns the statements of a function in PL/pgSQL. A text that is put together for EXECUTE is not among them. */
export function parseFunction(definition: string): PlPgSqlFunction {
  const tree = parsePlPgSQLSync(definition);
  const variables = new Set(['new', 'old']);
  const statements: string[] = [];
  visit(tree, (type, node) => {
    if (/^PLpgSQL_(var|rec|row)$/.test(type)) variables.add(String(node.refname).toLowerCase());
    if (type === 'PLpgSQL_expr') statements.push(toStatement(node));
  });
  return { variables, statements };
}

const STATEMENT = 0;
const EXPRESSION = 2;

function toStatement({ query, parseMode = STATEMENT }: { query: string; parseMode?: number }): string {
  if (parseMode === STATEMENT) return query;
  return `SELECT ${parseMode === EXPRESSION ? query : query.slice(query.indexOf(':=') + 2)}`;
}

/** Calls `enter` for every node below the value. Nodes below one for which it returns false are left out. */
export function visit(value: Tree, enter: (type: string, node: Tree) => unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, enter);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, child] of Object.entries<Tree>(value)) {
      if (/^[A-Z]/.test(name) && enter(name, child) === false) continue;
      visit(child, enter);
    }
  }
}

/** The names in a list of strings, such as the parts of a column's or a function's name. */
export function namesOf(list: Tree): string[] {
  return (list ?? []).map((item: Tree) => item.String?.sval ?? '*');
}

/** The conditions that must all hold. */
export function conjuncts(condition: Tree): Tree[] {
  if (condition === undefined) return [];
  const { BoolExpr: bool } = condition;
  return bool?.boolop === 'AND_EXPR' ? bool.args.flatMap(conjuncts) : [condition];
}

/** Whether the node compares two values with `=`. */
export function isEquality(node: Tree): boolean {
  return node?.kind === 'AEXPR_OP' && namesOf(node.name).join('') === '=';
}
