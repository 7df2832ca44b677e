import { Transport } from './transport.ts';

describe('Transport', () => {
  it('says that the address is missing', () => {
    expect(() => new Transport({ url: '' })).toThrow('Give the address of the service as `url`.');
  });
});
