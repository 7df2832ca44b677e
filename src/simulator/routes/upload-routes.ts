import { join, normalize } from 'node:path';
import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import { readForm, type Form, type FormFile } from '../http/request-body';
import { MAX_PIXELS } from '../classes/memory-limits';
import { decodedFile } from '../drawing/decoded-file';
import { openPixels, rawChannel } from '../drawing/picture';
import { splitFolderSuffix, isFolderType, type FolderType } from '../files/image-name';
import { textsOf, withTexts } from '../files/png';
import type { NodeFilesStore } from '../files/node-files.store';
import { nameUpload } from '../files/upload-name';
import { readJson, type WireObject } from '../wire/json';
import { PythonError, requireObject, str } from '../wire/python';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** `POST /upload/image` (any file, unchecked) and `POST /upload/mask`. */
export function uploadRoutes({ files }: RouteContext): Routes {
  const plain: UploadContent = async (file) => Promise.resolve(file.bytes);
  const masked = maskedPicture(files);
  return {
    'POST /upload/image': async (request) => upload(request, files, plain),
    'POST /upload/mask': async (request) => upload(request, files, masked),
  };
}

async function upload(
  request: NodeRequest,
  files: NodeFilesStore,
  content: UploadContent,
): Promise<Answer> {
  const form = await readForm(request);
  const type = folderOf(form.fields.get('type'));
  const file = fileOf(form);
  if (file === undefined || file.filename === '') return emptyAnswer(400);
  const subfolder = form.fields.get('subfolder') ?? '';
  const folder = join(files.folder(type), normalize(subfolder));
  if (files.pathInside(type, subfolder, file.filename) === undefined) return emptyAnswer(400);
  const overwrite = ['true', '1'].includes(form.fields.get('overwrite') ?? '');
  const target = overwrite
    ? { name: file.filename, isNew: true }
    : await nameUpload(file, folder, files);
  const bytes = target.isNew ? await content(file, form) : undefined;
  const path = join(folder, target.name);
  if (bytes !== undefined) await files.write(path, bytes);
  // A prompt is about to use it.
  else if (!target.isNew) await files.touch(path);
  return jsonAnswer({ name: target.name, subfolder, type });
}

/** The file of the form. A text field of that name is an internal error, as on the real node. */
function fileOf(form: Form): FormFile | undefined {
  const file = form.files.get('image');
  if (file !== undefined || (form.fields.get('image') ?? '') === '') return file;
  throw new PythonError('AttributeError', "'str' object has no attribute 'file'");
}

function folderOf(type: string | undefined): FolderType {
  if (type === undefined) return 'input';
  if (isFolderType(type)) return type;
  throw new PythonError('UnboundLocalError', "cannot access local variable 'type_dir'");
}

/** What gets written for an upload; nothing when the reference of a mask leads nowhere. */
type UploadContent = (file: FormFile, form: Form) => Promise<Buffer | undefined>;

/** A mask upload writes the original picture with the alpha channel of the uploaded one. */
function maskedPicture(files: NodeFilesStore): UploadContent {
  return async (file, form) => {
    const reference = requireObject(readJson(form.fields.get('original_ref') ?? ''));
    const path = originalPath(reference, files);
    const original = path === undefined ? undefined : await files.stat(path);
    if (original === undefined) return undefined;
    const png = await withAlpha(original.path, file.bytes);
    return withTexts(png, textsOf(await files.read(original.path)));
  };
}

function originalPath(reference: WireObject, files: NodeFilesStore): string | undefined {
  const text = (key: string, otherwise: string): string => str(reference.get(key) ?? otherwise);
  const { name, folder } = splitFolderSuffix(text('filename', ''));
  const type = folder ?? text('type', 'output');
  if (name.startsWith('/') || name.includes('..') || !isFolderType(type)) return undefined;
  return files.pathInside(type, text('subfolder', ''), name);
}

async function withAlpha(original: string, mask: Buffer): Promise<Buffer> {
  const colours = await decodedFile(original, MAX_PIXELS);
  const alpha = await rawChannel(openPixels(await decodedFile(mask, MAX_PIXELS)).ensureAlpha(), 3);
  const { width, height } = alpha;
  return openPixels(colours)
    .removeAlpha()
    .joinChannel(alpha.data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}
