import type { ApiResponse, Calls, TestService } from '../harness.ts';

/** Creates candidates with an Idempotency-Key, and counts them. */
export function keyedCandidates(service: TestService) {
  let lastKey = 0;
  return {
    newKey: () => `key-${++lastKey}`,
    create(
      by: Calls,
      key: string,
      body: unknown = { firstName: 'Ada', lastName: 'Muster' },
    ): Promise<ApiResponse> {
      return by.post('/candidates', body, { headers: { 'idempotency-key': key } });
    },
    async countOf(lastName: string): Promise<number> {
      const [row] = await service.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM candidate WHERE last_name = $1',
        [lastName],
      );
      return row!.count;
    },
  };
}
