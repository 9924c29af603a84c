// One more process of the service of an environment, which passes no number of connections to such a program. It has as many as
// the first.
process.argv.splice(4, 0, '8');
await import('./service.ts');
