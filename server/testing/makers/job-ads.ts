import assert from 'node:assert/strict';
import type { TestService } from '../harness.ts';

/** What a job ad needs besides its title and branch to be published. */
export const PUBLISHABLE = { location: { city: 'Berlin' }, tasks: '<p>Packen</p>' };

type Platform = Awaited<ReturnType<TestService['platform']>>;

/** Functions that create job ads of a branch as this user. */
export function jobAdMaker(platform: Platform, officeId: number) {
  const create = async (body: Record<string, unknown> = {}): Promise<number> => {
    const response = await platform.post('/jobads', { title: 'Lagerhelfer', officeId, ...body });
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  /** Creates a job ad and applies these transitions to it. */
  const createWith = async (...transitions: string[]): Promise<number> => {
    const id = await create(PUBLISHABLE);
    for (const transition of transitions)
      assert.equal((await platform.post(`/jobads/${id}/${transition}`)).status, 204, transition);
    return id;
  };
  return { create, createWith };
}
