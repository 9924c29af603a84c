// Imported first by the entry point, so that it runs before a module that an older Node cannot load.

// Passwords need Argon2 of node:crypto, which is in Node from 24.7 on. No version before 25 is tested.
const OLDEST_USABLE = 25;

if (Number.parseInt(process.versions.node, 10) < OLDEST_USABLE) {
  process.stderr.write(
    `stellwerk: Node ${process.versions.node} is too old. Use the Node that npm ci installs: run "npx stellwerk", or node_modules/.bin/node with this file.\n`,
  );
  process.exit(1);
}
