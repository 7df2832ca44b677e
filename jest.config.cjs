/**
 * One project for everything: specs beside the code; under test/ end to end, contracts, the workshop itself, the suite
 * that faces a node (*.node.ts; KINORA_TEST_NODE names a real one) and the kill tests (*.faults.ts; KINORA_FAULTS=full
 * for their whole size).
 */
module.exports = {
  testEnvironment: 'node',
  // Decorators keep their metadata in globals, which outlive a test file on purpose.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['spec', 'e2e', 'contract', 'node', 'faults'].map((kind) => `**/*.${kind}.ts`),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/fixtures/'],
  modulePathIgnorePatterns: ['<rootDir>/test/fixtures/', '<rootDir>/dist/'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }] },
  moduleFileExtensions: ['ts', 'js', 'json'],
  maxWorkers: '100%',
  testTimeout: 60_000,
};
