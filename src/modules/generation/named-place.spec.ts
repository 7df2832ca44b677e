import { holdsPlace, namesPlace } from './named-place';

describe('namesPlace', () => {
  it.each<[unknown]>(
    [
      ...['/etc/passwd', '/', '//host/x', ' /etc/passwd\n', '"/etc/passwd"', "'C:\\x'", '/secret'],
      ...[
        '~',
        '~/x',
        '~alice/x',
        '~alice',
        'C:\\x',
        'c:/x',
        'C:',
        '\\\\host\\share\\x',
        '\\Windows\\x',
      ],
      ...['..', '../x', 'a/../../x', '..\\x', 'a\\..', '$HOME/x', '${HOME}/x', '%APPDATA%\\x'],
      ...['http://169.254.169.254', 'file:///etc/passwd', 'file:/etc/passwd', 's3://bucket/key'],
      ...['http://10.0.0.1/x#a fox in the snow', 'http://10.0.0.1/?q=a fox in the snow'],
      ...[
        '/home/alice/My Models/x',
        '/my models/secret/x y z.png',
        'C:\\Users\\Alice Smith\\x.png',
      ],
      ...['/etc/passwd\n/etc/shadow', '../My Models/x.png', '/home/alice/My Documents'],
      [['a', '/etc/passwd']],
      { a: { b: '/etc/passwd' } },
    ].map((value): [unknown] => [value]),
  )('%j is a place', (value) => {
    expect(namesPlace(value)).toBe(true);
  });

  it.each<[unknown]>(
    [
      ...[
        '',
        ' ',
        'a fox',
        'and/or',
        '1/2',
        'steps/cfg',
        'video/h264-mp4',
        'a/b.safetensors',
        '...',
      ],
      ...[
        'a fox like on https://example.com/fox.png',
        'https://example.com/fox is the style I want',
      ],
      ...[
        '/imagine a fox',
        '/imagine a fox and/or a hare',
        '/a/b is where all foxes live',
        '~30 years',
      ],
      ...['a fox\n/etc/passwd', '16:9', 'a: b', 'v1..2', 'sub\\x.safetensors', '50% grey / white'],
      ...[5, true, null, ['a'], { a: 1 }],
    ].map((value): [unknown] => [value]),
  )('%j is none', (value) => {
    expect(namesPlace(value)).toBe(false);
  });

  it('looks through long texts at once', () => {
    for (const piece of ['/a', '/ ', '../', '"', '\n/', 'a:', 'http://', '~', ' ', '/a b.c'])
      expect(typeof namesPlace(`/${piece.repeat(200_000)} x`)).toBe('boolean');
  });
});

describe('holdsPlace', () => {
  it.each<[unknown]>(
    [
      ...['x y/../../../../etc/passwd', 'no w/../../../root/.ssh/id_rsa', 'a\\..\\b c d e', '..'],
      ...['x/..', 'say "../x"', '/etc/some dir/with three words here', 'https://evil/x y z q'],
      ...[
        'a fox\n/etc/passwd',
        'a fox\r\n  "C:\\x y z w"',
        'a\u2028/x',
        'a.png;/etc/passwd',
        'a, ~/x',
      ],
      ...['%2Fetc%2Fpasswd', 'a/%252e%252e/b', '..%5cx', 'file%3A///x', 'a%0a/etc/passwd', '%7e/x'],
      ...[
        '\u200b/etc/passwd',
        '\uff0fetc',
        'a\u2215..\u2215b',
        '\uff0e\uff0e/x',
        '\u2025/x',
        '\ufe68\ufe68host',
      ],
      ...[
        '\\\\host\\share',
        '\\\\?\\C:\\x',
        'C:\\My Files\\with three words',
        'file:/x y z w',
        '~root/x y z w',
      ],
      ...['/imagine a fox', ['a', 'x/../y z w v']],
      { __value__: ['a', 'a b c d\n/etc'] },
    ].map((value): [unknown] => [value]),
  )('%j holds a place', (value) => {
    expect(holdsPlace(value)).toBe(true);
  });

  it.each<[unknown]>(
    [
      ...['', ' ', 'a fox, 3/4 view', 'and/or', '1/2', 'video/h264-mp4', 'a/b.safetensors', '...'],
      ...['as on https://example.com/x.png', 'wait.../then', 'v1..2', '~30 years', '16:9', 'a: b'],
      ...['sub\\x.safetensors', '100%25 grey', 'a\nb', 5, true, null, ['a'], { __value__: ['a'] }],
    ].map((value): [unknown] => [value]),
  )('%j holds none', (value) => {
    expect(holdsPlace(value)).toBe(false);
  });

  it('looks through long texts at once', () => {
    for (const piece of [
      '/a',
      '. ',
      '..',
      '%25',
      '%2',
      '\n',
      ' ',
      '\t',
      '"',
      ';',
      'a:',
      '~',
      '\u200b',
      '.\n',
    ])
      expect(typeof holdsPlace(`a${piece.repeat(200_000)} x`)).toBe('boolean');
  });
});
