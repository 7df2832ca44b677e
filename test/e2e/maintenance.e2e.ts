import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { LibraryCopyService } from '../../src/modules/media/maintenance/library-copy.service';
import { newFolder, TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { dropDatabase, emptyDatabase } from '../support/test-database';
import { MaintenanceCli } from '../support/maintenance-cli';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { name: string; status: string; detail: string; names?: string[] }[];
  readonly repairs: Record<string, number> | null;
}

interface BackupAnswer {
  readonly folder: string;
  readonly created_at: string;
  readonly database: { kind: string; file: string; migrations: string[] };
  readonly media: { files: number; missing: { count: number; paths: string[] } };
  readonly workflows: number;
}

describe('commands about the installation', () => {
  let kinora: TestKinora;
  let cli: MaintenanceCli;
  let path: string;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    cli = new MaintenanceCli(kinora.folder);
    path = await upload(1);
  });
  afterAll(() => kinora.close());

  async function purge(path: string): Promise<void> {
    await kinora.delete(`/api/media/${path}`);
    await kinora.post('/api/media/purge', { paths: [path] });
  }

  const upload = async (seed: number): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png(24, 16, seed))]), 'fox.png');
    const response = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    return ((await response.json()) as { path: string }).path;
  };
  const data = (...names: string[]): string => join(kinora.folder, 'data', ...names);
  const fileBelow = (folder: string, name: string): string => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const entry = files.find((file) => file.name === name);
    if (!entry) throw new Error(`no file ${name}`);
    return join(entry.parentPath, name);
  };
  const mediaFile = (name: string): string => fileBelow(data('media', 'files'), name);

  const problems = ({ checks }: Report) =>
    checks.filter(({ status }) => status === 'problem').map(({ name, names }) => [name, names]);

  describe('kinora backup and restore', () => {
    const backups = newFolder();
    const restored: string[] = [];
    afterAll(async () => {
      for (const folder of [backups, ...restored]) {
        await dropDatabase(folder);
        rmSync(folder, { recursive: true, force: true });
      }
    });

    const backUp = (...args: string[]) => cli.json<BackupAnswer>('backup', backups, ...args);
    /** A new installation, empty. */
    const installation = async (): Promise<{ folder: string; target: MaintenanceCli }> => {
      const folder = newFolder();
      restored.push(folder);
      await emptyDatabase(folder);
      writeFileSync(join(folder, 'config.json'), '{}');
      return { folder, target: new MaintenanceCli(folder) };
    };

    it('backs up a running service, and restores it to one that the doctor finds nothing wrong with', async () => {
      await kinora.agent('crew');
      const events = await kinora.get('/api/events?since=latest');
      mkdirSync(data('workflows'), { recursive: true });
      writeFileSync(data('workflows', 'note.txt'), 'of the operator');
      const { code, media, workflows, folder: backup } = await backUp();
      expect([code, media.files, workflows]).toEqual([0, 1, 1]);
      expect(readdirSync(backup)).toEqual(expect.arrayContaining(['config.json', 'manifest.json']));

      const { folder, target } = await installation();
      expect(await target.run('restore', backups)).toMatchObject({
        code: 0,
        err: expect.stringMatching(
          /^Restored .*\. Media files: 1, workflow files: 1\. Start Kinora/,
        ),
      });
      expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
      const report = await target.json<Report>('doctor', '--thorough');
      expect([report.code, problems(report)]).toEqual([0, []]);
      const started = await TestKinora.start({}, folder);
      try {
        const picture = await fetch(`${started.url}/media/${path}`);
        expect(Buffer.from(await picture.arrayBuffer())).toEqual(readFileSync(mediaFile(path)));
        expect((await started.get('/api/agents/crew')).status).toBe(200);
        // An id of the installation before must not name an event of the restored one.
        const since = String(events.body['next_since']);
        const missed = await started.get(`/api/events?since=${since}`);
        expect(missed.body).toMatchObject({ items: [{ type: 'resync' }] });
        expect(readFileSync(join(folder, 'data', 'workflows', 'note.txt'), 'utf8')).toBe(
          'of the operator',
        );
      } finally {
        await started.stop();
      }
    });

    it('names the folders of training that a backup does not contain', async () => {
      kinora.configure({ training: { root: 'training', lora_dir: 'loras' } });
      try {
        const { err } = await cli.run('backup', backups, '--keep', '1');
        const folders = ['training', 'loras'].map((name) => join(kinora.folder, name));
        expect(err).toContain(
          `Not in the backup are the files of LoRA training: copy ${folders.join(' and ')} `,
        );
      } finally {
        kinora.configure({});
      }
    });

    it('links the files of the backup before, and keeps as many backups as asked for', async () => {
      const first = await backUp();
      const added = await upload(2);
      const second = await backUp('--keep', '2');
      const inodes = [first, second].map(
        ({ folder }) => statSync(fileBelow(join(folder, 'media'), path)).ino,
      );
      expect(inodes[0]).toBe(inodes[1]);
      expect([first.media.files, second.media.files]).toEqual([1, 2]);
      expect(() => fileBelow(join(first.folder, 'media'), added)).toThrow();
      const complete = readdirSync(backups).filter((name) => !name.startsWith('.'));
      expect(complete.map((name) => join(backups, name))).toEqual([first.folder, second.folder]);
      const { err } = await cli.run('backup', backups, '--keep', '1');
      expect(err).toContain('Older backups deleted: 2.');
    });

    it('keeps and names a new backup beside one that was made while the clock was ahead', async () => {
      const folder = newBackups();
      const { folder: made } = await cli.json<BackupAnswer>('backup', folder);
      const ahead = join(folder, '2999-01-01T00-00-00-000Z');
      renameSync(made, ahead);
      const { code, out, err } = await cli.run('backup', folder, '--keep', '2');
      expect([code, existsSync(join(out.trim(), 'manifest.json'))]).toEqual([0, true]);
      expect(err).toContain('the dates of these backups lie in the future');
      expect(err).toContain(`: ${ahead}\n`);

      const { target } = await installation();
      const restore = await target.run('restore', folder);
      expect([restore.code, restore.err]).toEqual([
        0,
        expect.stringContaining(`Warning: the date of ${ahead} lies in the future`),
      ]);
    });

    it('prints a complete backup although an older one can not be deleted', async () => {
      const folder = newBackups();
      const { folder: made } = await cli.json<BackupAnswer>('backup', folder);
      // A folder can't be renamed to the name of a file, not even by root.
      writeFileSync(join(folder, `.deleting-${basename(made)}`), '');
      const { code, out, err } = await cli.run('backup', folder, '--keep', '1');
      expect([code, existsSync(join(out.trim(), 'manifest.json'))]).toEqual([1, true]);
      expect(err).toContain(
        `The backup is complete, but older ones could not be deleted: ${made} (`,
      );
    });

    it('leaves out what was deleted since an interrupted backup', async () => {
      const { folder, media } = await backUp();
      // As a killed process leaves it: without a manifest, and not renamed.
      rmSync(join(folder, 'manifest.json'));
      renameSync(folder, join(backups, '.partial'));
      const { files } = media;
      const gone = await upload(3);
      await purge(gone);
      writeFileSync(join(backups, '.partial', 'media', 'files', gone), 'x');
      const next = await backUp();
      expect(next.media.files).toBe(files);
      expect(() => fileBelow(next.folder, gone)).toThrow();
    });

    it('leaves out what is deleted between the copies of database and files', async () => {
      const gone = await upload(5);
      const { copy } = LibraryCopyService.prototype;
      const spy = jest.spyOn(LibraryCopyService.prototype, 'copy');
      spy.mockImplementationOnce(async (...args) => {
        await purge(gone);
        return copy(...args);
      });
      const { code, media, folder } = await backUp();
      expect([code, spy.mock.calls.length, media.missing.count]).toEqual([0, 2, 0]);
      expect(() => fileBelow(folder, gone)).toThrow();
      spy.mockRestore();
    });

    it('reports lost files, which are not in the backup, and backs up everything else', async () => {
      const lost = await upload(4);
      rmSync(mediaFile(lost));
      const { code, out, err } = await cli.run('backup', newBackups(), '--json');
      await purge(lost);
      expect([code, JSON.parse(out)]).toMatchObject([
        1,
        { media: { files: 2, missing: { count: 1, paths: [lost] } } },
      ]);
      expect(err).toMatch(/Media files that are missing or damaged .*: 1\./);
    });
    const newBackups = (): string => {
      const folder = newFolder();
      restored.push(folder);
      return folder;
    };

    it('refuses to restore over anything', async () => {
      expect(await cli.run('restore', backups)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^Another Kinora server .* is using .*data\. Stop it first/),
      });
      const { folder, target } = await installation();
      mkdirSync(join(folder, 'data', 'media'), { recursive: true });
      expect(await target.run('restore', backups)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not empty (media). Nothing is overwritten'),
      });
      expect(readdirSync(join(folder, 'data', 'media'))).toEqual([]);
    });

    it('refuses a backup that is incomplete, of a newer version, too large for the disk, or whose database is damaged', async () => {
      const { target } = await installation();
      const refusal = async (source: string) => (await target.run('restore', source)).err;
      expect(await refusal(newBackups())).toMatch(/^There is no complete backup in /);

      const folder = newBackups();
      const { folder: backup } = await cli.json<BackupAnswer>('backup', folder);
      const manifest = join(backup, 'manifest.json');
      const original = readFileSync(manifest, 'utf8');
      const changed = JSON.parse(original) as BackupAnswer;
      changed.database.migrations.push('Later0000000000099');
      writeFileSync(manifest, JSON.stringify(changed));
      expect(await refusal(folder)).toMatch(/was made by a newer version of Kinora/);
      const huge = JSON.parse(original) as { media: { size_bytes: number } };
      huge.media.size_bytes = 2 ** 52;
      writeFileSync(manifest, JSON.stringify(huge));
      expect(await refusal(folder)).toMatch(/^The backup takes \d{10} MiB, and the disk/);
      writeFileSync(manifest, original);
      appendFileSync(join(backup, changed.database.file), 'x');
      expect(await refusal(folder)).toMatch(/is missing, or has another content than when made/);
    });

    it('continues an interrupted restore; until then no server starts on the folder', async () => {
      const { folder, target } = await installation();
      const { folder: newest, created_at } = await backUp();
      const marker = join(folder, 'data', '.restoring');
      mkdirSync(join(folder, 'data', 'media'), { recursive: true });
      writeFileSync(marker, JSON.stringify({ created_at: 'another' }));
      await expect(TestKinora.start({}, folder)).rejects.toThrow(/^A backup was being restored/);
      expect((await target.run('restore', newest)).err).toMatch(
        /^Another backup was being restored/,
      );
      writeFileSync(marker, JSON.stringify({ created_at }));
      expect((await target.run('restore', newest)).code).toBe(0);
      expect(existsSync(marker)).toBe(false);
      expect((await target.json<Report>('doctor', '--thorough')).ok).toBe(true);
    });
  });

  describe('kinora doctor', () => {
    it('finds nothing wrong while the server runs, and says which process that is', async () => {
      const report = await cli.json<Report>('doctor', '--thorough');
      expect([report.code, report.ok, problems(report)]).toEqual([0, true, []]);
      expect(report.checks.find(({ name }) => name === 'server')?.detail).toMatch(
        new RegExp(`^Process ${process.pid} is running since `),
      );
    });

    it('refuses to repair while the server runs', async () => {
      expect(await cli.run('doctor', '--repair')).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^Process \d+ is running since .*\. Stop it first/),
      });
    });

    it('reports a lost file and one without an entry', async () => {
      writeFileSync(data('media', 'files', 'stray.png'), 'x');
      rmSync(mediaFile(path));
      const { code, out, err } = await cli.run('doctor');
      expect([code, err]).toEqual([1, 'Problems: 2. See docs/backup.md\n']);
      expect(out).toMatch(/PROBLEM {2}missing_file +1 of the catalogue's files is missing\./);
      expect(out).toContain(`  ${path}\n`);
    });

    it('repairs when asked once the server is stopped: entries without a file only with --remove-lost', async () => {
      await kinora.stop();
      writeFileSync(data('media', 'incoming', 'half.part'), 'x');
      try {
        const first = await cli.json<Report>('doctor', '--repair');
        expect(first).toMatchObject({ code: 1, repairs: { moved_files: 1, removed_entries: 0 } });
        expect(problems(first)).toEqual([['missing_file', [path]]]);
        expect(existsSync(data('media', 'lost+found', 'files', 'stray.png'))).toBe(true);
        const second = await cli.json<Report>('doctor', '--repair', '--remove-lost');
        expect(second).toMatchObject({ code: 0, repairs: { moved_files: 0, removed_entries: 1 } });
        expect(problems(second)).toEqual([]);
      } finally {
        kinora = await kinora.restart();
      }
      expect((await kinora.get(`/api/media/${path}`)).status).toBe(404);
    });

    it('names the invalid field of the configuration, and checks nothing else', async () => {
      kinora.configure({ limits: { pixels: 'many' } });
      try {
        const { code, checks } = await cli.json<Report>('doctor');
        expect([code, checks]).toEqual([
          1,
          [expect.objectContaining({ name: 'configuration', status: 'problem' })],
        ]);
        expect(checks[0]?.detail).toContain('limits.pixels');
      } finally {
        kinora.configure({});
      }
    });

    it('reports folders of training that are missing, and a toolkit that does not answer', async () => {
      const training = { root: 'no-root', lora_dir: 'no-loras', base_url: 'http://127.0.0.1:9' };
      kinora.configure({ training });
      try {
        const { code, checks } = await cli.json<Report>('doctor');
        const check = checks.find(({ name }) => name === 'training');
        expect([code, check?.status]).toEqual([1, 'problem']);
        expect(check?.detail).toMatch(/training\.root .* training\.lora_dir .* not running/);
      } finally {
        kinora.configure({});
      }
    });

    it('refuses --remove-lost without --repair', async () => {
      expect(await cli.run('doctor', '--remove-lost')).toMatchObject({
        code: 2,
        err: expect.stringContaining('--remove-lost needs --repair'),
      });
    });
  });
});
