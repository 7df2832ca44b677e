import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import a11y from 'eslint-plugin-jsx-a11y-x';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { classNames } from './scripts/lint/class-names.mjs';
import { gatedWrites } from './scripts/lint/gated-writes.mjs';
import { maxParams } from './scripts/lint/max-params.mjs';
import { plainWords } from './scripts/lint/plain-words.mjs';

/**
 * The rules that read one file at a time; those that need types and those of React's hooks are in .oxlintrc.json. One level
 * only: error. Inline comments can't switch a rule off (`noInlineConfig`), so a rule that is wrong is changed here. Each custom restriction has a planted error in test/fixtures/lint.
 */

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
const SERVICE = ['src/**/*.ts'];
const TESTS = ['test/**/*.ts', '**/*.spec.ts'];
const STUDIO = ['studio/src/**/*.ts', 'studio/src/**/*.tsx'];
/** Plain JavaScript: scripts, benches and config files. */
const SCRIPTS = ['**/*.mjs', '**/*.cjs', '**/*.js'];

const restrict = (selector, message) => ({ selector, message });

const NO_BARRELS = [
  restrict('ExportAllDeclaration', 'No barrels: import from the file that defines it.'),
  restrict(
    'ExportNamedDeclaration[source]',
    'No re-exports: import from the file that defines it.',
  ),
];

const EVERYWHERE = [
  restrict('TSEnumDeclaration', 'No enums: use a union of literals.'),
  restrict(
    'MethodDefinition[kind="constructor"]:has(TSParameterProperty) > FunctionExpression > BlockStatement > :not(ExpressionStatement) Super',
    'Call super() once, as a statement of its own: else TypeScript sets the parameter properties before it, which throws.',
  ),
];

const NO_ENVIRONMENT = [
  restrict(
    'MemberExpression[object.name="process"][property.name="env"]',
    'Only platform/config reads process.env; ask ConfigService.',
  ),
  restrict(
    'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
    'Only platform/config reads process.env; ask ConfigService.',
  ),
  restrict(
    'ImportDeclaration[source.value=/^(node:)?process$/]',
    'Use the global process; only platform/config reads its env.',
  ),
];

const NO_HIDDEN_TIME = [
  restrict(
    'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    'Time is injected: use Clock.',
  ),
  restrict('NewExpression[callee.name="Date"][arguments.length=0]', 'Time is injected: use Clock.'),
  restrict(
    'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    'Randomness is injected: use Ids.',
  ),
];

const NO_SILENT_TESTS = [
  restrict(
    'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo)$/]',
    'Every test runs. A suite whose program may be absent uses describeWith (test/support/required-programs).',
  ),
  restrict(
    'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    'Every test runs. A suite whose program may be absent uses describeWith (test/support/required-programs).',
  ),
];

const NO_GLOBAL_CLIENTS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
  name,
  message: 'Code that calls another server is a gateway.',
}));

const FORBIDDEN_IMPORTS = {
  paths: [
    {
      name: '@nestjs/common',
      importNames: ['forwardRef', 'Scope'],
      message: 'No circular modules and no request scope: move the shared part down a rank.',
    },
    {
      name: 'typeorm',
      importNames: [
        'OneToOne',
        'OneToMany',
        'ManyToOne',
        'ManyToMany',
        'JoinColumn',
        'JoinTable',
        'RelationId',
      ],
      message: 'No relation decorators: keep ids and query explicitly.',
    },
  ],
};

export default defineConfig(
  {
    ignores: [
      ...['dist/', 'coverage/', 'data/', 'test/fixtures/', '.kinora/'],
      ...['studio/dist/', 'studio/public/', '**/schema.d.ts', 'packages/client/dist/'],
    ],
  },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  eslint.configs.recommended,
  {
    rules: {
      complexity: ['error', 10],
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', 'oxlint-disable'], location: 'anywhere' },
      ],
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    plugins: {
      kinora: {
        rules: {
          'class-names': classNames,
          'gated-writes': gatedWrites,
          'max-params': maxParams,
          'plain-words': plainWords,
        },
      },
    },
    languageOptions: {
      // Types in the parameters of a decorated class are values: Nest reads them.
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      'kinora/class-names': 'error',
      'kinora/max-params': 'error',
      'kinora/plain-words': 'error',
      'no-console': 'error',
      'no-restricted-imports': ['error', FORBIDDEN_IMPORTS],
      'no-restricted-syntax': [
        'error',
        ...NO_BARRELS,
        ...EVERYWHERE,
        ...NO_ENVIRONMENT,
        ...NO_SILENT_TESTS,
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    // Texts come from outside: a pattern that takes quadratic time over one of them stops the whole service.
    files: SERVICE,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: SERVICE,
    ignores: ['src/platform/clock/**', 'src/simulator/**', 'src/cli/**', ...TESTS],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NO_BARRELS,
        ...EVERYWHERE,
        ...NO_ENVIRONMENT,
        ...NO_HIDDEN_TIME,
      ],
    },
  },
  {
    files: SERVICE,
    ignores: ['**/*.gateway.ts', 'src/modules/*/gateway/**', 'src/simulator/**', ...TESTS],
    rules: { 'no-restricted-globals': ['error', ...NO_GLOBAL_CLIENTS] },
  },
  {
    files: ['src/platform/config/**/*.ts'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...NO_BARRELS, ...EVERYWHERE, ...NO_HIDDEN_TIME] },
  },
  {
    files: ['src/modules/**/*.ts', 'src/platform/**/*.ts'],
    ignores: ['src/platform/database/**', ...TESTS],
    rules: { 'kinora/gated-writes': 'error' },
  },
  {
    files: ['src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // What a package exports stands in one file.
    files: ['packages/*/src/index.ts'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, ...NO_ENVIRONMENT] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...NO_BARRELS, ...EVERYWHERE, ...NO_SILENT_TESTS],
    },
  },
  {
    files: STUDIO,
    extends: [a11y.configs.strict],
  },
  {
    files: ['studio/src/**/*.tsx'],
    ignores: TESTS,
    rules: { 'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: SCRIPTS,
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...[
            'AbortController',
            'AbortSignal',
            'Blob',
            'Buffer',
            'FormData',
            'Headers',
            'Response',
          ],
          ...['TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'WebSocket', 'console'],
          ...['fetch', 'performance', 'process', 'structuredClone'],
          ...['clearInterval', 'clearTimeout', 'setImmediate', 'setInterval', 'setTimeout'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', module: 'writable', require: 'readonly' },
    },
  },
);
