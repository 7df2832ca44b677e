import { spawnSync } from 'node:child_process';
import { basename, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const TREE = join(ROOT, 'test/fixtures/lint');

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string; severity: string }[] };
  };
}

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null }[];
}

interface TypedReport {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** Runs a tool inside the tree of planted errors, which has the same layout as the repository. */
function report(tool: string, ...args: string[]): unknown {
  const bin = join(ROOT, 'node_modules', tool);
  const run = spawnSync(process.execPath, [bin, ...args], {
    cwd: TREE,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  });
  if (!run.stdout.trim()) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

/** One planted error per rule of .dependency-cruiser.mjs: `rule: file`. */
const PLANTED_IMPORTS = [
  'controllers-are-not-imported: src/modules/media/imports-a-controller.service.ts',
  'controllers-call-services: src/modules/media/imports-a-repository.controller.ts',
  'entities-are-private: src/modules/media/public/exports-an-entity.ts',
  'every-module-has-a-rank: src/modules/novelty/module-without-rank.ts',
  'everything-resolves: src/platform/clock/misspelt.ts',
  'files-stay-in-stores: src/modules/media/writing.service.ts',
  'http-clients-stay-in-gateways: src/modules/media/calling.service.ts',
  'libvips-stays-in-its-processes: src/modules/media/decoding.service.ts',
  'no-cycles: src/platform/clock/first-of-two.ts',
  'no-dev-dependency-in-the-service: src/platform/clock/developed.ts',
  'no-test-code-in-the-service: src/platform/clock/tested.ts',
  'no-utils: src/platform/clock/uses-utils.ts',
  'node-http-stays-at-the-edges: src/modules/media/asking.service.ts',
  'persistence-calls-no-service: src/modules/media/deciding.repository.ts',
  'platform-imports-no-module: src/platform/access/feature-in-platform.ts',
  'public-files-only-for-the-app: src/app.module.ts',
  'public-files-only: src/modules/jobs/imports-a-private-file.ts',
  'rank-1: src/modules/media/imports-workflows.ts',
  'rank-1: src/modules/providers/imports-media.ts',
  'rank-2: src/modules/characters/imports-agents.ts',
  'rank-2: src/modules/workflows/imports-jobs.ts',
  'rank-3: src/modules/jobs/imports-generation.ts',
  'rank-4: src/modules/generation/imports-comfy-passthrough.ts',
  'rank-5: src/modules/batches/imports-projects.ts',
  'rank-6: src/modules/projects/imports-agent-tools.ts',
  'rank-7: src/modules/agent-tools/imports-chat.ts',
  'rank-8: src/modules/chat/imports-mcp.ts',
  'rank-8: src/modules/guide/imports-app.ts',
  'simulator-imports-no-service: src/simulator/service-in-simulator.ts',
  'typeorm-stays-in-persistence: src/modules/media/querying.service.ts',
];

/** As {@link PLANTED_IMPORTS}, for studio/.dependency-cruiser.mjs. */
const PLANTED_STUDIO_IMPORTS = [
  'studio-app-imports-public-files: studio/src/app/imports-a-private-file.ts',
  'studio-base-imports-no-feature: studio/src/api/feature-in-api.ts',
  'studio-everything-resolves: studio/src/api/misspelt.ts',
  'studio-features-import-no-app: studio/src/features/gallery/imports-the-app.ts',
  'studio-imports-no-service-code: studio/src/api/imports-the-service.ts',
  'studio-models-are-pure: studio/src/features/jobs/model.ts',
  'studio-no-cycles: studio/src/api/first-of-two.ts',
  'studio-public-files-only: studio/src/features/jobs/imports-a-private-file.ts',
  'studio-ui-reads-no-data: studio/src/ui/reads-data.ts',
];

/** The planted errors for eslint, in src/modules/speech unless a folder is named: how often each rule reports which file. */
const PLANTED_CODE = {
  'any.ts': { '@typescript-eslint/no-explicit-any': 1 },
  'barrel.ts': { 'no-restricted-syntax': 2 },
  'circular.ts': { 'no-restricted-imports': 2 },
  'complex.ts': { complexity: 1 },
  'enumeration.ts': { 'no-restricted-syntax': 1 },
  'environment.ts': { 'no-restricted-syntax': 3 },
  'fetching.service.ts': { 'no-restricted-globals': 1 },
  'hidden-time.ts': { 'no-restricted-syntax': 3 },
  'long.ts': { 'max-lines': 1 },
  'misnamed.service.ts': { 'kinora/class-names': 1 },
  'nested-super.ts': { 'no-restricted-syntax': 2 },
  'private-words.ts': { 'kinora/plain-words': 4 },
  'related.entity.ts': { 'no-restricted-imports': 1 },
  'slow-patterns.ts': {
    'regexp/no-super-linear-backtracking': 1,
    'regexp/no-super-linear-move': 1,
  },
  'silenced-types.ts': { '@typescript-eslint/ban-ts-comment': 1 },
  'six-params.ts': { 'kinora/max-params': 2 },
  'switched-off.ts': { 'no-console': 1, 'inline comment without effect': 1 },
  'unfinished.ts': { 'no-warning-comments': 1 },
  'ungated.repository.ts': { 'kinora/gated-writes': 3 },
  'studio/src/ui/long.tsx': { 'max-lines': 1 },
  'studio/src/ui/without-a-name.tsx': { 'jsx-a11y-x/alt-text': 1 },
  'test/sleepy.e2e.ts': { 'no-restricted-syntax': 4 },
};

/** The planted errors for oxlint, which knows types and React's hooks: rule and file. */
const PLANTED_TYPES = [
  'react(refs): ref-in-render.tsx',
  'react-hooks(rules-of-hooks): conditional-hook.tsx',
  'typescript(TS2307): misspelt.ts',
  'typescript(TS2322): mistyped.ts',
  'typescript(TS2834): misspelt.ts',
  'typescript(no-floating-promises): floating.ts',
  'typescript(switch-exhaustiveness-check): half-switch.ts',
];

describe.each([
  { folder: 'src', config: '.dependency-cruiser.mjs', planted: PLANTED_IMPORTS },
  {
    folder: 'studio/src',
    config: 'studio/.dependency-cruiser.mjs',
    planted: PLANTED_STUDIO_IMPORTS,
  },
])('the import rules of $folder', ({ folder, config, planted }) => {
  let cruise: Cruise;

  beforeAll(() => {
    cruise = report(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ...[folder, '--config', join(ROOT, config), '--output-type', 'json'],
    ) as Cruise;
  });

  it('report exactly the planted errors', () => {
    const fired = cruise.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
    expect([...new Set(fired)].sort()).toEqual(planted);
  });

  it('each have a planted error', () => {
    const rules = cruise.summary.ruleSetUsed.forbidden.map(({ name }) => name);
    const broken = planted.map((error) => error.split(':')[0]);
    expect([...rules].sort()).toEqual([...new Set(broken)].sort());
  });

  it('are all errors', () => {
    for (const rule of cruise.summary.ruleSetUsed.forbidden) expect(rule.severity).toBe('error');
  });
});

describe('the lint rules', () => {
  it('report exactly the planted errors', () => {
    const results = report(
      'eslint/bin/eslint.js',
      ...['.', '--config', join(ROOT, 'eslint.config.mjs'), '--format', 'json'],
    ) as LintResult[];
    const fired: Record<string, Record<string, number>> = {};
    for (const { filePath, messages } of results) {
      const file = relative(TREE, filePath).replace('src/modules/speech/', '');
      for (const { ruleId } of messages) {
        const counts = (fired[file] ??= {});
        const rule = ruleId ?? 'inline comment without effect';
        counts[rule] = (counts[rule] ?? 0) + 1;
      }
    }
    expect(fired).toEqual(PLANTED_CODE);
  });
});

describe('the rules that know types and hooks', () => {
  it('report exactly the planted errors', () => {
    const { diagnostics } = report('oxlint/bin/oxlint', ...['--format', 'json']) as TypedReport;
    const fired = diagnostics.map(({ code, filename }) => `${code}: ${basename(filename)}`);
    expect(fired.sort()).toEqual(PLANTED_TYPES);
  });
});
