import type { Access } from './access.ts';

/** The service that the tests call. service.test.ts sets it before it imports them. */
export let access: Access;

export function useService(started: Access): void {
  access = started;
}
