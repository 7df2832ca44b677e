const SETTINGS = {
  KINORA_CONFIG: 'another config.json',
  KINORA_HOST: 'the address that it listens on',
  KINORA_PORT: 'the port',
  KINORA_DATA_DIR: 'the folder of database, media and workflows',
  KINORA_DATABASE_URL: 'another database: sqlite:…, postgres://…',
  KINORA_LOG_LEVEL: 'silent, fatal, error, warn, info, debug or trace',
};
const { KINORA_DATA_DIR, KINORA_LOG_LEVEL } = SETTINGS;
const OVER = 'The environment goes before that file; .env counts as environment.';
const JEST = "The arguments are Jest's: parts of file names, -t NAME and others.";

/**
 * What each command says of itself. `flags`: options that stand alone; `passes`: other arguments are another program's.
 * The commands that read their arguments for themselves (`keys`, `workflows`, `simulator`) have pages of their own.
 */
export const PAGES = {
  start: {
    does: `Serves, as config.json says, until Ctrl+C. ${OVER}`,
    environment: SETTINGS,
  },
  demo: {
    does: 'Starts a Kinora on data and settings of its own, makes one picture on the simulator, and stays up.',
    flags: { '--exit': 'end when the picture is made' },
    environment: {
      KINORA_PORT: 'the port (8190); a free one when it is taken',
      ...{ KINORA_DATA_DIR, KINORA_LOG_LEVEL },
    },
  },
  dev: {
    does: `Serves, and starts anew on every change of the source. ${OVER}`,
    environment: SETTINGS,
  },
  build: { does: 'Checks the types, and compiles to dist.' },
  check: { does: 'Checks types, lint, fences, unused code, format and OpenAPI.' },
  test: { does: 'Checks, then runs every test.', takes: "[Jest's arguments]", passes: JEST },
  'test:node': {
    does: 'Runs the suite that faces a node: the one at the address, or the simulator.',
    takes: "[address] [Jest's arguments]",
    passes: JEST,
  },
  'test:workflows': {
    does: 'Tells whether the node at the address, or the simulator, accepts every shipped workflow.',
    takes: "[address] [Jest's arguments]",
    flags: { '--models FOLDER': 'first put empty files named like their models into it' },
    passes: JEST,
  },
  'test:postgres': {
    does: 'Runs the end-to-end suite on PostgreSQL.',
    takes: "[Jest's arguments]",
    passes: JEST,
  },
  'test:faults': {
    does: 'Runs the kill tests at full size.',
    takes: "[Jest's arguments]",
    passes: JEST,
  },
  bench: {
    does: 'Measures, every figure beside a reference that ran in turns with it.',
    flags: {
      '--json': 'answer JSON',
      '--only NAMES':
        'only these, commas between them: start, memory, submit, finish, upstream, reads, keys, lists',
    },
  },
};
