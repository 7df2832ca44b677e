/** Private words and unidiomatic phrases that this project used to have, and what to write instead. See docs/glossary.md. */
const WORDS = [
  [/\bby and by\b/, 'incrementally'],
  [/\b(?:MOST|LONGEST)_[A-Z]/, 'MAX_…'],
  [/\bAT_ONCE\b/, 'CONCURRENCY or MAX_PARALLEL_…'],
  [/\bdeeds?\b|[a-z]Deed|\bDeed/, 'operation'],
  [/\bdoers?\b|[a-z]Doer|\bDoer/, 'actor'],
  [/\btrail\b/, 'audit log'],
  [/\brig\b|[a-z]Rig\b/, 'fixture'],
  [/[wW]ordless/, 'withoutMetadata'],
  [/shelf|\bShelf/, 'store or folder'],
  [/[wW]orkshop/, 'tooling or context'],
  [/\bNOBODYS\b/, 'UNKNOWN_…'],
  [/drawnUp|DRAWN_UP/, 'dryRun…'],
  [/\b(?:told|said)\b/, 'reported, logged or answered'],
  [/\bof which\b/, 'a sentence of its own'],
  [/\bnothing but\b/, 'only'],
  [/\bsuch that\b/, 'so that'],
  [/\ball the same\b/, 'nevertheless'],
  [/\banew\b/, 'again'],
  [/(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b)/, '"is not a"'],
  [/\bto blame\b/, 'causes'],
  [/\bas it stands\b/, 'unchanged'],
  [/\b[jJ]unk\b|[sS]ameness|[uU]nready|whyAbsent/, 'what it is'],
  [/\bReadSource\b/, 'ReadConnection'],
  [/\bValidationItem\b/, 'ValidationError'],
];

/** ESLint rule: names, comments and test titles use the words that every engineer knows. */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { private: "'{{word}}' is not used in this project: write {{plain}}." },
  },
  create(context) {
    const check = (text, loc) => {
      for (const [pattern, plain] of WORDS) {
        const word = pattern.exec(text)?.[0];
        if (word !== undefined)
          context.report({ loc, messageId: 'private', data: { word, plain } });
      }
    };
    return {
      Program: () => {
        const { ast } = context.sourceCode;
        for (const { type, value, loc } of ast.tokens) if (type === 'Identifier') check(value, loc);
        for (const { value, loc } of ast.comments) check(value, loc);
      },
      'CallExpression[callee.name=/^(it|test|describe)$/] > Literal:first-child': ({
        value,
        loc,
      }) => check(String(value), loc),
    };
  },
};
