import { reachOf } from './model';

describe('reachOf', () => {
  it.each([
    ['http://localhost:8190/link/a', 'computer'],
    ['http://127.0.0.1:8190/link/a', 'computer'],
    ['http://[::1]:8190/link/a', 'computer'],
    ['http://192.168.1.20:8190/link/a', 'network'],
    ['http://172.20.0.1/link/a', 'network'],
    ['http://[fd00::1]/link/a', 'network'],
    ['http://kinora:8190/link/a', 'network'],
    ['http://kinora.local/link/a', 'network'],
    ['https://studio.example/link/a', 'everywhere'],
    ['https://172.40.0.1/link/a', 'everywhere'],
    ['https://10.example/link/a', 'everywhere'],
    ['https://[2001:db8::1]/link/a', 'everywhere'],
  ])('says of %s: %s', (url, reach) => {
    expect(reachOf(url)).toBe(reach);
  });
});
