import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { TERMINAL, UNRESTRICTED } from '../../../platform/access/caller';
import type { AuditLogService } from '../../../platform/audit/audit-log.service';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { AppError } from '../../../platform/errors/app-error';
import { DiskFull } from '../../../platform/errors/disk-full';
import { IdTaken } from '../../../platform/errors/id-taken';
import type { BuiltinWorkflowsStore } from '../catalogue/builtin-workflows.store';
import { type Claim, doerOf, nameOf } from './claim';
import { WorkflowNoFile } from './import.errors';
import { UnfinishedDeeds } from './unfinished-deeds.service';
import { WorkflowClaimsStore } from './workflow-claims.store';
import { WorkflowFolderStore } from './workflow-folder.store';
import { WorkflowShelf } from './workflow-shelf.service';

/** Files of a real folder; the trail only notes what it is told, and what was in the folder when it was. */
describe('the shelf of workflows', () => {
  let data: string;
  let folder: WorkflowFolderStore;
  let claims: WorkflowClaimsStore;
  let trail: AuditLogService;
  let shelf: WorkflowShelf;
  let rows: Map<string, string>;

  const at = (name: string): string => join(data, 'workflows', name);
  const written = (): string[] => [...rows.values()];
  const recordOnce: AuditLogService['recordOnce'] = (caller, { id, action, subject }) => {
    const is = existsSync(at(`${subject}.json`)) ? 'there' : 'absent';
    if (!rows.has(id)) rows.set(id, `${action} ${is} by ${doerOf(caller)}`);
    return Promise.resolve();
  };
  /** As a process of its own has it. */
  const another = (): WorkflowShelf => {
    const builtin = { has: () => Promise.resolve(false) } as unknown as BuiltinWorkflowsStore;
    return new WorkflowShelf(folder, builtin, claims, new SystemIds(), trail);
  };

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'kinora-shelf-'));
    mkdirSync(at(''));
    rows = new Map();
    const config = {
      current: () => ({ data_dir: data, limits: { min_free_bytes: 0 } }),
    } as unknown as ConfigService;
    folder = new WorkflowFolderStore(config, new SystemIds());
    claims = new WorkflowClaimsStore(config);
    trail = { recordOnce } as AuditLogService;
    shelf = another();
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  it('does a deed and writes it down', async () => {
    await shelf.add(UNRESTRICTED, 'mine', '{}');
    expect(readdirSync(at(''))).toEqual(['mine.json']);
    writeFileSync(at('mine.manifest.json'), '{}');
    folder.keep('mine', '{}', {});
    await shelf.remove(TERMINAL, 'mine');
    expect(written()).toEqual([
      'workflow.import there by open',
      'workflow.remove absent by terminal',
    ]);
    expect([readdirSync(at('')), readdirSync(at('.kept'))]).toEqual([['.kept'], []]);
  });

  it("doesn't do what can't be written down", async () => {
    await shelf.add(UNRESTRICTED, 'mine', '{}');
    const full = Object.assign(new Error('no space'), { code: 'SQLITE_FULL' });
    trail.recordOnce = () => Promise.reject(full);
    await expect(shelf.add(UNRESTRICTED, 'yours', '{}')).rejects.toThrow(DiskFull);
    await expect(shelf.remove(UNRESTRICTED, 'mine')).rejects.toThrow(DiskFull);
    expect(readdirSync(at(''))).toEqual(['mine.json']);
  });

  it('of two processes that do the same one does it and writes it down', async () => {
    const outcomes = async (...work: Promise<void>[]): Promise<unknown[]> =>
      (await Promise.allSettled(work)).map((one) =>
        one.status === 'fulfilled' ? 'done' : (one.reason as AppError).spec.code,
      );
    const added = await outcomes(
      shelf.add(UNRESTRICTED, 'mine', '{}'),
      another().add(TERMINAL, 'mine', '{ }'),
    );
    expect(added.sort()).toEqual(['done', 'id_taken']);
    const removed = await outcomes(
      shelf.remove(UNRESTRICTED, 'mine'),
      another().remove(TERMINAL, 'mine'),
    );
    expect(removed.sort()).toEqual(['done', 'workflow_not_found']);
    expect(rows.size).toBe(2);
    expect(readdirSync(at(''))).toEqual([]);
  });

  describe('after a kill', () => {
    const claim = (action: Claim['action'], deed: string): Claim => ({
      ...{ action, deed, workflow: 'mine', doer: 'acc-1' },
    });
    const start = (): Promise<void> =>
      new UnfinishedDeeds(claims, folder, shelf).onApplicationBootstrap();

    it('writes down what was done, as the one who did it', async () => {
      await claims.place(claim('import', 'a'), '{}');
      await start();
      expect([written(), readdirSync(at(''))]).toEqual([
        ['workflow.import there by acc-1'],
        ['mine.json'],
      ]);
      writeFileSync(at('mine.manifest.json'), '{}');
      await claims.takeAway(claim('remove', 'b'));
      await start();
      expect(written().slice(1)).toEqual(['workflow.remove absent by acc-1']);
      expect(readdirSync(at(''))).toEqual([]);
    });

    it('writes nothing down twice', async () => {
      await claims.place(claim('import', 'a'), '{}');
      rows.set('a', 'written already');
      await start();
      await start();
      expect([written(), readdirSync(at(''))]).toEqual([['written already'], ['mine.json']]);
    });

    it('drops what was not done', async () => {
      writeFileSync(at(nameOf(claim('import', 'a'))), '{"half');
      writeFileSync(at('mine.json'), '{}');
      await start();
      expect([written(), readdirSync(at(''))]).toEqual([[], ['mine.json']]);
    });

    it('leaves for the next start what it cannot write down', async () => {
      await claims.place(claim('import', 'a'), '{}');
      trail.recordOnce = () => Promise.reject(new Error('no'));
      await start();
      trail.recordOnce = recordOnce;
      await start();
      expect(written()).toEqual(['workflow.import there by acc-1']);
    });
  });

  it('names what looks like what there is not, if the key may use it', async () => {
    await shelf.add(UNRESTRICTED, 'portrait', '{}');
    const nearest = async (...allowedWorkflows: string[]): Promise<unknown> =>
      shelf
        .remove({ ...UNRESTRICTED, allowedWorkflows }, 'portrai')
        .catch((error: unknown) => (error as AppError).extras['nearest']);
    expect(await nearest()).toEqual(['portrait']);
    expect(await nearest('portrai')).toBeUndefined();
  });

  it('leaves a manifest alone that somebody put there first', async () => {
    writeFileSync(at('mine.manifest.json'), '{}');
    await expect(shelf.add(UNRESTRICTED, 'mine', '{}')).rejects.toThrow(IdTaken);
    expect([written(), readdirSync(at(''))]).toEqual([[], ['mine.manifest.json']]);
  });

  it('neither replaces nor removes a folder', async () => {
    mkdirSync(at('mine.json'));
    await expect(shelf.add(UNRESTRICTED, 'mine', '{}')).rejects.toThrow(WorkflowNoFile);
    await expect(shelf.remove(UNRESTRICTED, 'mine')).rejects.toThrow(WorkflowNoFile);
    expect([written(), readdirSync(at(''))]).toEqual([[], ['mine.json']]);
  });

  it('sweeps what was kept of workflows that are gone, and what was being written', () => {
    writeFileSync(at('here.json'), '{}');
    writeFileSync(at('.half.part'), '{');
    for (const id of ['here', 'gone']) folder.keep(id, '{}', {});
    folder.sweep();
    expect(readdirSync(at('.kept'))).toEqual(['here.json']);
    expect(readdirSync(at('')).sort()).toEqual(['.kept', 'here.json']);
  });
});
