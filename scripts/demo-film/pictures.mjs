import { spawnSync } from 'node:child_process';
import { UserError } from '../tooling/project.mjs';

const MAX_BYTES = 256 * 1024 * 1024;

/** Runs a program; resolves to what it wrote to standard output, and to standard error as text. */
export function tool(program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { maxBuffer: MAX_BYTES });
  if (error) throw new UserError(`${program} is needed: apt-get install ffmpeg (${error.message})`);
  if (status !== 0) throw new UserError(`${program} failed: ${stderr.toString().slice(-2000)}`);
  return { output: stdout, messages: stderr.toString() };
}

/** What ffprobe says of a film. */
export function probe(file) {
  const shown = ['-show_format', '-show_streams', '-show_chapters'];
  const { output } = tool('ffprobe', ['-v', 'error', ...shown, '-of', 'json', file]);
  return JSON.parse(output.toString());
}

/** The frames of a film, or a picture, in a size, as a byte of brightness for each pixel. `chosen`: their numbers, from 0. */
export function greyFrames(file, chosen, { width, height }) {
  const numbers = [...new Set(chosen)].sort((a, b) => a - b);
  const select = numbers.map((number) => `eq(n\\,${number})`).join('+');
  const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  const filters = `select=${select},${scale},format=gray`;
  const frames = ['-fps_mode', 'passthrough', '-frames:v', String(numbers.length)];
  const output = [...frames, '-f', 'rawvideo', 'pipe:1'];
  const bytes = tool('ffmpeg', ['-v', 'error', '-i', file, '-vf', filters, ...output]).output;
  const size = width * height;
  return new Map(
    numbers.map((number, index) => [number, bytes.subarray(index * size, (index + 1) * size)]),
  );
}

/** Mean difference in brightness, 0..255. */
export function difference(one, other) {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += Math.abs(value - other[index]);
  return sum / one.length;
}

/** How many pixels differ by a lot. */
export function changedPixels(one, other) {
  let count = 0;
  for (const [index, value] of one.entries()) if (Math.abs(value - other[index]) > 80) count += 1;
  return count;
}

/** Integrated loudness in LUFS (EBU R 128). */
export function loudness(file) {
  const measure = ['-map', '0:a:0', '-af', 'ebur128', '-f', 'null', '-'];
  const { messages } = tool('ffmpeg', ['-hide_banner', '-nostats', '-i', file, ...measure]);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(messages)?.[1]);
}
