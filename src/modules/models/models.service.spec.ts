import { ManualClock } from '../../../test/support/manual-clock';
import type { Caller } from '../../platform/access/caller';
import type { AuditLogService } from '../../platform/audit/audit-log.service';
import type { MediaReader } from '../media/public/media-reader';
import type { NodeAccess } from '../providers/public/node-access';
import type { ProviderDirectory } from '../providers/public/provider-directory';
import { ModelHeadersService } from './model-headers.service';
import type { ModelsRepository } from './models.repository';
import { ModelsService } from './models.service';

const CALLER = { isAdmin: true, ownerId: null } as unknown as Caller;

describe('ModelsService', () => {
  it('folds the names and headers of a list once, whatever number of requests searches them', async () => {
    let list = ['people\\Mira.safetensors', 'Tom.safetensors', 'grain.safetensors'];
    const nodes = {
      models: () => Promise.resolve(list),
      modelMetadata: (_: string, __: string, name: string) =>
        Promise.resolve({ 'modelspec.title': `TITLE of ${name}` }),
    } as unknown as NodeAccess;
    const providers = { list: () => [{ id: 'node', status: 'online' }] };
    const rows = {
      notes: () => Promise.resolve(new Map([['Tom.safetensors', { title: 'Described' }]])),
      usesOf: () => Promise.resolve(new Map()),
    };
    const service = new ModelsService(
      providers as unknown as ProviderDirectory,
      nodes,
      new ModelHeadersService(nodes, new ManualClock()),
      rows as unknown as ModelsRepository,
      { ownersOf: () => Promise.resolve(new Map()) } as unknown as MediaReader,
      {} as unknown as AuditLogService,
    );
    const folded = jest.spyOn(String.prototype, 'normalize');
    const namesOf = async (q: string, base_model?: string): Promise<readonly string[]> => {
      folded.mockClear();
      const query = base_model === undefined ? { q } : { q, base_model };
      return (await service.page(CALLER, 'loras', query)).items.map(({ name }) => name);
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
});
