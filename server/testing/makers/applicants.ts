import assert from 'node:assert/strict';
import { indexMarked } from '../../areas/search/index.ts';
import type { PlatformApi, TestService } from '../harness.ts';

/** Makes and searches candidates for tests of the search. */
export function applicantMaker({ services, tenant: { api } }: TestService, recruiter: PlatformApi) {
  return {
    /** A candidate with an application, which the search can find after this. `add` are calls below its path. */
    async createApplicant(body: object, add: readonly [path: string, body: object][] = []): Promise<number> {
      const created = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body });
      const { id } = created.body;
      for (const [path, part] of [...add, ['apply', { recruiterId: recruiter.user.id }] as const]) {
        const response = await api.post(`/candidates/${id}/${path}`, part);
        assert.equal(response.status, 200, response.text);
      }
      await indexMarked(services);
      return id;
    },
    async search(text: string, headers: Record<string, string> = {}): Promise<Hit[]> {
      const response = await recruiter.post('/candidates/search', { text, limit: 200 }, { headers });
      assert.equal(response.status, 200, response.text);
      return response.body.candidates;
    },
  };
}

export interface Hit {
  id: number;
  matches: { field: string; excerpt: string; start: number; length: number }[];
}
