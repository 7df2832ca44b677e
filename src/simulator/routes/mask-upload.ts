import sharp from 'sharp';
import { annotated, isFolderType } from '../files/image-name';
import { textsOf, withTexts } from '../files/png';
import type { NodeFilesStore } from '../files/node-files.store';
import { readJson } from '../wire/json-reader';
import { dict } from '../wire/python-container';
import type { Content } from './upload-routes';

/** A mask upload writes the original picture with the alpha channel of the uploaded one. */
export function maskedPicture(files: NodeFilesStore): Content {
  return async (file, form) => {
    const reference = dict(readJson(form.fields.get('original_ref') ?? ''));
    const { name, folder } = annotated(String(reference.get('filename') ?? ''));
    const type = folder ?? String(reference.get('type') ?? 'output');
    if (name.startsWith('/') || name.includes('..') || !isFolderType(type)) return undefined;
    const path = files.inside(type, String(reference.get('subfolder') ?? ''), name);
    if (path === undefined || (await files.facts(path)) === undefined) return undefined;
    return withAlpha(await files.read(path), file.bytes);
  };
}

async function withAlpha(original: Buffer, mask: Buffer): Promise<Buffer> {
  const alpha = await sharp(mask).ensureAlpha().extractChannel('alpha').raw().toBuffer({
    resolveWithObject: true,
  });
  const { data, info } = alpha;
  const png = await sharp(original)
    .toColourspace('srgb')
    .removeAlpha()
    .joinChannel(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
  return withTexts(png, textsOf(original));
}
