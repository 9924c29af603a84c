// Loaded before a program that a bench starts.
process.once('disconnect', () => process.exit());
