/** A JSON object, not a list and not null. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** Changes what lies between the texts of a JSON document. Looks at each character once, however long a text is. */
export function outsideTexts(json: string, change: (between: string) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfText(json, begin);
    parts.push(change(json.slice(at, begin)), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}

/** Python writes `NaN` and `Infinity` into JSON, which knows neither: null in their place. For what is no text. */
export function withoutNaN(between: string): string {
  return between.replace(NO_NUMBER, 'null');
}

/** Behind the quote that ends the text which begins at `begin`; a text that never ends goes to the end. */
export function endOfText(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return json.length;
}
