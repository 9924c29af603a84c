const LOOPBACK = /^(?:127(?:\.\d+){1,3}|::1|localhost)$/;

/** Whether a host, as a setting names it, is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
