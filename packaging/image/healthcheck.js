// The HEALTHCHECK of the image, which has no curl and needs no shell. A worker has no API, so it must have MANAGEMENT_PORT.
const { ROLE, PORT = '8080', MANAGEMENT_PORT } = process.env;
const port = ROLE === 'worker' ? MANAGEMENT_PORT : PORT;
try {
  if (port === undefined) throw new Error('Set MANAGEMENT_PORT, so that a worker can be checked.');
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    headers: { 'user-agent': 'stellwerk-healthcheck/1.0' },
    signal: AbortSignal.timeout(4000),
  });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
