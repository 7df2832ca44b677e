import { runInNewContext } from 'node:vm';
import { DOCS_SCRIPT } from './docs-page';
import { fillExamples } from './live-examples';

const operation = (name: string) => ({ parameters: [{ in: 'path', name, example: 'documented' }] });

const paths = () => ({
  '/api/jobs/{prompt_id}': { get: operation('prompt_id') },
  '/api/jobs/{prompt_id}/rerun': { post: operation('prompt_id') },
  '/api/jobs/{prompt_id}/cancel': { post: operation('prompt_id') },
  '/media/{path}': { get: operation('path') },
  '/api/media/{path}': { delete: operation('path') },
  '/api/agents/{agent_id}/profile': { get: operation('agent_id'), patch: operation('agent_id') },
  '/api/comfy/{path}': { get: operation('path') },
});

const COLLECTIONS: Readonly<Record<string, object[]>> = {
  '/api/jobs?limit=1': [{ prompt_id: 'job-1' }],
  '/api/media?limit=1': [{ path: 'fox.png' }],
  '/api/agents?limit=1': [{ id: 'film-crew' }],
};

const read = (path: string) => {
  const items = COLLECTIONS[path] as Record<string, unknown>[] | undefined;
  return Promise.resolve(items ? { items } : {});
};

describe('fillExamples', () => {
  it('puts ids of the newest items into requests that change nothing that exists', async () => {
    const filled = paths();
    await fillExamples(filled, read);
    const examples = Object.entries(filled).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters }]) => [
        `${method} ${path}`,
        parameters[0]?.example,
      ]),
    );
    expect(Object.fromEntries(examples)).toEqual({
      'get /api/jobs/{prompt_id}': 'job-1',
      'post /api/jobs/{prompt_id}/rerun': 'job-1',
      'post /api/jobs/{prompt_id}/cancel': 'documented',
      'get /media/{path}': 'fox.png',
      'delete /api/media/{path}': 'documented',
      'get /api/agents/{agent_id}/profile': 'film-crew',
      'patch /api/agents/{agent_id}/profile': 'documented',
      'get /api/comfy/{path}': 'documented',
    });
  });

  it('runs in the page from its source text alone', async () => {
    const source = fillExamples.toString();
    expect(DOCS_SCRIPT).toContain(source);
    const filled = paths();
    await (runInNewContext(`(${source})`) as typeof fillExamples)(filled, read);
    expect(filled['/media/{path}'].get.parameters[0]?.example).toBe('fox.png');
  });
});
