import type { SqlCatalog } from './catalog.ts';
import { hasSimpleCase, hasSubquery, lazyExpressions, mutableCalls } from './expressions.ts';
import { Names, OUTERMOST, type Scope } from './scope.ts';
import { isEquality, namesOf, type Tree, visit } from './tree.ts';

/** The rules for SQL of docs/adding-an-endpoint.md, by their names in faults and exceptions. */
export const RULES = {
  tenantValue: 'compare tenant_id of every table with the value of the tenant',
  everyTenant: 'compare tenant_id with the value of the tenant, unless the statement is about all tenants',
  tenantColumn: 'do not compare tenant_id with the column of another table',
  insertTenant: 'insert the value of the tenant as tenant_id',
  insertSelect: 'do not insert rows that come from a WITH clause',
  insertSubquery: 'do not insert the result of a subquery with VALUES',
  volatileCall: 'do not call a volatile function in an UPDATE or DELETE',
  lazyCall: 'call only immutable functions in CASE and COALESCE of an UPDATE or DELETE',
  simpleCase: 'write CASE WHEN a = b instead of CASE a WHEN b in an UPDATE or DELETE',
  columnCall: 'do not call a stable function with a column in an UPDATE or DELETE',
  conflictCall: 'take the value from `excluded` in DO UPDATE',
  returningCall: 'call only immutable functions in RETURNING',
  sqlFunction: 'write a function that reads tables in PL/pgSQL',
  namedSequence: 'take ids from next_id',
} as const;

export type Rule = keyof typeof RULES;

export interface Fault {
  rule: Rule;
  /** The table that it is about, or that the statement changes. */
  table: string;
  /** The call that it is about. */
  call?: string;
}

/** Returns the faults of one statement. `variables` are those of the function that it belongs to. */
export function findFaults(
  statement: Tree,
  catalog: SqlCatalog,
  variables: ReadonlySet<string> = new Set(),
): Fault[] {
  const check = new StatementCheck(catalog, new Names(catalog, variables));
  check.walk(statement, OUTERMOST);
  return check.faults;
}

class StatementCheck {
  readonly faults: Fault[] = [];
  readonly #catalog: SqlCatalog;
  readonly #names: Names;

  constructor(catalog: SqlCatalog, names: Names) {
    this.#catalog = catalog;
    this.#names = names;
  }

