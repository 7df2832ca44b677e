import { urlProblem } from './webhook-url';

describe('urlProblem', () => {
  it.each(['https://example.com/hooks', 'https://example.com:8443/?token=x', 'https://1.1.1.1/'])(
    'admits %s',
    (url) => {
      expect(urlProblem(url, false)).toBeNull();
    },
  );

  it.each(['http://example.com/', 'http://127.0.0.1:3000/hooks', 'https://[::1]/'])(
    'admits %s only where private addresses are',
    (url) => {
      expect(urlProblem(url, true)).toBeNull();
      expect(urlProblem(url, false)).not.toBeNull();
    },
  );

  it.each([
    '',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://:pass@example.com/',
    'https://example.com/#part',
    'https://',
  ])('refuses %j everywhere', (url) => {
    expect([urlProblem(url, true), urlProblem(url, false)]).not.toContain(null);
  });

  it.each([
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost:9/hooks',
    'https://LOCALHOST./',
    'https://api.localhost/',
  ])('refuses the private address in %s', (url) => {
    expect(urlProblem(url, false)).toMatch(/public address/);
  });
});
