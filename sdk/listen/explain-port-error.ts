/** Explains why a port cannot be listened on, with the flag that sets it. Returns other errors unchanged. */
export function explainPortError(error: unknown, { port, flag }: { port: number; flag: string }): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use. Stop the program that uses it, or set ${flag} to another port.`,
        { cause: error },
      );
    case 'EACCES':
      return new Error(
        `This user cannot listen on port ${port}. Set ${flag} to 1024 or higher, or grant the user this right.`,
        { cause: error },
      );
    default:
      return error;
  }
}
