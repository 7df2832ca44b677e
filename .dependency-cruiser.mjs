/**
 * The fences between rooms. Each rule has a planted fault in test/fixtures/fences, and test/fences.e2e.ts asserts
 * that every rule here catches its own. Type imports count as imports.
 */

/** Imports go down only; rooms of one rank don't import each other. A new room gets its rank here first. */
const RANKS = [
  ['media', 'providers', 'simulator'],
  ['characters', 'workflows', 'agents', 'speech'],
  ['auth', 'jobs'],
  ['generation', 'comfy-passthrough'],
  ['projects', 'lora-training'],
  ['agent-tools'],
  ['chat', 'mcp', 'guide'],
];

const SPEC = '\\.spec\\.ts$';
const TOP = '^src/(?:[^/]+\\.ts$|cli/)';
/** A room's folder; the simulator is a room of its own beside `modules`. */
const room = (names) => `^src/(?:modules/|(?=simulator/))(${names})/`;
const ANY_ROOM = room('[^/]+');
const SAME_ROOM = '^src/(?:modules/)?$1/';
const FRONT_DOOR = [
  '^src/(?:modules/)?[^/]+/public/',
  '^src/(?:modules/)?[^/]+/[^/]+\\.module\\.ts$',
];
const ROWS = '(?:\\.(?:entity|repository)\\.ts$|/entities/)';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const rankRules = RANKS.map((rooms, rank) =>
  forbid(
    `rank-${rank + 1}`,
    `${rooms.join(', ')}: may import platform and lower ranks only, and not each other.`,
    { path: room(rooms.filter((name) => name !== 'simulator').join('|')) },
    { path: [room(RANKS.slice(rank).flat().join('|')), TOP], pathNot: SAME_ROOM },
  ),
);

const ROOM_RULES = [
  forbid(
    'no-cycles',
    'A cycle means that two files are one: move the shared part down.',
    {},
    { circular: true },
  ),
  forbid(
    'platform-knows-no-feature',
    'The platform serves every room and knows none.',
    { path: '^src/platform/' },
    { path: '^src/', pathNot: '^src/platform/' },
  ),
  forbid(
    'simulator-stands-alone',
    'The simulator is a node, not a part of the service: it must run by itself.',
    { path: '^src/simulator/' },
    { path: ['^src/modules/', TOP] },
  ),
  ...rankRules,
  forbid(
    'every-room-has-a-rank',
    'Add the new room to RANKS in .dependency-cruiser.mjs.',
    { path: '^src/modules/', pathNot: room(RANKS.flat().join('|')) },
    {},
  ),
  forbid(
    'front-door-only',
    'Rooms meet through public/ files and module files.',
    { path: ANY_ROOM },
    { path: ANY_ROOM, pathNot: [SAME_ROOM, ...FRONT_DOOR] },
  ),
  forbid(
    'front-door-for-the-top',
    'The app and the command line enter rooms through the front door, too.',
    { path: TOP },
    { path: ANY_ROOM, pathNot: FRONT_DOOR },
  ),
];

const LAYER_RULES = [
  forbid(
    'rows-are-private',
    'What a room shows must not carry its entities or repositories.',
    { path: '/public/' },
    { path: ROWS },
  ),
  forbid(
    'controllers-ask-services',
    'Controller → service → repository | gateway | store.',
    { path: '\\.controller\\.ts$' },
    { path: [ROWS, '\\.(?:gateway|store)\\.ts$'] },
  ),
  forbid(
    'nobody-calls-a-controller',
    'Only the module file knows its controllers.',
    { pathNot: ['\\.module\\.ts$', SPEC] },
    { path: '\\.controller\\.ts$' },
  ),
  forbid(
    'persistence-calls-no-service',
    'Data goes one way: repositories, gateways and stores decide nothing.',
    { path: '^src/modules/.*\\.(?:entity|repository|gateway|store)\\.ts$' },
    { path: '^src/modules/.*\\.service\\.ts$' },
  ),
  forbid(
    'typeorm-stays-in-persistence',
    'TypeORM and the drivers belong to repositories, entities and platform/database.',
    {
      path: '^src/',
      pathNot: [ROWS, '^src/platform/database/', SPEC],
    },
    { path: 'node_modules/(?:typeorm|@nestjs/typeorm|pg|sqlite3)/' },
  ),
  forbid(
    'http-clients-stay-in-gateways',
    'Whoever speaks to another server is a gateway.',
    {
      path: '^src/',
      pathNot: [
        '\\.gateway\\.ts$',
        '^src/modules/[^/]+/gateway/',
        // Nest's HttpModule is imported here, and used in the gateway.
        '^src/modules/[^/]+/[^/]+\\.module\\.ts$',
        '^src/simulator/',
        SPEC,
      ],
    },
    { path: 'node_modules/(?:axios|@nestjs/axios|undici|ws|@types/ws)/' },
  ),
  forbid(
    'node-http-stays-at-the-edges',
    "Node's own HTTP: gateways, the simulator and the server side in platform/http; types are free.",
    {
      path: '^src/',
      pathNot: [
        '\\.gateway\\.ts$',
        '^src/modules/[^/]+/gateway/',
        '^src/simulator/',
        '^src/platform/http/',
        SPEC,
      ],
    },
    { path: '^(?:node:)?https?2?$', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'files-stay-in-stores',
    'Only stores touch the disk; types are free.',
    {
      path: '^src/',
      pathNot: ['\\.store\\.ts$', '^src/platform/config/', '^src/simulator/', '^src/cli/', SPEC],
    },
    { path: '^(?:node:)?fs(?:/promises)?$', dependencyTypesNot: ['type-only'] },
  ),
];

const TIDY_RULES = [
  forbid(
    'no-utils',
    'Name a file after what it does.',
    {},
    { path: '^src/.*/(?:utils?|helpers?|common|misc|shared)(?:\\.ts$|/)' },
  ),
  forbid(
    'no-test-code-in-the-service',
    'The service knows nothing of its tests.',
    { path: '^src/', pathNot: SPEC },
    { path: ['^test/', SPEC] },
  ),
  forbid(
    'no-dev-dependency-in-the-service',
    'A production install has no dev dependencies.',
    { path: '^src/', pathNot: SPEC },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
  ),
  forbid(
    'everything-resolves',
    'The other rules judge resolved paths; an import that does not resolve would slip through.',
    {},
    { couldNotResolve: true },
  ),
];

export default {
  forbidden: [...ROOM_RULES, ...LAYER_RULES, ...TIDY_RULES],
  options: {
    exclude: { path: '^test/fixtures/' },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};
