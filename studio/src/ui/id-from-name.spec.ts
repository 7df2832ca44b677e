import { idFromName } from './id-from-name';

describe('idFromName', () => {
  it.each([
    ['Film crew 2', 'film-crew-2'],
    ['Élodie van der Berg', 'elodie-van-der-berg'],
    ['The “Old” Mill', 'the-old-mill'],
    ['  Zoë & Ænne  ', 'zoe-nne'],
    ['_draft', 'draft'],
    ['مريم', ''],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of "%s" is "%s"', (name, expected) => {
    expect(idFromName(name)).toBe(expected);
  });
});
