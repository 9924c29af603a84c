import { parentPort, workerData } from 'node:worker_threads';
import apiReference, { type FastifyApiReferenceOptions } from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { type ReferenceFiles, SCRIPT } from './api-reference-files.ts';

// A thread that ends after it has rendered the files of the reference page. See readReferenceFiles.

const options: FastifyApiReferenceOptions = workerData;
const app = fastify();
await app.register(apiReference, options);
const read = async (file: string) => {
  const { statusCode, body } = await app.inject(`${options.routePrefix}/${file}`);
  if (statusCode !== 200) throw new Error(`The reference page's file "${file}" has status ${statusCode}`);
  return body;
};
const files: ReferenceFiles = { page: await read(''), script: await read(SCRIPT) };
parentPort!.postMessage(files);
