import { providerState } from '../../../test/support/provider-state';
import { UNRESTRICTED } from '../../platform/access/caller';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { ProvidersService } from './providers.service';
import type { ProviderDirectory } from './public/provider-directory';
import type { RunningPrompts } from './public/running-prompts';

describe('the list of nodes', () => {
  const pages = (...ids: string[]) => {
    const directory = { list: () => ids.map((id) => providerState(id)) };
    const service = new ProvidersService(
      directory as unknown as ProviderDirectory,
      { on: () => [] } as unknown as RunningPrompts,
    );
    return (cursor?: string) =>
      service.list(UNRESTRICTED, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
  };

  it('goes on behind the last node of the page before, in the order of the configuration', () => {
    const page = pages('b', 'a');
    const first = page();
    const second = page(first.next_cursor ?? '');
    expect([first, second].map(({ items }) => items[0]?.id)).toEqual(['b', 'a']);
    expect(second.next_cursor).toBeNull();
  });

  it('refuses a cursor whose node was removed, instead of beginning again', () => {
    const { next_cursor } = pages('a', 'b')();
    expect(() => pages('b', 'c')(next_cursor ?? '')).toThrow(ValidationFailed);
  });
});
