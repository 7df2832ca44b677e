import { createHash } from 'node:crypto';
import type { AnswerCheck } from './answer-check';
import { png } from './media-samples';

/** Calls every route that uploads, changes or deletes media. */
export async function askAboutMedia(ask: AnswerCheck['ask']): Promise<void> {
  const picture = await png(8, 8);
  const { path } = await ask('post', '/api/media', 201, { body: formOf(picture) });
  await ask('post', '/api/media', 200, { body: formOf(picture) });
  await ask('post', '/api/media', 415, { body: formOf(Buffer.from('text')) });
  await ask('post', '/api/media', 415, { body: {} });
  await ask('post', '/api/media', 422, { body: formOf(picture, 'other') });
  await ask('patch', '/api/media/{path}/metadata', 200, {
    path: [String(path)],
    body: { rating: 3, tags: ['best'] },
  });
  await ask('get', '/api/media/{path}/embedded', 200, { path: [String(path)] });
  await ask('post', '/api/media/{path}/last-frame', 422, { path: [String(path)] });
  const sheet = { paths: [path] };
  await ask('post', '/api/media/contact-sheet', 201, { body: sheet });
  await ask('post', '/api/media/contact-sheet', 200, { body: sheet });
  await ask('post', '/api/media/contact-sheet', 404, { body: { paths: ['none.png'] } });
  await ask('post', '/api/media/archive', 200, { body: sheet });
  await ask('post', '/api/media/archive', 404, { body: { paths: ['none.png'] } });
  await ask('post', '/api/media/archive', 422, { body: { paths: [] } });
  const change = await ask('post', '/api/media/metadata', 200, {
    body: { paths: [path, 'none.png'], add_tags: ['sea'] },
  });
  const { token } = change['undo'] as { token: string };
  await ask('post', '/api/undo/{token}', 200, { path: [token] });
  await ask('post', '/api/undo/{token}', 404, { path: [token] });
  await ask('get', '/api/operations/{id}', 404, { path: ['none'] });
  const selection = { filter: { q: 'square' } };
  await ask('post', '/api/media/delete', 200, { body: { ...selection, dry_run: true } });
  await ask('post', '/api/media/delete', 409, { body: { ...selection, expected_count: 0 } });
  await ask('delete', '/api/media/{path}', 200, { path: [String(path)] });
  await ask('delete', '/api/media/{path}', 404, { path: [String(path)] });
  for (const verb of ['restore', 'delete', 'purge'])
    await ask('post', `/api/media/${verb}`, 200, { body: { paths: [path, 'none.png'] } });
  await ask('post', '/api/media/purge', 422, { body: { paths: [] } });
}

/** Calls every route of links and upload addresses. */
export async function askAboutLinks(ask: AnswerCheck['ask']): Promise<void> {
  const picture = new Uint8Array(await png(9, 8));
  const file = { filename: 'a.png', size_bytes: picture.length };
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const addresses = '/api/media/upload-addresses';
  const path = [tokenOf(await ask('post', addresses, 201, { body: { ...file, sha256 } }))];
  await ask('post', addresses, 422, { body: file });
  await ask('post', addresses, 413, { body: { ...file, sha256, size_bytes: 2 ** 40 } });
  await ask('put', '/upload/{token}', 422, { path, body: picture.subarray(1) });
  const upload = await ask('put', '/upload/{token}', 201, { path, body: picture });
  await ask('put', '/upload/{token}', 410, { path, body: picture });
  await ask('put', '/upload/{token}', 404, { path: ['none'], body: picture });
  const link = await ask('post', '/api/media/{path}/link', 201, { path: [String(upload['path'])] });
  await ask('post', '/api/media/{path}/link', 404, { path: ['none.png'] });
  const token = [tokenOf(link)];
  await ask('get', '/link/{token}', 200, { path: token });
  await ask('get', '/link/{token}', 416, { path: token, headers: { Range: 'bytes=9999-' } });
  await ask('get', '/api/media/links', 200, { query: '?with_total=true' });
  await ask('delete', '/api/media/links/{id}', 200, { path: [String(link['id'])] });
  await ask('delete', '/api/media/links/{id}', 404, { path: [String(link['id'])] });
  await ask('get', '/link/{token}', 404, { path: token });
}

const tokenOf = ({ url }: Record<string, unknown>): string => String(url).split('/').at(-1) ?? '';

function formOf(bytes: Buffer, name = 'file'): FormData {
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(bytes)]), 'a.png');
  form.append('description', 'a square');
  return form;
}

/** Calls every route of collections. */
export async function askAboutCollections(ask: AnswerCheck['ask']): Promise<void> {
  const route = '/api/collections';
  const manual = await ask('post', route, 201, { body: { name: 'Best' } });
  const filter = { tag: ['fox'], min_rating: 4 };
  const saved = await ask('post', route, 201, { body: { name: 'x', kind: 'saved', filter } });
  await ask('post', route, 422, { body: { name: 'x', filter } });
  await ask('get', route, 200, { query: '?with_total=true&with_counts=true' });
  const path = [String(saved['id'])];
  await ask('get', `${route}/{id}`, 200, { path });
  await ask('patch', `${route}/{id}`, 200, { path, body: { name: 'y' } });
  const body = { paths: ['none.png'] };
  await ask('post', `${route}/{id}/items`, 409, { path, body });
  await ask('delete', `${route}/{id}/items`, 409, { path, body });
  const other = [String(manual['id'])];
  await ask('post', `${route}/{id}/items`, 200, { path: other, body });
  await ask('delete', `${route}/{id}/items`, 200, { path: other, body });
  await ask('delete', `${route}/{id}`, 200, { path });
  await ask('delete', `${route}/{id}`, 404, { path });
}
