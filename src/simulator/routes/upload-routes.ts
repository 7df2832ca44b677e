import { join, normalize } from 'node:path';
import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import { readForm, type Form, type FormFile } from '../http/form';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { isFolderType, type FolderType } from '../files/image-name';
import type { NodeFilesStore } from '../files/node-files.store';
import { nameUpload } from '../files/upload-name';
import { PythonError } from '../wire/python';
import { maskedPicture, type UploadContent } from './mask-upload';
import type { RouteContext } from './route-context';

/** `POST /upload/image` (any file, unchecked) and `POST /upload/mask`. */
export function uploadRoutes({ files }: RouteContext): readonly Route[] {
  const plain: UploadContent = async (file) => Promise.resolve(file.bytes);
  const masked = maskedPicture(files);
  return [
    {
      method: 'POST',
      pattern: '/upload/image',
      handle: async (request) => upload(request, files, plain),
    },
    {
      method: 'POST',
      pattern: '/upload/mask',
      handle: async (request) => upload(request, files, masked),
    },
  ];
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
  if (bytes !== undefined) await files.write(join(folder, target.name), bytes);
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