  #add(rule: Rule, table: string, call?: string) {
    if (!this.faults.some((fault) => fault.rule === rule && fault.table === table && fault.call === call))
      this.faults.push({ rule, table, ...(call === undefined ? {} : { call }) });
  }

  walk(value: Tree, scope: Scope): void {
    visit(value, (type, node) => {
      if (type === 'SelectStmt') this.#select(node, scope);
      else if (type === 'InsertStmt') this.#insert(node, scope);
      else if (type === 'UpdateStmt') this.#change(node, node.fromClause, scope);
      else if (type === 'DeleteStmt') this.#change(node, node.usingClause, scope);
      else if (type === 'A_Expr') this.#compare(node, scope);
      else if (type === 'JoinExpr' && namesOf(node.usingClause).includes('tenant_id'))
        this.#add('tenantColumn', 'USING (tenant_id)');
      return !/^(Select|Insert|Update|Delete)Stmt$/.test(type);
    });
  }

  /** Checks the statements of the WITH clause and returns a scope with their names. */
  #enter(clause: Tree, outer: Scope): Scope {
    const ctes = new Set(outer.ctes);
    const scope: Scope = { outer, ctes, tables: new Map() };
    for (const { CommonTableExpr: cte } of clause?.ctes ?? []) {
      if (clause.recursive) ctes.add(cte.ctename);
      this.walk(cte.ctequery, scope);
      ctes.add(cte.ctename);
    }
    return scope;
  }

  #select({ withClause, ...select }: Tree, outer: Scope): void {
    const around = this.#enter(withClause, outer);
    const { fromClause: from = [], larg, rarg, ...rest } = select;
    // The two sides of a UNION have no type in the tree.
    for (const side of [larg, rarg]) if (side !== undefined) this.#select(side, around);
    const scope = this.#names.open(from, around);
    this.#checkTenants(from, select.whereClause, scope);
    this.walk([from, rest], scope);
  }

  #checkTenants(from: Tree[], where: Tree, scope: Scope): void {
    for (const name of this.#names.unboundTables(from, where, scope)) {
      const table = scope.tables.get(name)!;
      this.#add(this.#names.isProtected(table) ? 'tenantValue' : 'everyTenant', table);
    }
  }

  #compare(node: Tree, scope: Scope): void {
    if (!isEquality(node)) return;
    const sides = [node.lexpr, node.rexpr];
    if (!sides.every((side) => this.#names.isTenantColumn(side))) return;
    const table = sides
      .map((side) => this.#names.tableOfTenant(side, scope))
      .find((name) => this.#names.isProtected(name));
    if (table !== undefined) this.#add('tenantColumn', table);
  }

  /** An UPDATE or DELETE. */
  #change({ withClause, relation, ...change }: Tree, from: Tree[] = [], outer: Scope): void {
    const around = this.#enter(withClause, outer);
    const ranges = [{ RangeVar: relation }, ...from];
    const scope = this.#names.open(ranges, around);
    this.#checkTenants(ranges, change.whereClause, scope);
    if (this.#catalog.tables.has(relation.relname)) {
      this.#checkCalls(relation.relname, [change.targetList, change.whereClause]);
      this.#checkReturning(relation.relname, change);
    }
    this.walk([from, change], scope);
  }

  #checkCalls(table: string, expressions: Tree): void {
    for (const { name, volatility } of mutableCalls(expressions, this.#catalog, this.#names))
      if (volatility === 'volatile') this.#add('volatileCall', table, name);
    if (hasSimpleCase(expressions)) this.#add('simpleCase', table);
    for (const lazy of lazyExpressions(expressions))
      for (const { name } of mutableCalls(lazy, this.#catalog, this.#names))
        this.#add('lazyCall', table, name);
    for (const { name, readsColumn } of mutableCalls(expressions, this.#catalog, this.#names, false))
      if (readsColumn) this.#add('columnCall', table, name);
  }

  #checkReturning(table: string, { returningClause }: Tree): void {
    for (const { name } of mutableCalls(returningClause?.exprs, this.#catalog, this.#names))
      this.#add('returningCall', table, name);
  }

  #insert({ withClause, relation, ...insert }: Tree, outer: Scope): void {
    const around = this.#enter(withClause, outer);
    const scope = this.#names.open([{ RangeVar: relation }], around);
    const table = [...scope.tables.values()][0];
    if (table !== undefined) {
      if (this.#names.isProtected(table)) this.#checkSource(table, insert, around);
      const { targetList, whereClause } = insert.onConflictClause ?? {};
      for (const { name } of mutableCalls([targetList, whereClause], this.#catalog, this.#names))
        this.#add('conflictCall', table, name);
      this.#checkReturning(table, insert);
    }
    this.walk([insert.selectStmt, insert.onConflictClause, insert.returningClause], scope);
  }

  /** Where the rows of an INSERT come from. */
  #checkSource(table: string, { cols = [], selectStmt }: Tree, scope: Scope): void {
    const index = cols.findIndex(({ ResTarget: column }: Tree) => column.name === 'tenant_id');
    const select = selectStmt?.SelectStmt ?? {};
    const rows: Tree[][] = select.valuesLists?.map(({ List: list }: Tree) => list.items) ?? [
      select.targetList?.map(({ ResTarget: target }: Tree) => target.val) ?? [],
    ];
    const inner = this.#names.open(select.fromClause ?? [], scope);
    for (const row of rows) {
      const tenant = row[index];
      if (!this.#names.isValue(tenant) && this.#names.tableOfTenant(tenant, inner) === undefined)
        this.#add('insertTenant', table);
    }
    if (select.valuesLists !== undefined) {
      if (hasSubquery(rows)) this.#add('insertSubquery', table);
    }
    visit(selectStmt, (type, node) => {
      if (type === 'CommonTableExpr' || (type === 'RangeVar' && scope.ctes.has(node.relname)))
        this.#add('insertSelect', table);
    });
  }
}
