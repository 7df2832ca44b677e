import { annotated, isFolderType } from '../files/image-name';
import { textsOf, withTexts } from '../files/png';
import type { NodeFilesStore } from '../files/node-files.store';
import { type WireObject, readJson } from '../wire/json';
import { requireObject, str } from '../wire/python';
import { sharp } from '../drawing/sharp';
import type { Form, FormFile } from '../http/form';

/** What gets written for an upload; nothing when the reference of a mask leads nowhere. */
export type UploadContent = (file: FormFile, form: Form) => Promise<Buffer | undefined>;

/** A mask upload writes the original picture with the alpha channel of the uploaded one. */
export function maskedPicture(files: NodeFilesStore): UploadContent {
  return async (file, form) => {
    const reference = requireObject(readJson(form.fields.get('original_ref') ?? ''));
    const path = originalPath(reference, files);
    const original = path === undefined ? undefined : await files.stat(path);
    if (original === undefined) return undefined;
    return withAlpha(await files.read(original.path), file.bytes);
  };
}

function originalPath(reference: WireObject, files: NodeFilesStore): string | undefined {
  const text = (key: string, otherwise: string): string => str(reference.get(key) ?? otherwise);
  const { name, folder } = annotated(text('filename', ''));
  const type = folder ?? text('type', 'output');
  if (name.startsWith('/') || name.includes('..') || !isFolderType(type)) return undefined;
  return files.pathInside(type, text('subfolder', ''), name);
}

async function withAlpha(original: Buffer, mask: Buffer): Promise<Buffer> {
  const alpha = sharp(mask).ensureAlpha().extractChannel('alpha').raw();
  const { data, info } = await alpha.toBuffer({ resolveWithObject: true });
  const png = await sharp(original)
    .toColourspace('srgb')
    .removeAlpha()
    .joinChannel(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
  return withTexts(png, textsOf(original));
}
