import { Call, toApiResponse } from './call.ts';
import { type Caller, readJson } from './caller.ts';
import { toContent } from './content.ts';
import type { Operation, OperationTable } from './operation.ts';
import { RecordStream } from './record-stream.ts';
import { StreamCall } from './stream-call.ts';

type Method = (...values: unknown[]) => unknown;

/** The methods of all operations, by group. Their types are generated together with the table. */
export function buildGroups(table: OperationTable, caller: Caller): Record<string, Record<string, Method>> {
  return mapValues(table, (group) => mapValues(group, (operation) => buildMethod(operation, caller)));
}

function buildMethod(operation: Operation, caller: Caller): Method {
  if (operation.bytes)
    return (...values) => caller.call(operation, values, async (response) => toContent(response));
  const method: Method = (...values) =>
    new Call(
      caller.call(operation, values, async (opened) =>
        toApiResponse(await readJson(operation, opened), opened.response),
      ),
    );
  const { lists } = operation;
  if (lists === undefined) return method;
  return Object.assign(method, {
    stream: (...values: unknown[]) =>
      StreamCall.of(caller.call(operation, values, async (opened) => new RecordStream(opened, lists))),
  });
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
