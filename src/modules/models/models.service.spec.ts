import { ManualClock } from '../../../test/support/manual-clock';
import { UNRESTRICTED } from '../../platform/access/caller';
import type { AuditLogService } from '../../platform/audit/audit-log.service';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import type { MediaReader } from '../media/public/media-reader';
import type { NodeAccess } from '../providers/public/node-access';
import type { ProviderDirectory } from '../providers/public/provider-directory';
import { ModelHeadersService } from './model-headers.service';
import { ModelHeadersLoading } from './models.errors';
import type { ModelsRepository } from './models.repository';
import { ModelsService } from './models.service';

describe('ModelsService', () => {
  let list: string[];
  let notes: Map<string, object>;
  let written: object[];
  let asked: string[];
  let metadata: (name: string) => Promise<unknown>;
  let clock: ManualClock;
  let service: ModelsService;

  beforeEach(() => {
    list = ['people\\Mira.safetensors', 'Tom.safetensors', 'grain.safetensors'];
    notes = new Map([['Tom.safetensors', { title: 'Described', triggers: null, preview: null }]]);
    written = [];
    asked = [];
    metadata = (name) => Promise.resolve({ 'modelspec.title': `TITLE of ${name}` });
    clock = new ManualClock();
    const nodes = {
      modelFolders: () => Promise.resolve(['loras']),
      models: (_: string, folder: string) => {
        asked.push(folder);
        return Promise.resolve(list);
      },
      modelMetadata: (_: string, __: string, name: string) => metadata(name),
    } as unknown as NodeAccess;
    const providers = { list: () => [{ id: 'node', status: 'online' }] };
    const rows = {
      notes: () => Promise.resolve(notes),
      usesOf: () => Promise.resolve(new Map()),
      note: (_: string, name: string, columns: object) => {
        written.push({ name, ...columns });
        return Promise.resolve();
      },
    };
    service = new ModelsService(
      providers as unknown as ProviderDirectory,
      nodes,
      new ModelHeadersService(nodes, clock),
      rows as unknown as ModelsRepository,
      { ownersOf: () => Promise.resolve(new Map()) } as unknown as MediaReader,
      {} as unknown as AuditLogService,
    );
  });

  it('folds the names and headers of a list once, whatever number of requests searches them', async () => {
    const folded = jest.spyOn(String.prototype, 'normalize');
    const namesOf = async (q: string, base_model?: string): Promise<readonly string[]> => {
      folded.mockClear();
      const query = base_model === undefined ? { q } : { q, base_model };
      return (await service.page(UNRESTRICTED, 'loras', query)).items.map(({ name }) => name);
    };

    expect(await namesOf('', '')).toHaveLength(3);
    expect(await namesOf('mira title')).toEqual(['people/Mira.safetensors']);
    const once = folded.mock.calls.length;
    expect(await namesOf('described')).toEqual(['Tom.safetensors']);
    expect(folded.mock.calls.length).toBe(once);
    // Those of the request, and the description by an admin.
    expect(once).toBe(4);

    list = ['new.safetensors'];
    expect(await namesOf('new')).toEqual(['new.safetensors']);
    folded.mockRestore();
  });

  it('says that headers are still read instead of leaving files out', async () => {
    metadata = () => new Promise(() => undefined);
    const searching = service.page(UNRESTRICTED, 'loras', { base_model: 'sdxl' });
    const refused = expect(searching).rejects.toMatchObject({
      spec: { code: 'model_headers_loading', status: 503 },
      headers: { 'Retry-After': '2' },
    });
    await new Promise(setImmediate);
    await clock.advance(3_000);
    await refused;
    await expect(searching).rejects.toBeInstanceOf(ModelHeadersLoading);
  });

  it('searches the files that tell their base model while others fail', async () => {
    metadata = (name) =>
      name === 'grain.safetensors'
        ? Promise.reject(new Error('broken'))
        : Promise.resolve({ 'modelspec.architecture': 'sdxl' });
    const { items } = await service.page(UNRESTRICTED, 'loras', { base_model: 'SDXL' });
    expect(items.map(({ name }) => name)).toEqual(['Tom.safetensors', 'people/Mira.safetensors']);
  });

  it('refuses to look up a base model in more files than there is room for', async () => {
    list = Array.from({ length: 20_001 }, (_, at) => `${at}.safetensors`);
    const searching = service.page(UNRESTRICTED, 'loras', { base_model: 'sdxl' });
    await expect(searching).rejects.toBeInstanceOf(ValidationFailed);
  });

  it('asks nodes only for folders that they have', async () => {
    expect((await service.page(UNRESTRICTED, 'anything', {})).items).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('stores what a change changes, and nothing when it changes nothing', async () => {
    const name = 'Tom.safetensors';
    const change = (body: object) => service.update(UNRESTRICTED, 'loras', { name, ...body });
    for (const same of [{}, { title: 'Described' }, { title: 'Described', triggers: null }])
      expect(await change(same)).toMatchObject({ name, title: 'Described' });
    expect(written).toEqual([]);
    await change({ title: 'Described', triggers: ['tom'] });
    expect(written).toEqual([{ name, triggers: ['tom'] }]);
  });

  it('names similar files, and the list, when no node has one', async () => {
    const update = service.update(UNRESTRICTED, 'loras', { name: 'Tommy.safetensors', title: 'x' });
    const error: unknown = await update.catch((thrown: unknown) => thrown);
    const msg =
      'Send the name of a file that a node has which is online now: GET /api/models/loras lists them. Did you mean Tom.safetensors?';
    expect(error).toMatchObject({ errors: [{ loc: ['body', 'name'], msg }] });
  });
});
