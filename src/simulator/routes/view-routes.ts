import { basename, join } from 'node:path';
import { emptyAnswer, type Answer } from '../http/answer';
import { fileAnswer } from '../http/file-answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { annotated, isFolderType } from '../files/image-name';
import type { FileStat, NodeFilesStore } from '../files/node-files.store';
import { reencoded } from './view-encoding';
import type { RouteContext } from './route-context';

/** `GET /view`: any file of the node's folders, whole, in part, or as another picture. */
export function viewRoutes(context: RouteContext): readonly Route[] {
  return [{ method: 'GET', pattern: '/view', handle: async (request) => view(request, context) }];
}

async function view(request: NodeRequest, context: RouteContext): Promise<Answer> {
  const path = pathOf(request.query, context.files);
  if (typeof path === 'number') return emptyAnswer(path);
  const file = await context.files.stat(path);
  return file === undefined ? emptyAnswer(404) : show(file, request, context);
}

/** The path that a query asks for, or the status that refuses it. */
function pathOf(query: URLSearchParams, files: NodeFilesStore): string | number {
  const requested = query.get('filename');
  if (requested === null) return 404;
  const { name, folder } = annotated(requested);
  if (name === '' || name.startsWith('/') || name.includes('..')) return 400;
  const type = folder ?? query.get('type') ?? 'output';
  if (!isFolderType(type)) return 400;
  const path = files.pathInside(type, query.get('subfolder') ?? '');
  return path === undefined ? 403 : join(path, basename(name));
}

async function show(file: FileStat, request: NodeRequest, context: RouteContext): Promise<Answer> {
  const [preview, channel] = [request.query.get('preview'), request.query.get('channel')];
  if (preview !== null || channel === 'rgb' || channel === 'a') {
    return reencoded(await context.files.read(file.path), basename(file.path), {
      preview,
      channel,
    });
  }
  return fileAnswer(file, request, context.files);
}
