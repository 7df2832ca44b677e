import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../support/processes';

const DIST = join(__dirname, '..', '..', 'dist');
const PROGRAM = join(DIST, 'main.js');

/** Keeps one of a hundred old objects, so that each page of the heap has some; prints the heap's size before and after. */
const COMPACTED_HEAP = `
  const { compactHeap } = require(${JSON.stringify(join(DIST, 'limit-heap-at-start.js'))});
  const kept = new Map();
  for (let index = 0; index < 500_000; index += 1) kept.set(index, { index, name: 'n' + index });
  const before = process.memoryUsage().heapTotal;
  for (let index = 0; index < 500_000; index += 1) if (index % 100 > 0) kept.delete(index);
  compactHeap();
  console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, kept: kept.size }));
`;

/** Loads the built service and fails to start it. */
const FAILING_START = `
  const { serve } = require(${JSON.stringify(PROGRAM)});
  const { script } = require(${JSON.stringify(join(DIST, 'load-bundle.cjs'))});
  serve().catch(({ stack }) =>
    console.log(JSON.stringify({
      isRejected: script.cachedDataRejected,
      stack,
      builtins: process.moduleLoadList,
    })),
  );
`;

interface FailedStart {
  readonly isRejected: boolean;
  readonly stack: string;
  /** What Node has loaded of itself. */
  readonly builtins: readonly string[];
}

function failedStart(...options: string[]): FailedStart {
  const args = [...options, '-e', FAILING_START, 'failing-start'];
  const env = { ...process.env, KINORA_CONFIG: join(__dirname, 'no-such-config.json') };
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env })) as FailedStart;
}

describe('the bundle of the programs', () => {
  it('is loaded with its compiled code, and names the bundled files in stack traces', () => {
    const { isRejected, stack } = failedStart();
    expect(isRejected).toBe(false);
    expect(stack).toMatch(/^UserError: .*no-such-config/);
    expect(stack).toMatch(/at .* \[dist\/platform\/config\/config\.service\.js\]$/m);
  });

  it("loads neither Node's fetch nor its HTTP/2, which take 5 MB", () => {
    const { builtins } = failedStart();
    expect(builtins).toContain('NativeModule http');
    expect(builtins.filter((name) => /undici|http2/.test(name))).toEqual([]);
  });

  it('is loaded without its compiled code where V8 refuses that', () => {
    const { isRejected, stack } = failedStart('--no-opt');
    expect(isRejected).toBe(true);
    expect(stack).toMatch(/^UserError: .*no-such-config/);
  });

  it.each(['cli/main.js', 'cli/workflows/main.js', 'cli/maintenance/main.js', 'cli/mcp/main.js'])(
    'has %s, with its packages',
    (program) => {
      const load = `
        const { run } = require(${JSON.stringify(join(DIST, program))});
        console.log(JSON.stringify({ run: typeof run, files: Object.keys(require.cache) }));
      `;
      const output = execFileSync(process.execPath, ['-e', load, program], { encoding: 'utf8' });
      const { run, files } = JSON.parse(output) as { run: string; files: string[] };
      expect(run).toBe('function');
      expect(files).toContain(join(DIST, 'load-bundle.cjs'));
      expect(
        files.filter((file) => /node_modules.(@nestjs|typeorm|nest-commander)/.test(file)),
      ).toEqual([]);
    },
  );

  it('leaves out what packages load and the service never uses, and blank space', () => {
    const text = readFileSync(join(DIST, 'bundle.js'), 'utf8');
    const files = [...text.matchAll(/^\/\/ (\S+)$/gm)].map(([, file]) => file);
    expect(files).toContain('node_modules/typeorm/driver/postgres/PostgresDriver.js');
    expect(files).not.toContain('node_modules/typeorm/driver/mysql/MysqlQueryRunner.js');
    expect(files).not.toContain('node_modules/libphonenumber-js/metadata.max.json');
    expect(text.split('\n').length).toBeLessThan(3 * files.length);
  });

  it('gives back the memory of what was needed only until now', () => {
    const output = execFileSync(process.execPath, ['-e', COMPACTED_HEAP], { encoding: 'utf8' });
    const { before, after } = JSON.parse(output) as { before: number; after: number };
    expect(after).toBeLessThan(before / 2);
  });

  describe('started', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bundle-'));
    let service: Program;
    beforeAll(async () => {
      writeFileSync(join(folder, 'config.json'), '{}');
      service = await Program.service(folder);
    });
    afterAll(async () => {
      await service.end();
      rmSync(folder, { recursive: true });
    });
    const ask = (path: string, body?: unknown): Promise<Response> =>
      fetch(service.url + path, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
      });

    it('has what is loaded late, runs in a child process or lies beside a module', async () => {
      const tools = await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(await tools.text()).toContain('"inputSchema"');
      const job = await ask('/api/image/generate', {
        provider: 'auto',
        workflow: 'sd15-t2i',
        prompt: 'a lighthouse',
      });
      const { prompt_id: id } = (await job.json()) as { prompt_id: string };
      const ended = (await (await ask(`/api/jobs/${id}?wait=30`)).json()) as {
        outputs: { url: string }[];
      };
      const picture = ended.outputs[0]?.url ?? 'none';
      expect((await ask(`${picture}?thumbnail=256`)).headers.get('content-type')).toBe(
        'image/webp',
      );
      for (const path of ['/docs', '/docs/swagger-ui.css', '/api/guide', '/api/workflows'])
        expect([path, (await ask(path)).status]).toEqual([path, 200]);
    });

    it('has statements without a result, which bundlers remove as dead code', async () => {
      const answer = await ask('/api/jobs/%ff');
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_path' }]);
    });
  });
});
