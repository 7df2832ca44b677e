import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestKinora } from '../support/kinora';
import { ONE_PICTURE } from '../support/editor-sample';

interface Row {
  readonly action: string;
  readonly subject: string;
}

describe('importing a workflow: kills and a full disk', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const at = (name: string): string => join(kinora.folder, 'data', 'workflows', name);
  const auditRows = async (): Promise<readonly Row[]> => {
    const { body } = await kinora.get<{ items: Row[] }>('/api/audit?limit=200');
    return body.items.filter(({ action }) => action.startsWith('workflow.'));
  };

  it('deletes half-written files of a killed process at the next start, and undoes its removal', async () => {
    const root = await kinora.agent('root', { is_admin: true });
    for (const id of ['whole', 'going'])
      expect((await root.post('/api/workflows', { id, graph: ONE_PICTURE })).status).toBe(201);
    const before = await auditRows();
    expect(before.map(({ action, subject }) => [action, subject])).toEqual([
      ['workflow.import', 'going'],
      ['workflow.import', 'whole'],
    ]);
    await kinora.stop();
    // Killed while a file was written, and after another one was hidden to remove it.
    writeFileSync(at('.a1.part'), readFileSync(at('whole.json')).subarray(0, 100));
    renameSync(at('going.json'), at('.going.json.b2.removing'));
    kinora = await kinora.restart();
    expect(await auditRows()).toEqual(before);
    const names = readdirSync(at('.')).filter((name) => name !== '.kept');
    expect(names.sort()).toEqual(['going.json', 'whole.json']);
    for (const id of ['going', 'whole'])
      expect((await kinora.get(`/api/workflows/${id}`)).status).toBe(200);
  });

  it('answers 507 while the disk is nearly full, and leaves no file and no audit row', async () => {
    const config = { providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }] };
    const body = { id: 'late', graph: ONE_PICTURE };
    kinora.configure({ ...config, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    const before = [readdirSync(at('.')), await auditRows()];
    const refused = await kinora.post('/api/workflows', body);
    expect([refused.status, refused.body['code']]).toEqual([507, 'disk_full']);
    expect([readdirSync(at('.')), await auditRows()]).toEqual(before);
    kinora.configure(config);
    expect((await kinora.post('/api/workflows', body)).status).toBe(201);
  });
});
