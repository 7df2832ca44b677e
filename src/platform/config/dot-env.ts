/**
 * Reads a `.env` file: `NAME=value` lines, `#` comments, an optional `export`, single or double quotes around the
 * value (double ones know `\n` and `\"`). A line that is none of these is passed over.
 */
export function parseDotEnv(content: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of content.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] !== undefined) found[match[1]] = valueOf(match[2] ?? '');
  }
  return found;
}

function valueOf(raw: string): string {
  const single = /^'([^']*)'(?:\s+#.*)?$/.exec(raw);
  if (single) return single[1] ?? '';
  const double = /^"((?:[^"\\]|\\.)*)"(?:\s+#.*)?$/.exec(raw);
  if (double) {
    return (double[1] ?? '').replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
  }
  return raw.replace(/(^|\s+)#.*$/, '');
}
