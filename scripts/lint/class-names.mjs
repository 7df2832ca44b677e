import { basename } from 'node:path';

/**
 * ESLint rule: the name of an injected class ends in the kind of its file, `JobsService` in `jobs.service.ts`, so that a
 * constructor shows what it asks for. Errors and helper classes in the same file are free.
 */
const KINDS = {
  controller: 'Controller',
  gateway: 'Gateway',
  repository: 'Repository',
  service: 'Service',
  store: 'Store',
};
const DECORATORS = new Set(['Controller', 'Injectable']);

export const classNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { kind: 'Classes in *.{{kind}}.ts end in {{ending}}: rename {{name}}.' },
  },
  create(context) {
    const kind = /\.(\w+)\.ts$/.exec(basename(context.filename))?.[1] ?? '';
    const ending = KINDS[kind];
    if (ending === undefined) return {};
    return {
      ClassDeclaration(node) {
        const isInjected = node.decorators.some(({ expression }) =>
          DECORATORS.has(expression.callee?.name),
        );
        const name = node.id?.name ?? 'This class';
        if (isInjected && !name.endsWith(ending))
          context.report({
            node: node.id ?? node,
            messageId: 'kind',
            data: { name, kind, ending },
          });
      },
    };
  },
};
