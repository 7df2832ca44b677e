import { installAddress } from './install-address';

describe('installAddress', () => {
  it.each<[string | null, string, string, string]>([
    [null, 'http', '127.0.0.1:8190', 'http://127.0.0.1:8190'],
    [null, 'https', 'studio.example', 'https://studio.example'],
    [null, 'http', '[::1]:8190', 'http://[::1]:8190'],
    [null, 'ftp', 'LOCALHOST:80', 'http://localhost'],
    ['https://studio.example/', 'http', '127.0.0.1:8190', 'https://studio.example'],
    ['https://studio.example/kinora/', 'http', 'x', 'https://studio.example/kinora'],
  ])('public %s, asked by %s at %s: %s', (publicUrl, protocol, host, expected) => {
    expect(installAddress(publicUrl, { protocol, host })).toBe(expected);
  });
});
