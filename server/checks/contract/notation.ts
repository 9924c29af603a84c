/** Properties of an object by name, or `items` of a list. Both are undefined where the contract is silent. */
export interface ContractShape {
  isRequired: boolean;
  properties?: Record<string, ContractShape>;
  items?: ContractShape;
}

export interface ContractOperation {
  area: string;
  method: string;
  path: string;
  /** undefined where any valid token may call. */
  permission: string | undefined;
  /** In addition to those of every operation. */
  statuses: number[];
  /** Name of the event that a success triggers. */
  event: string | undefined;
  query: ContractShape | undefined;
  body: ContractShape | undefined;
  /** undefined: the response has no body. 'bytes': it is not JSON. */
  response: ContractShape | 'bytes' | undefined;
}

/**
 * Parses operations written as
 *
 *     # area
 *     METHOD path | permission | statuses | event
 *       query a b!
 *       body a! b{c d} e[f g]
 *       response a b[]
 *
 * `!` means required, {} an object, [] a list with the properties of its items. A response that begins with [ is a bare
 * list. Any other line continues the line above.
 */
export function readContract(text: string): ContractOperation[] {
  const operations: ContractOperation[] = [];
  let area = '';
  for (const line of logicalLines(text)) {
    const part = /^ {2}(query|body|response) (.+)$/.exec(line);
    if (line.startsWith('# ')) {
      area = line.slice(2);
    } else if (part !== null) {
      Object.assign(operations.at(-1)!, {
        [part[1]!]: part[2] === 'bytes' ? 'bytes' : readShape(part[2]!),
      });
    } else {
      operations.push(readOperation(area, line));
    }
  }
  return operations;
}

const BEGINNING = /^(# |(GET|POST|PUT|DELETE) | {2}(query|body|response) )/;

function logicalLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n').filter((written) => written.trim() !== '')) {
    if (BEGINNING.test(line)) lines.push(line);
    else lines.push(`${lines.pop() ?? ''} ${line.trim()}`);
  }
  return lines;
}

function readOperation(area: string, line: string): ContractOperation {
  const [operation = '', permission = '', statuses = '', event] = line.split(' | ');
  const [method = '', path = ''] = operation.split(' ');
  if (!path.startsWith('/') || statuses === '') throw new Error(`This is not an operation: ${line}`);
  return {
    area,
    method,
    path,
    permission: permission === '-' ? undefined : permission,
    statuses: statuses.split(' ').map(Number),
    event,
    query: undefined,
    body: undefined,
    response: undefined,
  };
}

function readShape(text: string): ContractShape {
  const tokens = text.match(/\w+|[{}[\]!]/g) ?? [];
  let position = 0;
  const isNext = (token: string): boolean => {
    if (tokens[position] !== token) return false;
    position++;
    return true;
  };
  const properties = (end: string): Record<string, ContractShape> => {
    const found: Record<string, ContractShape> = {};
    while (position < tokens.length && !isNext(end)) {
      const name = tokens[position++]!;
      if (!/^\w+$/.test(name)) throw new Error(`Expected a name before ${name}: ${text}`);
      found[name] = { isRequired: false, ...content() };
      found[name].isRequired = isNext('!');
    }
    return found;
  };
  const content = (): Partial<ContractShape> => {
    if (isNext('{')) return { properties: properties('}') };
    if (isNext('[')) return { items: { isRequired: true, properties: properties(']') } };
    return {};
  };
  if (tokens[0] === '[') return { isRequired: true, ...content() };
  return { isRequired: true, properties: properties('') };
}
