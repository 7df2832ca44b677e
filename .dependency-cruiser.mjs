/**
 * Import rules. Each has a planted fault in test/fixtures/lint, and test/tooling/lint-rules.spec.ts asserts that the
 * rule reports it. Type imports count as imports.
 */

/** A module imports lower ranks only; modules of one rank don't import each other. A new module gets its rank here. */
const RANKS = [
  ['media', 'providers', 'simulator'],
  ['characters', 'collections', 'workflows', 'models', 'agents', 'speech'],
  ['auth', 'jobs'],
  ['generation', 'comfy-passthrough'],
  ['batches', 'presets'],
  ['projects', 'lora-training', 'webhooks'],
  ['agent-tools'],
  ['chat', 'mcp', 'guide'],
];

const SPEC = '\\.spec\\.ts$';
const TOP = '^src/(?:[^/]+\\.ts$|cli/)';
/** A module's folder; the simulator counts as a module, beside `modules`. */
const moduleFolder = (names) => `^src/(?:modules/|(?=simulator/))(${names})/`;
const ANY_MODULE = moduleFolder('[^/]+');
const SAME_MODULE = '^src/(?:modules/)?$1/';
const PUBLIC_FILES = [
  '^src/(?:modules/)?[^/]+/public/',
  '^src/(?:modules/)?[^/]+/[^/]+\\.module\\.ts$',
];
const PERSISTENCE = '(?:\\.(?:entity|repository)\\.ts$|/entities/)';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const rankRules = RANKS.map((modules, rank) =>
  forbid(
    `rank-${rank + 1}`,
    `${modules.join(', ')}: may import platform and lower ranks only, and not each other.`,
    { path: moduleFolder(modules.filter((name) => name !== 'simulator').join('|')) },
    { path: [moduleFolder(RANKS.slice(rank).flat().join('|')), TOP], pathNot: SAME_MODULE },
  ),
);

const MODULE_RULES = [
  forbid(
    'no-cycles',
    'Two files that import each other: move the shared part into a third, or merge them.',
    {},
    { circular: true },
  ),
  forbid(
    'platform-imports-no-module',
    'The platform serves every module and imports none.',
    { path: '^src/platform/' },
    { path: '^src/', pathNot: '^src/platform/' },
  ),
  forbid(
    'simulator-imports-no-service',
    'The simulator is a node, not a part of the service: it runs by itself.',
    { path: '^src/simulator/' },
    { path: ['^src/modules/', TOP] },
  ),
  ...rankRules,
  forbid(
    'every-module-has-a-rank',
    'Add the new module to RANKS in .dependency-cruiser.mjs.',
    { path: '^src/modules/', pathNot: moduleFolder(RANKS.flat().join('|')) },
    {},
  ),
  forbid(
    'public-files-only',
    'Modules import each other through public/ files and module files.',
    { path: ANY_MODULE },
    { path: ANY_MODULE, pathNot: [SAME_MODULE, ...PUBLIC_FILES] },
  ),
  forbid(
    'public-files-only-for-the-app',
    'The app and the command line import public/ files and module files only, too.',
    { path: TOP },
    { path: ANY_MODULE, pathNot: PUBLIC_FILES },
  ),
];

const LAYER_RULES = [
  forbid(
    'entities-are-private',
    'Public files must not expose entities or repositories.',
    { path: '/public/' },
    { path: PERSISTENCE },
  ),
  forbid(
    'controllers-call-services',
    'Controller → service → repository | gateway | store.',
    { path: '\\.controller\\.ts$' },
    { path: [PERSISTENCE, '\\.(?:gateway|store)\\.ts$'] },
  ),
  forbid(
    'controllers-are-not-imported',
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
      pathNot: [PERSISTENCE, '^src/platform/database/', SPEC],
    },
    { path: 'node_modules/(?:typeorm|@nestjs/typeorm|pg|sqlite3)/' },
  ),
  forbid(
    'http-clients-stay-in-gateways',
    'Code that calls another server is a gateway.',
    {
      path: '^src/',
      pathNot: ['\\.gateway\\.ts$', '^src/modules/[^/]+/gateway/', '^src/simulator/', SPEC],
    },
    { path: '^src/platform/http/http-client\\.ts$|node_modules/(?:axios|undici|ws|@types/ws)/' },
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
  forbid(
    'libvips-stays-in-its-processes',
    "Files from outside are decoded in child processes, through ImageTool; the simulator's own scenes aren't files.",
    {
      path: '^src/',
      pathNot: [
        '^src/platform/imaging/(?:image-worker|contact-sheet)\\.ts$',
        '^src/simulator/drawing/',
        SPEC,
      ],
    },
    { path: 'node_modules/sharp/', dependencyTypesNot: ['type-only'] },
  ),
];

const OTHER_RULES = [
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
  forbidden: [...MODULE_RULES, ...LAYER_RULES, ...OTHER_RULES],
  options: {
    exclude: { path: '^test/fixtures/' },
    doNotFollow: { path: ['node_modules', '^packages/client/dist/'] },
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
