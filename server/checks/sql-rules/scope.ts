import type { SqlCatalog } from './catalog.ts';
import { conjuncts, isEquality, namesOf, type Tree, visit } from './tree.ts';

/** What the names in one SELECT, INSERT, UPDATE, or DELETE refer to. */
export interface Scope {
  outer: Scope | undefined;
  /** Names of the tables in WITH clauses. */
  ctes: ReadonlySet<string>;
  /** The tables of the database by their names in the statement. */
  tables: ReadonlyMap<string, string>;
}

export const OUTERMOST: Scope = { outer: undefined, ctes: new Set(), tables: new Map() };

const TENANT = 'tenant_id';

/** Finds tables, and the columns and values that statements compare. */
export class Names {
  readonly #catalog: SqlCatalog;
  /** Variables of a function in PL/pgSQL. Their values are values of the statement. */
  readonly #variables: ReadonlySet<string>;

  constructor(catalog: SqlCatalog, variables: ReadonlySet<string>) {
    this.#catalog = catalog;
    this.#variables = variables;
  }

  /** A scope with the tables of the FROM clause. */
  open(from: Tree[], outer: Scope): Scope {
    const tables = new Map<string, string>();
    for (const { RangeVar: range } of rangesOf(from)) {
      if (range !== undefined && this.#isTable(range, outer))
        tables.set(range.alias?.aliasname ?? range.relname, range.relname);
    }
    return { outer, ctes: outer.ctes, tables };
  }

  #isTable(range: Tree, scope: Scope): boolean {
    if (range.schemaname !== undefined && range.schemaname !== 'public') return false;
    return !scope.ctes.has(range.relname) && this.#catalog.tables.has(range.relname);
  }

  isProtected(table: string | undefined): boolean {
    return table !== undefined && this.#catalog.protectedTables.has(table);
  }

  /** Whether the table has rows of tenants. */
  #hasTenant(table: string): boolean {
    return this.#catalog.protectedTables.has(table) || this.#catalog.openTables.has(table);
  }

  /** The tables of the scope with rows of tenants that no condition compares with a value. */
  unboundTables(from: Tree[], where: Tree, scope: Scope): string[] {
    const bound = new Set<string>();
    for (const { condition, names } of conditionsOf(from, where)) {
      for (const name of this.#comparedTables(condition, scope)) {
        if (names === undefined || names.has(name)) bound.add(name);
      }
    }
    return [...scope.tables]
      .filter(([name, table]) => this.#hasTenant(table) && !bound.has(name))
      .map(([name]) => name);
  }

  /** The names of the tables whose tenant_id the condition compares with a value. */
  #comparedTables(condition: Tree, scope: Scope): string[] {
    const { A_Expr: comparison } = condition;
    if (!isEquality(comparison)) return [];
    const found: string[] = [];
    for (const [left, right] of pairsOf(comparison)) {
      for (const [column, value] of [
        [left, right],
        [right, left],
      ]) {
        const name = this.#tableOfTenant(column, scope);
        if (name !== undefined && this.isValue(value)) found.push(name);
      }
    }
    return found;
  }

  /** The name, in this scope, of the table whose tenant_id the expression is. */
  #tableOfTenant(expression: Tree, scope: Scope): string | undefined {
    if (!this.isTenantColumn(expression)) return undefined;
    const [first, second] = namesOf(expression.ColumnRef.fields);
    if (second !== undefined) return scope.tables.has(first!) ? first : undefined;
    const tables = [...scope.tables].filter(([, table]) => this.#hasTenant(table));
    return tables.length === 1 ? tables[0]![0] : undefined;
  }

  /** The table whose tenant_id the expression is, in this scope or in one around it. */
  tableOfTenant(expression: Tree, scope: Scope | undefined): string | undefined {
    if (scope === undefined) return undefined;
    const name = this.#tableOfTenant(expression, scope);
    return name === undefined ? this.tableOfTenant(expression, scope.outer) : scope.tables.get(name);
  }

  isTenantColumn(expression: Tree): boolean {
    return this.isColumn(expression) && namesOf(expression.ColumnRef.fields).at(-1) === TENANT;
  }

  /** Whether the expression is a column, and not a variable. */
  isColumn(expression: Tree): boolean {
    if (expression?.ColumnRef === undefined) return false;
    const [first] = namesOf(expression.ColumnRef.fields);
    return !this.#variables.has(first!.toLowerCase());
  }

  /** Whether the expression is a value that the statement gets: a parameter, a literal, or a variable. */
  isValue(expression: Tree): boolean {
    if (expression === undefined) return false;
    if (expression.TypeCast !== undefined) return this.isValue(expression.TypeCast.arg);
    if (expression.ParamRef !== undefined || expression.A_Const !== undefined) return true;
    return expression.ColumnRef !== undefined && !this.isColumn(expression);
  }
}

/** The tables, subqueries, and functions in FROM clauses. */
function rangesOf(from: Tree[]): Tree[] {
  return from.flatMap((item) =>
    item.JoinExpr === undefined ? [item] : rangesOf([item.JoinExpr.larg, item.JoinExpr.rarg]),
  );
}

interface Condition {
  condition: Tree;
  /** The tables whose rows it can leave out. Undefined for all. */
  names?: ReadonlySet<string>;
}

/** A condition of an outer join leaves out rows of its inner side only. */
function conditionsOf(from: Tree[], where: Tree): Condition[] {
  const conditions: Condition[] = conjuncts(where).map((condition) => ({ condition }));
  visit(from, (type, node) => {
    // Subqueries have their own scope.
    if (type === 'RangeSubselect' || type === 'SubLink') return false;
    if (type !== 'JoinExpr') return;
    const inner = { JOIN_LEFT: [node.rarg], JOIN_RIGHT: [node.larg], JOIN_FULL: [] }[node.jointype as string];
    const names =
      inner &&
      new Set(rangesOf(inner).map(({ RangeVar: range }) => range?.alias?.aliasname ?? range?.relname));
    for (const condition of conjuncts(node.quals)) conditions.push({ condition, names });
  });
  return conditions;
}

/** The expressions that an equality compares: several for (a, b) = (c, d). */
function pairsOf({ lexpr, rexpr }: Tree): [Tree, Tree][] {
  const left = lexpr.RowExpr?.args;
  const right = rexpr.RowExpr?.args;
  if (left === undefined || right === undefined) return [[lexpr, rexpr]];
  return left.map((expression: Tree, index: number) => [expression, right[index]]);
}
