import type { operations } from '../../generated/types.ts';

export type OperationId = keyof operations;

/** An operation of the interface. The types of its call follow from its id. */
export interface Operation<Id extends OperationId> {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below /platform, with {name} parameters. */
  path: string;
  /** Only for the compiler. */
  id?: Id;
}
