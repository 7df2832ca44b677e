import {
  MalformedFile,
  type ReadableBytes,
  withReadAhead,
} from '../../../platform/imaging/readable-bytes';
import { readWorkflowText, type WorkflowText } from '../json/workflow-text';
import { flacTexts, id3Texts, oggTexts } from './audio-texts';
import { matroskaTexts } from './matroska-texts';
import { mp4Texts } from './mp4-texts';
import { jpegTexts, webpTexts } from './jpeg-webp-texts';
import { pngTexts } from './png-texts';
import { type NamedText, NamedTexts } from './named-texts';

/** The texts that ComfyUI and AUTOMATIC1111's web UI embed into saved files. */
export interface EmbeddedTexts {
  /** The graph that ran, in API format. */
  readonly prompt: string | null;
  /** The same workflow in editor format. */
  readonly workflow: string | null;
  /** Prompt and settings as AUTOMATIC1111's web UI writes them. */
  readonly parameters: string | null;
  /** Why the file couldn't be read completely; `null` if it could. */
  readonly damage: string | null;
}

type Reader = (source: ReadableBytes, texts: NamedTexts) => Promise<void>;

/** Readers by the first bytes of their files, as Latin-1. */
const READERS: readonly (readonly [sign: RegExp, Reader])[] = [
  [/^\x89PNG\r\n\x1a\n/, pngTexts],
  [/^RIFF[^]{4}WEBP/, webpTexts],
  [/^\xff\xd8\xff/, jpegTexts],
  [/^[^]{4}ftyp/, mp4Texts],
  [/^\x1a\x45\xdf\xa3/, matroskaTexts],
  [/^fLaC/, flacTexts],
  [/^OggS/, oggTexts],
  [/^ID3/, id3Texts],
];

/**
 * Reads the workflow out of a picture, video or audio file that ComfyUI saved: PNG, WebP, JPEG, MP4, MOV, WebM, MKV,
 * FLAC, Ogg, MP3. Reads little more than those texts, however large the file; of a damaged file, those before the damage.
 */
export async function embeddedTexts(source: ReadableBytes): Promise<EmbeddedTexts> {
  const start = (await source.read(0, 16)).toString('latin1');
  const reader = READERS.find(([sign]) => sign.test(start))?.[1];
  const texts = new NamedTexts();
  let damage: string | null = null;
  try {
    await reader?.(withReadAhead(source), texts);
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    damage = error.message;
  }
  const { items } = texts;
  const parameters = items.find(({ text }) => /(?:^|\n)Steps: \d/.test(text))?.text ?? null;
  return {
    prompt: named(items, 'prompt'),
    workflow: named(items, 'workflow'),
    parameters,
    damage,
  };
}

/** The text of that name, or a comment that contains it. */
function named(items: readonly NamedText[], name: string): string | null {
  const isJson = ({ text }: NamedText): boolean => /^\s*\{/.test(text);
  const exact = items.find((item) => item.name.toLowerCase() === name && isJson(item));
  const wrapper = items.find(
    (item) =>
      isJson(item) &&
      /^(?:|comment|parameters)$/i.test(item.name) &&
      item.text.includes(`"${name}"`),
  );
  return exact?.text ?? wrapper?.text ?? null;
}

/** The embedded workflow of a file: the graph that ran, else the one in editor format. */
export async function embeddedWorkflow(source: ReadableBytes): Promise<WorkflowText> {
  const { prompt, workflow, damage } = await embeddedTexts(source);
  const read = [prompt, workflow].flatMap((text) =>
    text === null ? [] : [readWorkflowText(text)],
  );
  const edited = read.find((one) => one.format === 'editor');
  const ran = read.find((one) => one.format === 'api');
  if (ran) return { ...ran, editor: ran.editor ?? edited?.editor ?? null };
  return edited ?? { format: 'none', reason: whyNone(read[0], damage) };
}

function whyNone(read: WorkflowText | undefined, damage: string | null): string {
  if (read?.format === 'none') return `what the file carries is not a workflow: ${read.reason}`;
  const none = 'the file carries no workflow of ComfyUI';
  return damage === null ? none : `${none}, as far as it can be read: ${damage}`;
}
