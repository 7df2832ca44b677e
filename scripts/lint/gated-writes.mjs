/**
 * ESLint rule: TypeORM's `save`, `remove`, `transaction` and their kin are for platform/database alone.
 *
 * They open transactions of their own on the one shared SQLite connection (architecture: SQLite and PostgreSQL from
 * one code), and `save` reads the row first. Judged by the method's declaration and not by its name, so that a file
 * store may well have a method `remove`.
 */
const FORBIDDEN = new Set([
  'save',
  'remove',
  'softRemove',
  'recover',
  'transaction',
  'startTransaction',
]);

export const gatedWrites = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      gated:
        "TypeORM's {{name}}() bypasses the write gate: use insert, update, upsert or delete inside WriteGate.run().",
    },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    return {
      MemberExpression(node) {
        if (node.computed || !FORBIDDEN.has(node.property.name)) return;
        const method = parserServices.getSymbolAtLocation(node.property);
        const fromTypeorm = method?.declarations?.some((declaration) =>
          declaration.getSourceFile().fileName.includes('/node_modules/typeorm/'),
        );
        if (fromTypeorm) {
          context.report({ node, messageId: 'gated', data: { name: node.property.name } });
        }
      },
    };
  },
};
