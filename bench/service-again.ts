// One more process of the service of an environment.

// A program of an environment gets no number of connections.
process.argv.splice(4, 0, '8');
await import('./service.ts');
