import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../support/command-line';
import { eventually } from '../support/eventually';
import { FAULT_DATABASES, FaultDatabase } from '../support/fault-database';
import { LibraryClient } from '../support/library-client';
import { expectCounts, expectHidden, expectServed, pathsOf } from '../support/library-expectations';
import { LibraryWorker } from '../support/library-worker';
import { png } from '../support/media-samples';
import { Program, serviceVariables } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';

/** Few kills on SQLite in `npm test`, all and on both databases in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const KILLS = FULL ? 25 : 2;
const TIMEOUT_MS = FULL ? 1_800_000 : 180_000;
const WORKERS = 6;
/** Of each worker at the start. */
const PICTURES = 4;
/** At most so many are answered between two kills, and a few more. */
const REQUESTS = FULL ? 100 : 50;
/** For one change that goes on in the background: more than 1,000. */
const MANY = FULL ? 1_100 : 0;
/** How long after its beginning a start or a change of many is killed at most. */
const MAX_DELAY_MS = FULL ? 1_500 : 50;
const DIST = resolve(__dirname, '../../dist');

interface StartedOperation {
  readonly operation_id: string;
  readonly undo: { readonly token: string };
}

describe.each(FAULT_DATABASES)(
  'a library on %s whose service is killed at random instants',
  (name) => {
    const random = SeededRandom.for(`library kill test on ${name}`);
    const folder = mkdtempSync(join(tmpdir(), 'kinora-library-kill-'));
    const variables = serviceVariables(folder);
    const workers: LibraryWorker[] = [];
    let database: FaultDatabase;
    let service: Program;
    let collection: string;
    const client = new LibraryClient(() => service.url);

    const filesIn = (name: 'files' | 'incoming' | 'unsettled'): string[] =>
      readdirSync(join(folder, 'data', 'media', name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name);

    beforeAll(async () => {
      writeFileSync(join(folder, 'config.json'), '{}');
      database = await FaultDatabase.start(name, folder);
      Object.assign(variables, database.variables);
      service = await Program.start('main.js', [], variables);
      ({ id: collection } = await client.send<{ id: string }>('/api/collections', {
        name: 'kills',
      }));
      for (let n = 0; n < WORKERS; n += 1) {
        const base = await png(24 + n, 16, n + 1);
        workers.push(new LibraryWorker(`worker${n}`, client, random, { collection, base }));
      }
      await Promise.all(workers.map((worker) => worker.begin(PICTURES)));
      for (let n = 0; n < MANY; n += 1)
        await client.upload(Buffer.concat([await png(), Buffer.from(`many ${n}`)]), 'one of many');
    }, TIMEOUT_MS);
    afterAll(async () => {
      await service.end('SIGKILL');
      await database.stop();
      rmSync(folder, { recursive: true });
    });

    async function verify({ everyFile }: { readonly everyFile: boolean }): Promise<void> {
      const [live, trash] = [await client.list(''), await client.list('trashed=true')];
      const records = [...live, ...trash];
      expect(new Set(records.map(({ sha256 }) => sha256)).size).toBe(records.length);
      expect(filesIn('files').sort()).toEqual(pathsOf(records));
      expect(filesIn('unsettled')).toEqual([]);
      const collected = await Promise.all(
        ['', '&trashed=true'].map((state) => client.list(`collection=${collection}${state}`)),
      );
      const collectedPaths = new Set(pathsOf(collected.flat()));
      const own = workers.map((worker) => worker.verify(records, collectedPaths));
      expect(own.reduce((sum, count) => sum + count, MANY)).toBe(records.length);
      await expectCounts(client, live);
      await expectHidden(client, live, { trash, purged: workers.flatMap(({ purged }) => purged) });
      await expectServed(client, everyFile ? records : records.filter(() => random.below(8) === 0));
    }

    let undoOfMany: string | null = null;

    /** Moves many to the trash, as an operation that goes on after a kill. @returns a check for after the next start */
    async function deleteMany(): Promise<() => Promise<void>> {
      const many = { filter: { q: 'many' } };
      const { operation_id, undo } = await client.send<StartedOperation>('/api/media/delete', many);
      undoOfMany = undo.token;
      return async () => {
        const ended = await eventually(async () => {
          const operation = await client.get<{ status: string }>(`/api/operations/${operation_id}`);
          return operation.status !== 'running' && operation;
        });
        expect(ended).toMatchObject({ status: 'completed', changed: MANY, failed_count: 0 });
        expect(await client.total('q=many&trashed=true')).toBe(MANY);
      };
    }

    /** Takes that back; whoever isn't answered sends it again. @returns a check for after the next start */
    function undeleteMany(token: string): () => Promise<void> {
      const url = `/api/undo/${token}`;
      undoOfMany = null;
      const interrupted = client.status(url, 'POST').catch(() => null);
      return async () => {
        await interrupted;
        // Not found if everything was undone before the kill.
        expect([200, 404]).toContain(await client.status(url, 'POST'));
        expect(await client.total('q=many')).toBe(MANY);
      };
    }

    async function killWhileStarting(): Promise<void> {
      const env = { ...process.env, ...variables };
      const child = spawn(process.execPath, [join(DIST, 'main.js')], { env, stdio: 'ignore' });
      const closed = once(child, 'close');
      await sleep(random.below(MAX_DELAY_MS));
      child.kill('SIGKILL');
      await closed;
    }

    /** Kills the service while the workers and a change of many go on. @returns a check of that change, for after the next start */
    async function killWhileWorking(): Promise<() => Promise<void>> {
      const answered = (): number => workers.reduce((sum, worker) => sum + worker.answered, 0);
      const working = Promise.all(workers.map((worker) => worker.run()));
      const requests = answered() + 10 + random.below(REQUESTS);
      await Promise.race([eventually(() => Promise.resolve(answered() >= requests)), working]);
      const changeMany = () => (undoOfMany === null ? deleteMany() : undeleteMany(undoOfMany));
      const verifyMany = MANY > 0 ? await changeMany() : () => Promise.resolve();
      await sleep(random.below(MAX_DELAY_MS));
      await service.end('SIGKILL');
      await working;
      return verifyMany;
    }

    it(
      'holds every answered change, and of the others all or nothing',
      async () => {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          const verifyMany = await killWhileWorking();
          const incoming = filesIn('incoming');
          if (FULL && random.flag()) await killWhileStarting();
          service = await Program.start('main.js', [], variables);
          expect(filesIn('incoming').filter((file) => incoming.includes(file))).toEqual([]);
          await verifyMany();
          await verify({ everyFile: kill === KILLS });
        }
        await service.end();
        const cli = join(DIST, 'cli/maintenance/main.js');
        const args = [cli, 'doctor', '--thorough', '--json'];
        const doctor = await runProgram(process.execPath, args, { folder, variables });
        expect(doctor).toMatchObject({ code: 0, err: '' });
      },
      TIMEOUT_MS,
    );
  },
);
