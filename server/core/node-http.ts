/**
 * What the service uses of node:http, besides types. Import it from here: an import of a value from node:http reads all exports of that
 * module. WebSocket is one of them, so Node would load undici with its WebAssembly, which takes up to 15 MiB in each process.
 */
export const { createServer, IncomingMessage, METHODS, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http');
