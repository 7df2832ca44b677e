import { archiveNames } from './archive-names';

it('numbers names that are the same, also in another case, and avoids reserved ones', () => {
  const names = ['a.png', 'A.PNG', 'a.png', 'a (2).png', 'manifest.json'];
  expect(archiveNames(names, ['manifest.json'])).toEqual([
    'a.png',
    'A (2).PNG',
    'a (3).png',
    'a (2) (2).png',
    'manifest (2).json',
  ]);
});

it.each([
  ['../../etc/passwd', '-..-etc-passwd'],
  ['..\\..\\x.png', '-..-x.png'],
  ['C:\\x.png', 'C--x.png'],
  ['/x.png', '-x.png'],
  ['.htaccess', 'htaccess'],
  ['a.png. .', 'a.png'],
  ['con.png', '_con.png'],
  ['COM1', '_COM1'],
  ['a\0b\n\u202ec.png', 'a-b--c.png'],
  ['', 'media'],
  ['雪の狐.png', '雪の狐.png'],
])('makes %j safe', (name, expected) => {
  expect(archiveNames([name], [])).toEqual([expected]);
});

it('cuts long names to whole characters, and keeps the extension', () => {
  const [name = ''] = archiveNames([`${'雪'.repeat(120)}.png`], []);
  expect(name).toMatch(/^雪+\.png$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(205);
});

it('numbers names that many files have, also beside files that are named so', () => {
  const same = Array.from({ length: 1000 }, () => 'image.png');
  const names = archiveNames([...same, 'Image (7).png', 'image.png'], []);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(1002);
  expect(names.slice(998)).toEqual([
    'image (999).png',
    'image (1000).png',
    'Image (7) (2).png',
    'image (1001).png',
  ]);
});
