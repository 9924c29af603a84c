import { once } from 'node:events';
import { fileTokenCache, Stellwerk, type StellwerkOptions } from '../index.ts';

// A separate program: creates a client that shares tokens through a directory, waits for input and makes one call.

const { directory, ...options } = JSON.parse(process.argv[2]!) as StellwerkOptions & { directory: string };
const client = new Stellwerk({ ...options, tokenCache: fileTokenCache(directory) });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const { branches } = await client.branches.list();
process.stdout.write(`${branches.length} branches\n`);
process.stdin.destroy();
