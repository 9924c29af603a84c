/** The move is not possible now. The message is one line for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

export interface MovedServer {
  name: string;
  url: string;
  /** The role of the service, if it is not the login. It owns the tables of the queue. */
  role: string | undefined;
}

export interface Move {
  tenant: { id: number; key: string };
  /** The server with the directory. It can be one of the other two. */
  first: MovedServer;
  from: MovedServer;
  to: MovedServer;
}
