const { readdirSync, readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { postgresFolder } = require('./test/support/programs.cjs');

const common = {
  testEnvironment: '<rootDir>/test/tooling/jest-environment.cjs',
  runtime: '<rootDir>/test/tooling/jest-runtime.cjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/studio/src', '<rootDir>/packages'],
  modulePathIgnorePatterns: [
    '<rootDir>/test/fixtures/',
    '<rootDir>/dist/',
    '/packages/client/dist/',
  ],
  transform: { '^.+\\.ts$': '<rootDir>/test/tooling/typescript-transform.cjs' },
  moduleFileExtensions: ['ts', 'js', 'json'],
};

/**
 * All tests: specs beside the code; under test/ end-to-end tests, contracts, the tooling, the node-facing suites
 * (*.node.ts, *.workflows.ts; KINORA_TEST_NODE names a real node) and the kill tests (*.faults.ts; KINORA_FAULTS=full runs
 * them at full size).
 */
const allTests = {
  ...common,
  displayName: 'kinora',
  testMatch: ['spec', 'e2e', 'contract', 'node', 'workflows', 'faults'].map(
    (kind) => `**/*.${kind}.ts`,
  ),
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/fixtures/',
    '<rootDir>/test/on-postgres/',
  ],
  globalSetup: '<rootDir>/test/on-sqlite/create-template.ts',
  globalTeardown: '<rootDir>/test/on-sqlite/remove-template.ts',
};

/** The files that depend most on the database; `npm test` runs these on both. */
const ON_BOTH = [
  'access',
  'characters',
  'concurrency-cap',
  'event-history',
  'idempotency',
  'idempotent-generate',
  'jobs',
  'key-cli',
  'key-revocation',
  'library',
  'maintenance',
  'media',
  'node-loss',
  'not-found-parity',
  'outputs',
  'project-changes',
  'project-order',
  'project-takes',
  'projects',
  'render-queue',
  'revoked-during-upload',
  'revoked-streams',
  'run-times',
  'shot-speech',
].map((name) => `${name}.e2e.ts`);

/** Tests of the files that SQLite keeps in the data folder. */
const SQLITE_ONLY = ['database-files.e2e.ts'];

/** Every end-to-end file that starts a service in the test process; the others choose a database themselves. */
function everyService() {
  const folder = join(__dirname, 'test', 'e2e');
  const starts = (file) =>
    /TestKinora|TestTraining|PlatformApp|AccessSetup/.test(
      readFileSync(join(folder, file), 'utf8'),
    );
  return readdirSync(folder).filter(
    (file) => file.endsWith('.e2e.ts') && !SQLITE_ONLY.includes(file) && starts(file),
  );
}

/** End-to-end files on a PostgreSQL that is started for the run. If it isn't installed, one test reports that. */
function onPostgres(files) {
  const suites = postgresFolder() === undefined ? [] : files;
  return {
    ...common,
    displayName: 'postgres',
    testMatch: [
      '<rootDir>/test/on-postgres/*.e2e.ts',
      ...suites.map((file) => `<rootDir>/test/e2e/${file}`),
    ],
    globalSetup: '<rootDir>/test/on-postgres/start-server.ts',
    globalTeardown: '<rootDir>/test/on-postgres/stop-server.ts',
    setupFiles: ['<rootDir>/test/on-postgres/use-postgres.ts'],
  };
}

/** `KINORA_TEST_DATABASE=postgres` (`npm run test:postgres`) runs all end-to-end tests on PostgreSQL, and nothing else. */
module.exports = {
  reporters: ['default', '<rootDir>/test/tooling/run-time-reporter.cjs'],
  // More workers than cores, because end-to-end tests wait for processes and timers. (Jest reads '200%' as 200 workers.)
  maxWorkers: availableParallelism() * 2,
  // Only for tests that hang: on a busy machine, tests of seconds may take a minute.
  testTimeout: 180_000,
  projects:
    process.env.KINORA_TEST_DATABASE === 'postgres'
      ? [onPostgres([...new Set([...everyService(), ...ON_BOTH])])]
      : [allTests, onPostgres(ON_BOTH)],
};
