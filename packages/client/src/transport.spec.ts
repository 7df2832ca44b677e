import { Transport } from './transport.ts';

describe('Transport', () => {
  it('says that the address is missing', () => {
    expect(() => new Transport({ url: '' })).toThrow('Give the address of the service as `url`.');
  });

  it('names the address that can’t be reached', async () => {
    const refuse = () => Promise.reject(new TypeError('fetch failed'));
    const transport = new Transport({ url: 'http://studio:1/', fetch: refuse });
    const sent = transport.send(
      () => new Request('http://studio:1/api/jobs'),
      { mayRepeat: false },
      (response) => response.json(),
    );
    await expect(sent).rejects.toThrow(/^Kinora can’t be reached at http:\/\/studio:1\.$/);
  });
});
