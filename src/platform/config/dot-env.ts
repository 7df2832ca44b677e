/**
 * Reads a `.env` file: `NAME=value` lines, `#` comments, an optional `export`, single or double quotes around the
 * value (in double quotes `\n` and `\"` are escapes). Other lines are ignored.
 */
export function parseDotEnv(content: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of content.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const match = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line.trim());
    if (match?.[1] !== undefined) variables[match[1]] = valueOf((match[2] ?? '').trim());
  }
  return variables;
}

function valueOf(raw: string): string {
  const single = /^'([^']*)'(?:\s+#.*)?$/.exec(raw);
  if (single) return single[1] ?? '';
  const double = /^"((?:[^"\\]|\\.)*)"(?:\s+#.*)?$/.exec(raw);
  if (double) {
    return (double[1] ?? '').replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
  }
  return raw.replace(/(?:^|\s)#.*$/, '').trimEnd();
}
