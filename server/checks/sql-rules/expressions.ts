import type { SqlCatalog, Volatility } from './catalog.ts';
import type { Names } from './scope.ts';
import { namesOf, type Tree, visit } from './tree.ts';

/** A call, or arithmetic with an interval, whose result depends on more than its arguments. */
interface MutableCall {
  name: string;
  volatility: Volatility;
  /** It has an argument that is or contains a column. */
  readsColumn: boolean;
}

/** The calls in the expression that are not immutable. `entersSubqueries` includes those in its subqueries. */
export function mutableCalls(
  expression: Tree,
  catalog: SqlCatalog,
  names: Names,
  entersSubqueries = true,
): MutableCall[] {
  const calls: MutableCall[] = [];
  visit([expression], (type, node) => {
    if (type === 'SubLink' && !entersSubqueries) return false;
    const call = toCall(type, node, catalog);
    if (call !== undefined && call.volatility !== 'immutable')
      calls.push({ ...call, readsColumn: containsColumn(node, names) });
  });
  return calls;
}

function toCall(type: string, node: Tree, catalog: SqlCatalog): Omit<MutableCall, 'readsColumn'> | undefined {
  if (type === 'FuncCall') {
    const path = namesOf(node.funcname);
    const isOther = path.length > 1 && path[0] !== 'pg_catalog' && path[0] !== 'public';
    const count = (node.args ?? []).length;
    const volatility = isOther ? 'volatile' : catalog.volatilityOf(path.at(-1)!, count);
    return { name: `${path.join('.')}()`, volatility };
  }
  if (type === 'SQLValueFunction') return { name: node.op, volatility: 'stable' };
  // A day is not always 24 hours long, so this depends on the time zone of the session.
  if (
    type === 'A_Expr' &&
    /^[+-]$/.test(namesOf(node.name).join('')) &&
    [node.lexpr, node.rexpr].some(isInterval)
  )
    return { name: 'a time plus or minus an interval', volatility: 'stable' };
  return undefined;
}

function isInterval(expression: Tree): boolean {
  if (expression === undefined) return false;
  if (expression.TypeCast !== undefined)
    return namesOf(expression.TypeCast.typeName.names).at(-1) === 'interval';
  if (expression.FuncCall !== undefined)
    return namesOf(expression.FuncCall.funcname).at(-1) === 'make_interval';
  const { A_Expr: arithmetic } = expression;
  return (
    arithmetic !== undefined &&
    /^[*/]$/.test(namesOf(arithmetic.name).join('')) &&
    isInterval(arithmetic.lexpr)
  );
}

function containsColumn(node: Tree, names: Names): boolean {
  let found = false;
  visit(node, (type, inner) => {
    if (type === 'ColumnRef' && names.isColumn({ ColumnRef: inner })) found = true;
  });
  return found;
}

/** The CASE and COALESCE expressions in the expression. */
export function lazyExpressions(expression: Tree): Tree[] {
  const found: Tree[] = [];
  visit([expression], (type, node) => {
    if (type === 'CaseExpr' || type === 'CoalesceExpr') found.push(node);
  });
  return found;
}

export function hasSimpleCase(expression: Tree): boolean {
  return lazyExpressions(expression).some(({ arg }) => arg !== undefined);
}

export function hasSubquery(expression: Tree): boolean {
  let found = false;
  visit([expression], (type) => {
    if (type === 'SubLink') found = true;
  });
  return found;
}
