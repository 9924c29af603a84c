import type { Settings } from '../config.ts';
import type { ServerRoles } from '../open-services.ts';
import type { DemoAccess } from './demo-access.ts';

// Between the supervisor and the process that prepares the service.

export interface PreparationOrder {
  settings: Settings;
  databaseUrl: string;
  wantsDemo: boolean;
  /** Whether the document store may belong to another installation, which loses it. */
  takesOverDocuments: boolean;
  /** Whether it may then lack the documents that records refer to. */
  acceptsLostDocuments: boolean;
}

export type MessageToPreparation = { type: 'start'; order: PreparationOrder } | { type: 'stop' };
export type MessageFromPreparation =
  | { type: 'step'; what: string }
  | { type: 'prepared'; prepared: Prepared }
  /** The message is one line for the operator. */
  | { type: 'failed'; message: string }
  | { type: 'interrupted' };

/** What the service needs to know of its preparation. */
export interface Prepared {
  /** See OpenOptions in open-services.ts. */
  databaseRole: string | undefined;
  serverRoles: ServerRoles;
  /** Hexadecimal. */
  masterKey: string;
  demo: DemoAccess | undefined;
  warnings: string[];
}
