import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A JSON value with the line where it begins, counted from 1, so that a problem can name the line. */
export type JsonTree =
  | { readonly type: 'object'; readonly line: number; readonly fields: readonly JsonField[] }
  | { readonly type: 'array'; readonly line: number; readonly items: readonly JsonTree[] }
  | { readonly type: 'string'; readonly line: number; readonly value: string }
  | { readonly type: 'number'; readonly line: number; readonly value: number }
  | { readonly type: 'boolean'; readonly line: number; readonly value: boolean }
  | { readonly type: 'null'; readonly line: number };

export interface JsonField {
  readonly name: string;
  readonly line: number;
  readonly value: JsonTree;
}

/** The text isn't JSON. */
export class JsonSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Reads JSON text. Throws {@link JsonSyntaxError}; a repeated name in one object is an error, too. */
export function parseJsonTree(content: string): JsonTree {
  const text = content.replace(/^\uFEFF/, ' ');
  const errors: ParseError[] = [];
  const root = parse(text, errors);
  const [error] = errors;
  const lineAt = lineCounter(text);
  if (error) throw new JsonSyntaxError(lineAt(error.offset), describe(error, text));
  if (!root) throw new JsonSyntaxError(1, END_OF_FILE);
  return treeOf(root, lineAt);
}

function parse(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new JsonSyntaxError(1, 'nested too deeply');
    throw error;
  }
}

type LineAt = (offset: number) => number;

/** Counts on from the previous offset, so offsets must be passed in ascending order. */
function lineCounter(text: string): LineAt {
  let line = 1;
  let counted = 0;
  return (offset) => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < offset;) {
      line += 1;
      counted = at + 1;
      at = text.indexOf('\n', counted);
    }
    return line;
  };
}

function treeOf(node: Node, lineAt: LineAt): JsonTree {
  const line = lineAt(node.offset);
  if (node.type === 'object') return { type: 'object', line, fields: fieldsOf(node, lineAt) };
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child) => treeOf(child, lineAt));
    return { type: 'array', line, items };
  }
  return { type: node.type, line, value: node.value as unknown } as JsonTree;
}

function fieldsOf(object: Node, lineAt: LineAt): readonly JsonField[] {
  const names = new Set<string>();
  return (object.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    if (!key || !value) return [];
    const name = key.value as string;
    const line = lineAt(key.offset);
    if (names.has(name)) throw new JsonSyntaxError(line, `"${name}" appears twice here: keep one`);
    names.add(name);
    return [{ name, line, value: treeOf(value, lineAt) }];
  });
}

const END_OF_FILE = 'the file ends where a value is expected';
const BAD_STRING = 'this text has no closing quote, or a line break or \\ inside it';
const BAD_ESCAPE = 'this text has an unknown escape: write \\\\ for a backslash';
const COMMENT = 'JSON has no comments: remove this one';

const MESSAGES: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a name in double quotes',
  ColonExpected: 'expected ":" after the name',
  CommaExpected: 'expected "," or a closing bracket before this',
  CloseBraceExpected: 'the file ends where "}" is expected',
  CloseBracketExpected: 'the file ends where "]" is expected',
  EndOfFileExpected: 'nothing may follow the closing bracket',
  InvalidCommentToken: COMMENT,
  UnexpectedEndOfComment: COMMENT,
  UnexpectedEndOfString: BAD_STRING,
  InvalidCharacter: BAD_STRING,
  InvalidUnicode: BAD_ESCAPE,
  InvalidEscapeCharacter: BAD_ESCAPE,
};

function describe({ error, offset }: ParseError, text: string): string {
  const code = printParseErrorCode(error);
  const next = text[offset] ?? '';
  if (code === 'PropertyNameExpected' && next === '}') return 'remove the comma before "}"';
  if (code === 'ValueExpected')
    return next === '' ? END_OF_FILE : `a value is missing before "${next}"`;
  return MESSAGES[code] ?? 'not JSON here: texts and names need double quotes';
}
