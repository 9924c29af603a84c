// Import this in a test file whose own statements break the rules for SQL of docs/adding-an-endpoint.md, often on purpose:
// nothing that the file executes is recorded. See statement-recorder.js.
delete process.env.STELLWERK_TEST_STATEMENTS;
