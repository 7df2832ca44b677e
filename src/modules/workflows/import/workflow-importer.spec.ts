import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../../test/support/manual-clock';
import { type Caller, TERMINAL, UNRESTRICTED } from '../../../platform/access/caller';
import type { AuditLogService } from '../../../platform/audit/audit-log.service';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { AppError } from '../../../platform/errors/app-error';
import { DiskFull } from '../../../platform/errors/disk-full';
import { WorkflowLimitReached, WorkflowNoFile } from './import.errors';
import { IdTaken } from '../../../platform/errors/id-taken';
import { WorkflowNotFound } from '../public/workflow-errors';
import type { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import { ImportCacheStore } from './import-cache.store';
import { ImportResolverService } from './import-resolver.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { parseImport } from './parse-import';
import { prepareImport } from './prepare-import';
import { UNANNOUNCED } from './workflow-changes';
import { MAX_WORKFLOWS, UnreadableFile, WorkflowFolderStore } from './workflow-folder.store';
import { WorkflowImporterService } from './workflow-importer.service';

const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};

/** In a real folder; the audit log notes whether the file exists when the row is written. */
describe('WorkflowImporterService', () => {
  let data: string;
  let folder: WorkflowFolderStore;
  let cache: ImportCacheStore;
  let imported: ImportedWorkflowsService;
  let importer: WorkflowImporterService;
  let audit: Pick<AuditLogService, 'recordAlone'>;
  let rows: string[];

  const at = (name: string): string => join(data, 'workflows', name);
  const config = {
    current: () => ({ data_dir: data, limits: { min_free_bytes: 0 } }),
  } as unknown as ConfigService;
  const catalogue = { isBuiltin: () => false } as unknown as WorkflowCatalogueService;

  /** As another process has it. */
  const another = (): WorkflowImporterService => {
    const resolver = new ImportResolverService();
    imported = new ImportedWorkflowsService(folder, cache, resolver, new ManualClock());
    return new WorkflowImporterService(
      ...([folder, catalogue, imported, resolver, audit as AuditLogService, UNANNOUNCED] as const),
    );
  };
  const add = (one: WorkflowImporterService, caller: Caller, id: string): Promise<unknown> =>
    one.import(
      caller,
      prepareImport(id, parseImport(id, GRAPH, null), {}, () => ''),
    );

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'kinora-importer-'));
    mkdirSync(at(''));
    rows = [];
    folder = new WorkflowFolderStore(config, new SystemIds());
    cache = new ImportCacheStore(config, new SystemIds());
    audit = {
      recordAlone: (caller, { action, subject }) => {
        const file = existsSync(at(`${subject}.json`)) ? 'exists' : 'is gone';
        const actor = caller === TERMINAL ? 'terminal' : 'unrestricted';
        rows.push(`${actor}: ${action}, the file ${file}`);
        return Promise.resolve();
      },
    };
    importer = another();
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  it('writes the file, then the row of the audit log', async () => {
    await add(importer, UNRESTRICTED, 'mine');
    expect(readdirSync(at(''))).toEqual(['mine.json']);
    expect(rows).toEqual(['unrestricted: workflow.import, the file exists']);
  });

  it('removes the file with its manifest and cache, then writes the row', async () => {
    await add(importer, UNRESTRICTED, 'mine');
    writeFileSync(at('mine.manifest.json'), '{}');
    cache.set('mine', '{}', { state: 'needs_nodes', missing: [] });
    await importer.remove(TERMINAL, 'mine');
    expect(rows.slice(1)).toEqual(['terminal: workflow.remove, the file is gone']);
    expect([readdirSync(at('')), readdirSync(at('.kept'))]).toEqual([['.kept'], []]);
  });

  it('changes nothing when the row cannot be written', async () => {
    await add(importer, UNRESTRICTED, 'mine');
    writeFileSync(at('mine.manifest.json'), '{}');
    const full = Object.assign(new Error('no space'), { code: 'SQLITE_FULL' });
    audit.recordAlone = () => Promise.reject(full);
    await expect(add(importer, UNRESTRICTED, 'yours')).rejects.toThrow(DiskFull);
    await expect(importer.remove(UNRESTRICTED, 'mine')).rejects.toThrow(DiskFull);
    expect(readdirSync(at('')).sort()).toEqual(['mine.json', 'mine.manifest.json']);
  });

  it('keeps a file that was added while a removal was undone, beside the hidden old one', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await add(importer, UNRESTRICTED, 'mine');
    const old = readFileSync(at('mine.json'), 'utf8');
    audit.recordAlone = () => {
      writeFileSync(at('mine.json'), '{}');
      return Promise.reject(new Error('locked'));
    };
    await expect(importer.remove(UNRESTRICTED, 'mine')).rejects.toThrow('locked');
    const [hidden = '', ...others] = readdirSync(at('')).sort();
    expect([others, readFileSync(at('mine.json'), 'utf8')]).toEqual([['mine.json'], '{}']);
    expect(readFileSync(at(hidden), 'utf8')).toBe(old);
    expect(warned.mock.lastCall).toEqual([expect.stringContaining(hidden)]);
    warned.mockRestore();
  });

  it('lets one of two processes import an id or remove it', async () => {
    const outcomes = async (...work: Promise<unknown>[]): Promise<unknown[]> =>
      (await Promise.allSettled(work)).map((one) =>
        one.status === 'fulfilled' ? 'done' : (one.reason as AppError).spec.code,
      );
    const added = await outcomes(
      add(importer, UNRESTRICTED, 'mine'),
      add(another(), TERMINAL, 'mine'),
    );
    expect(added.sort()).toEqual(['done', 'id_taken']);
    const removed = await outcomes(
      importer.remove(UNRESTRICTED, 'mine'),
      another().remove(TERMINAL, 'mine'),
    );
    expect(removed.sort()).toEqual(['done', 'workflow_not_found']);
    expect(rows).toHaveLength(2);
    expect(readdirSync(at(''))).toEqual([]);
  });

  it('names similar ids that the key may use when there is no such workflow', async () => {
    await add(importer, UNRESTRICTED, 'portrait');
    const nearest = async (...allowedWorkflows: string[]): Promise<unknown> =>
      importer
        .remove({ ...UNRESTRICTED, allowedWorkflows }, 'portrai')
        .catch((error: unknown) => (error as AppError).extras['nearest']);
    expect(await nearest()).toEqual(['portrait']);
    expect(await nearest('portrai')).toBeUndefined();
  });

  it('refuses an id whose manifest is already in the folder', async () => {
    writeFileSync(at('mine.manifest.json'), '{}');
    await expect(add(importer, UNRESTRICTED, 'mine')).rejects.toThrow(IdTaken);
    expect([rows, readdirSync(at(''))]).toEqual([[], ['mine.manifest.json']]);
  });

  it('refuses a workflow that would not be listed, or displace another one', async () => {
    const names = Array.from({ length: MAX_WORKFLOWS }, (_, n) => `m${String(n)}`);
    for (const name of names) writeFileSync(at(`${name}.json`), '{}');
    writeFileSync(at('m7.manifest.json'), '{}');
    expect(folder.list()).toMatchObject({ files: { length: MAX_WORKFLOWS + 1 }, unlisted: 0 });
    for (const id of ['a', 'z'])
      await expect(add(importer, UNRESTRICTED, id)).rejects.toThrow(WorkflowLimitReached);
    await importer.remove(UNRESTRICTED, 'm7');
    const both = ['y', 'z'].map((id) => add(importer, UNRESTRICTED, id));
    const refused = (await Promise.allSettled(both)).filter(({ status }) => status === 'rejected');
    expect(refused).not.toHaveLength(0);
    expect(folder.count()).toBeLessThanOrEqual(MAX_WORKFLOWS);
    if (refused.length === 2) await add(importer, UNRESTRICTED, 'z');
    expect(folder.count()).toBe(MAX_WORKFLOWS);
    expect(imported.get('z')?.id).toBe('z');
    writeFileSync(at('zz.json'), JSON.stringify(GRAPH));
    imported.refresh();
    expect(imported.get('zz')).toBeUndefined();
    expect(imported.problems()[0]?.reason).toMatch(/^the last 1 by name aren't read, .* delete/);
  });

  it.each(['../secret', 'mine.manifest', 'é'.repeat(200), 'a\0b', ''])(
    'removes no file for %j, which is not an id',
    async (id) => {
      await add(importer, UNRESTRICTED, 'mine');
      writeFileSync(at('mine.manifest.json'), '{}');
      writeFileSync(join(data, 'secret.json'), '{}');
      await expect(importer.remove(UNRESTRICTED, id)).rejects.toThrow(WorkflowNotFound);
      expect(readdirSync(data)).toContain('secret.json');
      expect(readdirSync(at('')).sort()).toEqual(['mine.json', 'mine.manifest.json']);
    },
  );

  it('neither replaces nor removes a folder', async () => {
    mkdirSync(at('mine.json'));
    await expect(add(importer, UNRESTRICTED, 'mine')).rejects.toThrow(WorkflowNoFile);
    await expect(importer.remove(UNRESTRICTED, 'mine')).rejects.toThrow(WorkflowNoFile);
    expect([rows, readdirSync(at(''))]).toEqual([[], ['mine.json']]);
  });

  it('says that a folder without permission to its files cannot be read', () => {
    writeFileSync(at('mine.json'), '{}');
    chmodSync(data, 0o755);
    chmodSync(at(''), 0o444);
    // Permissions don't hold for root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(() => folder.list()).toThrow(UnreadableFile);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(at(''), 0o755);
    }
  });

  it('puts back at a start what a killed process was removing', async () => {
    const id = 'm'.repeat(64);
    await add(importer, UNRESTRICTED, id);
    writeFileSync(at(`${id}.manifest.json`), '{"name": "Mine"}');
    await folder.remove(id);
    expect(readdirSync(at('')).filter((name) => name.startsWith(id))).toEqual([]);
    await imported.sweep();
    expect(imported.get(id)?.name).toBe('Mine');
    expect(readdirSync(at('')).sort()).toEqual([`${id}.json`, `${id}.manifest.json`]);
  });

  it('completes at a start what a killed process had almost removed', async () => {
    await add(importer, UNRESTRICTED, 'mine');
    writeFileSync(at('mine.manifest.json'), '{"name": "Mine"}');
    await folder.remove('mine');
    const [workflow = ''] = readdirSync(at('')).filter((name) => name.startsWith('.mine.json'));
    rmSync(at(workflow));
    await imported.sweep();
    expect(readdirSync(at(''))).toEqual([]);
  });

  it('sweeps temporary files, and what is cached of workflows that are gone', async () => {
    writeFileSync(at('here.json'), JSON.stringify(GRAPH));
    for (const name of ['.half.part', '.old.open.77aa.import', '.old.open.77aa.remove'])
      writeFileSync(at(name), '{');
    for (const id of ['here', 'gone']) cache.set(id, '{}', { state: 'needs_nodes', missing: [] });
    imported.refresh();
    await imported.sweep();
    expect(readdirSync(at('.kept'))).toEqual(['here.json']);
    expect(readdirSync(at('')).sort()).toEqual(['.kept', 'here.json']);
  });
});
