import { installAddress } from './install-address';

describe('installAddress', () => {
  it.each<[string | null, string, string, string]>([
    [null, 'http', '127.0.0.1:8190', 'http://127.0.0.1:8190'],
    [null, 'https', 'studio.example', 'https://studio.example'],
    [null, 'http', '[::1]:8190', 'http://[::1]:8190'],
    [null, 'ftp', 'LOCALHOST:80', 'http://localhost'],
    ['https://studio.example/', 'http', '127.0.0.1:8190', 'https://studio.example'],
    ['https://studio.example/kinora/', 'http', 'x', 'https://studio.example/kinora'],
  ])(
    'with public_url %s, a request by %s to the host %s gets %s',
    (publicUrl, protocol, host, expected) => {
      expect(installAddress(publicUrl, { protocol, host })).toBe(expected);
    },
  );
});
