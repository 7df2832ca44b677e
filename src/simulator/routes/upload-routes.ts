import { createHash } from 'node:crypto';
import { join, normalize } from 'node:path';
import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import { readForm, type Form, type FormFile } from '../http/form';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { isFolderType, type FolderType } from '../files/image-name';
import type { NodeFilesStore } from '../files/node-files.store';
import { PythonError } from '../wire/python-error';
import { maskedPicture } from './mask-upload';
import type { RouteContext } from './route-context';

/** What gets written for an upload; an answer instead when it is refused, nothing when there is nothing to write. */
export type Content = (file: FormFile, form: Form) => Promise<Buffer | undefined>;

/** `POST /upload/image` (any file, without a look inside) and `POST /upload/mask`. */
export function uploadRoutes({ files }: RouteContext): readonly Route[] {
  const plain: Content = async (file) => Promise.resolve(file.bytes);
  return [
    {
      method: 'POST',
      pattern: '/upload/image',
      handle: async (request) => upload(request, files, plain),
    },
    {
      method: 'POST',
      pattern: '/upload/mask',
      handle: async (request) => upload(request, files, maskedPicture(files)),
    },
  ];
}

async function upload(
  request: NodeRequest,
  files: NodeFilesStore,
  content: Content,
): Promise<Answer> {
  const form = await readForm(request);
  const type = folderOf(form.fields.get('type'));
  const file = form.files.get('image');
  if (file === undefined) {
    // A field of text has no file in it, which the real one stumbles over.
    if ((form.fields.get('image') ?? '') !== '') throw new PythonError('AttributeError', 'file');
    return emptyAnswer(400);
  }
  if (file.filename === '') return emptyAnswer(400);
  const subfolder = form.fields.get('subfolder') ?? '';
  const path = files.inside(type, normalize(subfolder || '.'), file.filename);
  if (path === undefined || subfolder.startsWith('/') || file.filename.startsWith('/')) {
    return emptyAnswer(400);
  }
  const overwrite = ['true', '1'].includes(form.fields.get('overwrite') ?? '');
  const free = overwrite
    ? file.filename
    : await freeName(file, join(files.folder(type), subfolder), files);
  if (free !== undefined) {
    const bytes = await content(file, form);
    if (bytes !== undefined) await files.write(join(files.folder(type), subfolder, free), bytes);
  }
  const name = free ?? (await sameName(file, join(files.folder(type), subfolder), files));
  return jsonAnswer({ name, subfolder, type });
}

function folderOf(type: string | undefined): FolderType {
  if (type === undefined) return 'input';
  if (isFolderType(type)) return type;
  throw new PythonError('UnboundLocalError', "cannot access local variable 'type_dir'");
}

/** The names that an upload may get: `up.png`, `up (1).png`, `up (2).png`, … */
function* candidates(filename: string): Generator<string> {
  yield filename;
  const dot = /^.+(?=\.[^./]*$)/.exec(filename)?.[0] ?? filename;
  for (let count = 1; ; count++) yield `${dot} (${count})${filename.slice(dot.length)}`;
}

/** The first name that is free, or `undefined` when a file with the same bytes comes first. */
async function freeName(
  file: FormFile,
  folder: string,
  files: NodeFilesStore,
): Promise<string | undefined> {
  const { name, isFree } = await firstFit(file, folder, files);
  return isFree ? name : undefined;
}

async function sameName(file: FormFile, folder: string, files: NodeFilesStore): Promise<string> {
  return (await firstFit(file, folder, files)).name;
}

async function firstFit(
  file: FormFile,
  folder: string,
  files: NodeFilesStore,
): Promise<{ name: string; isFree: boolean }> {
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  for (const name of candidates(file.filename)) {
    const known = await files.facts(join(folder, name));
    if (known === undefined) return { name, isFree: true };
    if ((await files.hash(known.path)) === hash) return { name, isFree: false };
  }
  throw new Error('no name is free');
}
