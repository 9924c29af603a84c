import { parentPort, workerData } from 'node:worker_threads';
import { SmallClient } from './small-client.ts';

// Reads paths in turn with many connections, without a pause, and with compression like a browser. A thread of its own keeps
// this work out of the times that bench/anonymous.ts measures.

interface Task {
  port: number;
  paths: readonly string[];
  connections: number;
  seconds: number;
}

const { port, paths, connections, seconds }: Task = workerData;
const counts = { served: 0, refused: 0, failed: 0 };
const endMs = performance.now() + seconds * 1000;

async function work(start: number): Promise<void> {
  let connection = new SmallClient(port);
  for (let index = start; performance.now() < endMs; index++) {
    const answer = await connection.send(
      `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0\r\nAccept-Encoding: gzip, br\r\n\r\n`,
    );
    if (answer.status === 200) counts.served += 1;
    else if ((answer.status === 429 || answer.status === 503) && answer.hasRetryAfter) counts.refused += 1;
    else counts.failed += 1;
    if (answer.isClosed) connection = new SmallClient(port);
  }
  connection.close();
}

await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
parentPort?.postMessage(counts);
