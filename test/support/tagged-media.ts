import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engine } from './required-programs';

/** File names of every kind of clip and sound that carries texts, with the options that ffmpeg needs to write them. */
export const TAGGED_FILES: [name: string, options: string[]][] = [
  ['a.mp4', ['-movflags', 'use_metadata_tags']],
  ['b.mp4', ['-movflags', 'use_metadata_tags+faststart']],
  ['c.mov', ['-movflags', 'use_metadata_tags']],
  ['d.m4a', ['-movflags', 'use_metadata_tags']],
  ['e.webm', []],
  ['f.mkv', []],
  ['g.flac', []],
  ['h.opus', []],
  ['i.ogg', []],
  ['j.mp3', []],
];

/** A second of one colour, or of one tone, as the name's ending says, with these texts inside. Needs ffmpeg. */
export function taggedMedia(
  name: string,
  tags: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-tagged-'));
  try {
    const file = join(folder, name);
    const isSound = /\.(?:flac|ogg|opus|mp3|m4a)$/.test(name);
    const input = isSound ? 'sine=duration=1' : 'color=size=64x64:duration=1:rate=4';
    const given = Object.entries(tags).flatMap(([key, text]) => ['-metadata', `${key}=${text}`]);
    const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', input, ...given, ...options, file];
    execFileSync(engine('ffmpeg'), args);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
