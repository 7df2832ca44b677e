import {
  MalformedFile,
  type ReadableBytes,
  withReadAhead,
} from '../../media/public/readable-bytes';
import { readWorkflowText, type WorkflowText } from '../json/workflow-text';
import { flacWords, id3Words, oggWords } from './audio-words';
import { matroskaWords } from './matroska-words';
import { mp4Words } from './mp4-words';
import { jpegWords, webpWords } from './picture-words';
import { pngWords } from './png-words';
import { type Word, Words } from './words';

/** What ComfyUI wrote into a file that it saved, as texts of JSON. */
export interface EmbeddedTexts {
  /** The graph that ran, in API format. */
  readonly prompt: string | null;
  /** The same as the editor had it. */
  readonly workflow: string | null;
  /** Why the file couldn't be read to its end; `null`: it could. */
  readonly damage: string | null;
}

type Reader = (source: ReadableBytes, words: Words) => Promise<void>;

/** Readers by what their files begin with, as Latin-1. */
const READERS: readonly (readonly [sign: RegExp, Reader])[] = [
  [/^\x89PNG\r\n\x1a\n/, pngWords],
  [/^RIFF[^]{4}WEBP/, webpWords],
  [/^\xff\xd8\xff/, jpegWords],
  [/^[^]{4}ftyp/, mp4Words],
  [/^\x1a\x45\xdf\xa3/, matroskaWords],
  [/^fLaC/, flacWords],
  [/^OggS/, oggWords],
  [/^ID3/, id3Words],
];

/**
 * Reads the workflow out of a picture, video or audio file that ComfyUI saved: PNG, WebP, JPEG, MP4, MOV, WebM, MKV,
 * FLAC, Ogg, MP3. Reads little but those texts, however large the file. A damaged file gives what was found before.
 */
export async function embeddedTexts(source: ReadableBytes): Promise<EmbeddedTexts> {
  const start = (await source.read(0, 16)).toString('latin1');
  const reader = READERS.find(([sign]) => sign.test(start))?.[1];
  const words = new Words();
  let damage: string | null = null;
  try {
    await reader?.(withReadAhead(source), words);
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    damage = error.message;
  }
  const { found } = words;
  return { prompt: named(found, 'prompt'), workflow: named(found, 'workflow'), damage };
}

/** The text of that name; or one without a telling name (a comment) that wraps it. */
function named(found: readonly Word[], name: string): string | null {
  const isJson = ({ text }: Word): boolean => /^\s*\{/.test(text);
  const own = found.find((word) => word.name.toLowerCase() === name && isJson(word));
  const wrapper = found.find(
    (word) =>
      isJson(word) &&
      /^(?:|comment|parameters)$/i.test(word.name) &&
      word.text.includes(`"${name}"`),
  );
  return own?.text ?? wrapper?.text ?? null;
}

/** The workflow that a file carries: the graph that ran if it is there, else the editor's. */
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
  if (read?.format === 'none') return `what the file carries is no workflow: ${read.reason}`;
  const none = 'the file carries no workflow of ComfyUI';
  return damage === null ? none : `${none}, as far as it can be read: ${damage}`;
}
