/** What AUTOMATIC1111's web UI and its descendants write into their pictures. */
export interface A1111Parameters {
  readonly prompt: string;
  readonly negative: string;
  /** The comma-separated settings of the last line, as they stand. */
  readonly settings: Readonly<Record<string, string>>;
}

const NEGATIVE = 'Negative prompt:';
const SETTINGS_LINE = /^Steps: \d+(?:,|$)/;
/** A name and a value, which is quoted if it holds commas. */
const SETTING =
  /(?<name>[\w ./-]{1,60}):(?: "(?<quoted>(?:\\.|[^"\\])*)"|(?<plain>[^,]*))(?:,|$)/gy;
const MAX_SETTINGS = 100;

/** Reads such a text: prompt, negative prompt, settings. `null` for any other text. */
export function readA1111Parameters(text: string): A1111Parameters | null {
  const lines = text.trim().split(/\r?\n/);
  const last = lines.pop() ?? '';
  if (!SETTINGS_LINE.test(last)) return null;
  const at = lines.findIndex((line) => line.startsWith(NEGATIVE));
  const [prompt, negative] = at < 0 ? [lines, []] : [lines.slice(0, at), lines.slice(at)];
  const settings = Array.from(last.matchAll(SETTING), ({ groups = {} }) => [
    groups['name']?.trim(),
    groups['quoted'] ?? groups['plain']?.trim(),
  ]).slice(0, MAX_SETTINGS);
  return {
    prompt: prompt.join('\n').trim(),
    negative: negative.join('\n').slice(NEGATIVE.length).trim(),
    settings: Object.fromEntries(settings) as Record<string, string>,
  };
}
