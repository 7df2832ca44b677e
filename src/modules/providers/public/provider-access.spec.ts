import type { ProviderDirectory, ProviderState } from './provider-directory';
import { requireProvider } from './provider-access';

const directory = {
  get: () => undefined,
  list: () => [{ id: 'painter' }, { id: 'attic' }] as ProviderState[],
} as unknown as ProviderDirectory;

describe('requireProvider', () => {
  it('names similar ids of an unknown one', () => {
    expect(() => requireProvider(directory, 'paint', ['auto'])).toThrow(
      'There is no provider with this id. Did you mean painter?',
    );
  });

  it('names what is valid where nothing is similar', () => {
    expect(() => requireProvider(directory, 'xyz', ['auto'])).toThrow(
      'There is no provider with this id. Send one of: auto, painter, attic.',
    );
  });
});
