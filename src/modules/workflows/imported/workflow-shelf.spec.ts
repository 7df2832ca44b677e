import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNRESTRICTED } from '../../../platform/access/caller';
import type { AuditTrail, Deed } from '../../../platform/audit/audit-trail.service';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { Transaction, WriteGate } from '../../../platform/database/write-gate';
import type { AppError } from '../../../platform/errors/app-error';
import { IdTaken } from '../../../platform/errors/id-taken';
import type { BuiltinWorkflowsStore } from '../builtin-workflows.store';
import { WorkflowNoFile } from './import.errors';
import { WorkflowFolderStore } from './workflow-folder.store';
import { WorkflowShelf } from './workflow-shelf.service';

/** The trail that only notes, and what was in the folder when it did. */
describe('the shelf of workflows', () => {
  let data: string;
  let folder: WorkflowFolderStore;
  let shelf: WorkflowShelf;
  let rows: string[];

  const at = (name: string): string => join(data, 'workflows', name);

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'kinora-shelf-'));
    mkdirSync(at(''));
    rows = [];
    const config = { current: () => ({ data_dir: data }) } as unknown as ConfigService;
    folder = new WorkflowFolderStore(config, new SystemIds());
    const builtin = { has: () => Promise.resolve(false) } as unknown as BuiltinWorkflowsStore;
    const gate = {
      run: (work: (tx: Transaction) => Promise<void>) => work({} as Transaction),
    } as unknown as WriteGate;
    const trail = {
      record: (_: unknown, __: unknown, { action, subject, details }: Deed) => {
        const is = existsSync(at(`${subject}.json`)) ? 'there' : 'absent';
        rows.push(`${action} ${is}${details?.['failed'] === true ? ' failed' : ''}`);
        return Promise.resolve();
      },
    } as unknown as AuditTrail;
    shelf = new WorkflowShelf(folder, builtin, gate, trail);
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  it('writes a deed down before it is done', async () => {
    await shelf.add(UNRESTRICTED, 'mine', '{}');
    await shelf.remove(UNRESTRICTED, 'mine');
    expect(rows).toEqual(['workflow.import absent', 'workflow.remove there']);
    expect(readdirSync(at(''))).toEqual([]);
  });

  it('says so when it is not done after all', async () => {
    jest.spyOn(folder, 'place').mockResolvedValue(false);
    await expect(shelf.add(UNRESTRICTED, 'mine', '{}')).rejects.toThrow(IdTaken);
    expect(rows).toEqual(['workflow.import absent', 'workflow.import absent failed']);
    expect(readdirSync(at(''))).toEqual([]);
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
    expect([rows, readdirSync(at(''))]).toEqual([[], ['mine.manifest.json']]);
  });

  it('neither replaces nor removes a folder', async () => {
    mkdirSync(at('mine.json'));
    await expect(shelf.add(UNRESTRICTED, 'mine', '{}')).rejects.toThrow(WorkflowNoFile);
    await expect(shelf.remove(UNRESTRICTED, 'mine')).rejects.toThrow(WorkflowNoFile);
    expect([rows, readdirSync(at(''))]).toEqual([[], ['mine.json']]);
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
