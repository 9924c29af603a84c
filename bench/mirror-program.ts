import { setFlagsFromString } from 'node:v8';
import { Mirror } from '../sdk/mirror/index.ts';

// Loads a mirror in a separate process and reports the time and memory.

// As the command does.
setFlagsFromString('--semi-space-growth-factor=1');

const [connection = '', target = ''] = process.argv.slice(2);
const mirror = await Mirror.open({ connection: JSON.parse(connection), target });
const startedMs = performance.now();
await mirror.catchUp();
const seconds = (performance.now() - startedMs) / 1000;
const { records } = await mirror.status();
await mirror.close();
process.send?.({ seconds, records: records.candidate, peakMb: process.resourceUsage().maxRSS / 1024 });
