import { runInNewContext } from 'node:vm';
import { DOCS_SCRIPT } from './docs-page';
import { fillExamples } from './live-examples';

const operation = (name: string) => ({ parameters: [{ in: 'path', name, example: 'documented' }] });

const list = { get: { parameters: [{ in: 'query', name: 'limit', example: 20 }] } };

const paths = () => ({
  '/api/jobs': list,
  '/api/media': list,
  '/api/agents': list,
  '/api/runs': list,
  '/api/runs/{job_name}/samples': { get: operation('job_name') },
  '/api/runs/{job_name}/samples/{name}': {
    get: {
      parameters: [...operation('name').parameters, ...operation('job_name').parameters],
    },
  },
  '/api/jobs/{prompt_id}': { get: operation('prompt_id') },
  '/api/jobs/{prompt_id}/rerun': { post: operation('prompt_id') },
  '/api/jobs/{prompt_id}/cancel': { post: operation('prompt_id') },
  '/media/{path}': { get: operation('path') },
  '/api/media/{path}': { delete: operation('path') },
  '/api/agents/{agent_id}/profile': { get: operation('agent_id'), patch: operation('agent_id') },
  '/api/comfy/{path}': { get: operation('path') },
});

const COLLECTIONS: Readonly<Record<string, object[]>> = {
  '/api/runs?limit=1': [{ job_name: 'run-1' }],
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
    const examples = Object.entries(filled)
      .filter(([path]) => path.includes('{'))
      .flatMap(([path, methods]) =>
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
      'get /api/runs/{job_name}/samples': 'run-1',
      'get /api/runs/{job_name}/samples/{name}': 'documented',
    });
  });

  it('asks only lists that are documented, and none below an example that does not exist', async () => {
    const asked: string[] = [];
    const readEmpty = (path: string) => {
      asked.push(path);
      return Promise.resolve({ items: [] });
    };
    const changed = { '/api/jobs': {}, '/api/runs/{job_name}/samples': list };
    await fillExamples({ ...paths(), ...changed }, readEmpty);
    expect(asked.sort()).toEqual([
      '/api/agents?limit=1',
      '/api/media?limit=1',
      '/api/runs?limit=1',
    ]);
  });

  it('runs in the page from its source text alone', async () => {
    const source = fillExamples.toString();
    expect(DOCS_SCRIPT).toContain(source);
    const filled = paths();
    await (runInNewContext(`(${source})`) as typeof fillExamples)(filled, read);
    expect(filled['/media/{path}'].get.parameters[0]?.example).toBe('fox.png');
  });
});
