import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { TestKinora } from '../support/kinora';
import { ONE_PICTURE } from '../support/editor-sample';

interface Row {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly actor: string | null;
  readonly details: Record<string, unknown>;
}

describe('what changes the workflows folder', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const at = (name: string): string => join(kinora.folder, 'data', 'workflows', name);
  const trail = async (): Promise<readonly Row[]> => {
    const { body } = await kinora.get<{ items: Row[] }>('/api/audit?limit=200');
    return body.items.filter(({ action }) => action.startsWith('workflow.'));
  };

  it('that a kill cut short is finished by the next start, and stands in the trail once', async () => {
    const root = await kinora.agent('root', { is_admin: true });
    for (const id of ['whole', 'going', 'other'])
      expect((await root.post('/api/workflows', { id, graph: ONE_PICTURE })).status).toBe(201);
    const before = await trail();
    expect(before).toHaveLength(3);
    const { id: row = '' } = before.find(({ subject }) => subject === 'whole') ?? {};
    await kinora.stop();
    // Written down, but not tidied; done, but not written down; and not done at all.
    copyFileSync(at('whole.json'), at(`.whole.open.${row}.import`));
    renameSync(at('going.json'), at('.going.terminal.0b5e.remove'));
    copyFileSync(at('whole.json'), at('.never.open.77aa.import'));
    kinora = await kinora.restart();
    const after = await trail();
    expect(after).toEqual([
      expect.objectContaining({
        ...{ id: '0b5e', action: 'workflow.remove', subject: 'going', actor: null },
        details: { finished_at_start: true },
      }),
      ...before,
    ]);
    const names = readdirSync(at('.')).filter((name) => name !== '.kept');
    expect(names.sort()).toEqual(['other.json', 'whole.json']);
    expect((await kinora.get('/api/workflows/going')).status).toBe(404);
    expect((await kinora.get('/api/workflows/whole')).status).toBe(200);
  });

  it('is 507 while the disk is nearly full, and leaves nothing behind', async () => {
    const config = { providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }] };
    const body = { id: 'late', graph: ONE_PICTURE };
    kinora.configure({ ...config, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    const before = [readdirSync(at('.')), await trail()];
    const refused = await kinora.post('/api/workflows', body);
    expect([refused.status, refused.body['code']]).toEqual([507, 'disk_full']);
    expect([readdirSync(at('.')), await trail()]).toEqual(before);
    kinora.configure(config);
    expect((await kinora.post('/api/workflows', body)).status).toBe(201);
  });
});
