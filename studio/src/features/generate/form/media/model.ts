import type { Params } from '../layout/model';

export type FileKind = 'image' | 'video' | 'audio';

/** What a dropped file is; null for what no workflow takes. */
export function kindOfFile({
  type,
  name,
}: {
  readonly type: string;
  readonly name: string;
}): FileKind | null {
  const [main] = type.split('/');
  if (main === 'image' || main === 'video' || main === 'audio') return main;
  if (/\.(?:mkv|mov|webm|mp4)$/iu.test(name)) return 'video';
  if (/\.(?:flac|ogg|m4a|wav|mp3)$/iu.test(name)) return 'audio';
  if (/\.(?:avif|webp|png|jpe?g|gif)$/iu.test(name)) return 'image';
  return null;
}

/** Params that take a file of this kind, in the order of the form. */
export function targetsOf(params: Params, kind: FileKind): readonly string[] {
  return Object.keys(params)
    .filter((name) => params[name]?.type === kind)
    .sort((a, b) => (params[a]?.order ?? 0) - (params[b]?.order ?? 0));
}

/** Where a file goes that is dropped anywhere: the first empty param of its kind, else the first. */
export function targetFor(
  params: Params,
  kind: FileKind,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const targets = targetsOf(params, kind);
  return targets.find((name) => values[name] === undefined) ?? targets[0];
}
