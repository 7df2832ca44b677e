/**
 * ESLint rule: TypeORM's `save`, `remove`, `transaction` and their kin are for platform/database alone.
 *
 * They open transactions of their own on the one shared SQLite connection, and `save` reads the row first. Methods of
 * these names may be called on the class itself and on what is injected into it, such as a file store.
 */
const FORBIDDEN = new Set([
  'save',
  'remove',
  'softRemove',
  'recover',
  'transaction',
  'startTransaction',
]);

/** What fields that hold an object of TypeORM are called. */
const TYPEORM_FIELDS = new Set(['dataSource', 'manager', 'reader', 'repository', 'tx']);

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
    return {
      'CallExpression > MemberExpression.callee'({ object, property }) {
        if (!FORBIDDEN.has(property.name) || isOwn(object)) return;
        context.report({ node: property, messageId: 'gated', data: { name: property.name } });
      },
    };
  },
};

/** `this` or `this.field`. */
function isOwn(object) {
  if (object.type === 'ThisExpression') return true;
  return (
    object.type === 'MemberExpression' &&
    object.object.type === 'ThisExpression' &&
    !TYPEORM_FIELDS.has(object.property.name)
  );
}
