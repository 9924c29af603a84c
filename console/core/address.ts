import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The part of the address after the question mark, as `read` understands it. The router leaves in what the route has left out. */
export function useAddress<Search>(read: (search: Record<string, unknown>) => Search): Search {
  const address: Record<string, unknown> = useSearch({ strict: false });
  return useMemo(() => read(address), [address, read]);
}
