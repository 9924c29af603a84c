import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ReferenceFiles {
  page: string;
  script: string;
}

/** The path of the script below the page. */
export const SCRIPT = 'js/scalar.js';

/**
 * Renders the page and its script in a thread of its own. The package has 4 MB of source and takes a quarter of a second to
 * load, which the process would spend at its start, or other requests would wait for.
 */
export async function readReferenceFiles(options: object): Promise<ReferenceFiles> {
  const thread = new Worker(new URL('./api-reference-thread.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
  });
  try {
    const [files] = await once(thread, 'message', {
      signal: AbortSignal.timeout(60_000),
    });
    return files;
  } finally {
    await thread.terminate();
  }
}
