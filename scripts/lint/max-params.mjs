/**
 * ESLint rule: functions have at most 5 parameters, constructors at most 8.
 *
 * Nest fills in the parameters of a constructor by their types, so their order can't be confused. With one limit for
 * both, services were split, and their dependencies bundled, only to stay below it.
 */
const MAX_FUNCTION = 5;
const MAX_CONSTRUCTOR = 8;

export const maxParams = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { exceeded: 'Has {{count}} parameters; the maximum is {{max}}.' },
  },
  create(context) {
    const check = (node) => {
      const max = node.parent.kind === 'constructor' ? MAX_CONSTRUCTOR : MAX_FUNCTION;
      const count = node.params.length;
      if (count > max) context.report({ node, messageId: 'exceeded', data: { count, max } });
    };
    return {
      ArrowFunctionExpression: check,
      FunctionDeclaration: check,
      FunctionExpression: check,
      TSDeclareFunction: check,
      TSEmptyBodyFunctionExpression: check,
      TSFunctionType: check,
    };
  },
};
