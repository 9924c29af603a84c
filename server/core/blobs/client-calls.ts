import type { S3Client } from '@aws-sdk/client-s3';

type Send = (command: object, options?: object) => Promise<unknown>;

/**
 * Makes each call of the client fail with ETIMEDOUT if its response has not begun after `limitOf(command)` milliseconds. The
 * timeouts of the library apply to one attempt, and one of them to the body of the response as well.
 */
export function limitTime(client: S3Client, limitOf: (command: object) => number): void {
  replaceSend(client, (send) => async (command, options) => {
    const limitMs = limitOf(command);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    try {
      return await send(command, { ...options, abortSignal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      const silence = new Error('The object store did not respond in time.', { cause: error });
      throw Object.assign(silence, { code: 'ETIMEDOUT', limitMs });
    } finally {
      clearTimeout(timer);
    }
  });
}

/** Makes each call of the client that fails throw what `explain` returns. */
export function explainErrors(client: S3Client, explain: (command: object, error: unknown) => unknown): void {
  replaceSend(client, (send) => async (command, options) => {
    try {
      return await send(command, options);
    } catch (error) {
      throw explain(command, error);
    }
  });
}

function replaceSend(client: S3Client, toOther: (send: Send) => Send): void {
  // The library declares several signatures, which are passed on unchanged.
  client.send = toOther(client.send.bind(client) as Send) as typeof client.send;
}
