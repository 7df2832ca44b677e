/**
 * Import rules of the Studio. `routing`, `api` and `ui` are the lowest rank, then `features`, then `app`. Each rule has
 * a planted fault in test/fixtures/lint.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const SRC = '^studio/src';
const SPEC = '\\.spec\\.ts$';

export default {
  forbidden: [
    forbid('studio-no-cycles', 'No import cycles.', {}, { circular: true }),
    forbid(
      'studio-base-imports-no-feature',
      'routing, api and ui know no feature and not the app.',
      { path: `${SRC}/(?:routing|api|ui)/` },
      { path: `${SRC}/(?:features|app)/` },
    ),
    forbid(
      'studio-ui-reads-no-data',
      'Components of ui get their data as props.',
      { path: `${SRC}/ui/` },
      { path: `${SRC}/api/`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'studio-features-import-no-app',
      'Only app knows the shell and the router.',
      { path: `${SRC}/features/` },
      { path: `${SRC}/app/` },
    ),
    forbid(
      'studio-public-files-only',
      'Features import each other through public.ts or public.tsx.',
      { path: `${SRC}/features/([^/]+)/` },
      { path: `${SRC}/features/`, pathNot: [`${SRC}/features/$1/`, '/public\\.tsx?$'] },
    ),
    forbid(
      'studio-app-imports-public-files',
      'The app knows features by their routes and public files.',
      { path: `${SRC}/app/` },
      { path: `${SRC}/features/`, pathNot: ['/public\\.tsx?$', '/routes\\.tsx$'] },
    ),
    forbid(
      'studio-imports-no-service-code',
      'The Studio uses the public API and nothing else.',
      { path: '^studio/' },
      { path: '^(?:src|test|scripts)/' },
    ),
    forbid(
      'studio-models-are-pure',
      'A model is tested without a browser: no React, no data access.',
      { path: '/model\\.ts$', pathNot: SPEC },
      {
        path: ['node_modules/(?:react|react-dom|@mantine|@tanstack)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'studio-everything-resolves',
      'An import that does not resolve would slip through the other rules.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^packages/client/dist/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'style', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
