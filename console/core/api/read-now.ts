import type { FetchQueryOptions, QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query';

/**
 * Reads what is stored, for a change, and makes the page show it. Unlike a query of the page, it fails without a connection: a change
 * that waits for it would be made when nobody expects it. If it fails, the page reads it again when it can.
 */
export async function readNow<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  const { queryKey, meta } = query;
  const { signal } = new AbortController();
  const read = query.queryFn as QueryFunction<Data, Key>;
  try {
    const data = await read({ client, queryKey, signal, meta });
    // What the page has asked for before can be older.
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<unknown>(queryKey, data);
    return data;
  } catch (error) {
    void client.invalidateQueries({ queryKey, exact: true });
    throw error;
  }
}
