import { basename } from 'node:path';
import { emptyAnswer, type Answer } from '../http/answer';
import { fileAnswer } from '../http/file-answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { annotated, isFolderType } from '../files/image-name';
import type { FileFacts } from '../files/node-files.store';
import { reencoded } from './view-encoding';
import type { RouteContext } from './route-context';

/** `GET /view`: any file of the node's folders, whole, in part, or as another picture. */
export function viewRoutes(context: RouteContext): readonly Route[] {
  return [{ method: 'GET', pattern: '/view', handle: async (request) => view(request, context) }];
}

async function view(request: NodeRequest, context: RouteContext): Promise<Answer> {
  const { query } = request;
  const given = query.get('filename');
  if (given === null) return emptyAnswer(404);
  const { name, folder } = annotated(given);
  if (name === '' || name.startsWith('/') || name.includes('..')) return emptyAnswer(400);
  const type = folder ?? query.get('type') ?? 'output';
  if (!isFolderType(type)) return emptyAnswer(400);
  const path = context.files.inside(type, query.get('subfolder') ?? '');
  if (path === undefined) return emptyAnswer(403);
  const file = await context.files.facts(`${path}/${basename(name)}`);
  return file === undefined ? emptyAnswer(404) : show(file, request, context);
}

async function show(file: FileFacts, request: NodeRequest, context: RouteContext): Promise<Answer> {
  const [preview, channel] = [request.query.get('preview'), request.query.get('channel')];
  if (preview !== null || channel === 'rgb' || channel === 'a') {
    return reencoded(await context.files.read(file.path), basename(file.path), {
      preview,
      channel,
    });
  }
  return fileAnswer(file, request, context.files);
}
