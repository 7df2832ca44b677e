import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { PlatformApp } from '../support/platform-app';

const LIMIT = 4096;

describe('request bodies', () => {
  let kinora: PlatformApp;
  beforeAll(async () => (kinora = await PlatformApp.start({ limits: { body_bytes: LIMIT } })));
  afterAll(() => kinora.close());

  const good = { name: 'cup', count: 1 };
  const detail = ({ body }: { body: Record<string, unknown> }): unknown[] =>
    (body['detail'] as { loc: unknown[]; type: string }[]).map(({ loc, type }) => [loc, type]);

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json ; charset = utf-8 ',
  ])('takes %s', async (type) => {
    const { status, body } = await kinora.post('/sample/things', good, { 'Content-Type': type });
    expect([status, body]).toEqual([201, good]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
    '',
    undefined,
  ])('refuses %s with 415', async (type) => {
    const answer = await kinora.post('/sample/things', good, { 'Content-Type': type });
    expect([answer.status, answer.body['code']]).toEqual([415, 'unsupported_media_type']);
  });

  it('refuses other content types even where no body is expected, so that no form can send one', async () => {
    const form = { 'Content-Type': 'text/plain' };
    expect((await kinora.post('/sample/touch', 'x', form)).status).toBe(415);
    expect((await kinora.post('/sample/touch', {})).status).toBe(201);
    expect((await kinora.send({ method: 'POST', path: '/sample/touch' })).status).toBe(201);
  });

  it('refuses fields where no body is expected', async () => {
    const sent = (body: unknown) => kinora.post('/sample/touch', JSON.stringify(body));
    const answer = await sent({ force: true, ids: [] });
    expect([answer.status, detail(answer)]).toEqual([
      422,
      [
        [['body', 'force'], 'extra_forbidden'],
        [['body', 'ids'], 'extra_forbidden'],
      ],
    ]);
    for (const body of [[], 'x', 5])
      expect(detail(await sent(body))).toEqual([[['body'], 'extra_forbidden']]);
    for (const body of [{}, null]) expect((await sent(body)).status).toBe(201);
    expect((await kinora.post('/sample/touch', '{')).status).toBe(422);
  });

  it('refuses compressed bodies with 415', async () => {
    const body = gzipSync(JSON.stringify(good));
    const answer = await kinora.post('/sample/things', body, { 'Content-Encoding': 'gzip' });
    expect([answer.status, answer.body['code']]).toEqual([415, 'unsupported_media_type']);
  });

  it('passes the body through on a streaming route, which takes its own content type only', async () => {
    const bytes = Buffer.alloc(LIMIT * 3);
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await kinora.post('/sample/upload', bytes, form)).body).toEqual({ bytes: LIMIT * 3 });
    expect((await kinora.post('/sample/upload', good)).status).toBe(415);
  });

  it('accepts a body of exactly the limit and refuses one byte more, with and without Content-Length', async () => {
    const sized = (size: number): string => {
      const body = JSON.stringify({ ...good, note: '' });
      return JSON.stringify({ ...good, note: 'x'.repeat(size - body.length) });
    };
    const chunked = { 'Transfer-Encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      expect((await kinora.post('/sample/things', sized(LIMIT), headers)).status).toBe(201);
      const { status, body } = await kinora.post('/sample/things', sized(LIMIT + 1), headers);
      expect(status).toBe(413);
      expect(body).toMatchObject({ code: 'body_too_large', max_bytes: LIMIT });
    }
  });

  it('answers a body far above the limit before the client has sent it all', async () => {
    const { status } = await kinora.post('/sample/things', Buffer.alloc(LIMIT * 5_000, ' '));
    expect(status).toBe(413);
  });

  it.each<[string, string | Buffer, unknown[]]>([
    ['nothing', '', [[['body'], 'missing']]],
    ['broken JSON', '{"name":"a",}', [[['body', 12], 'json_invalid']]],
    ['NaN', '{"count":NaN}', [[['body', 9], 'json_invalid']]],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), [[['body', 0], 'json_invalid']]],
    ['a list', '[]', [[['body'], 'dict_type']]],
    ['null', 'null', [[['body'], 'dict_type']]],
    ['text', '"x"', [[['body'], 'dict_type']]],
    [
      'an empty object',
      '{}',
      [
        [['body', 'name'], 'missing'],
        [['body', 'count'], 'missing'],
      ],
    ],
    [
      'wrong types',
      '{"name":1,"count":"1","parts":{}}',
      [
        [['body', 'name'], 'string_type'],
        [['body', 'count'], 'int_type'],
        [['body', 'parts'], 'list_type'],
      ],
    ],
    [
      'a nested fault',
      '{"name":"a","count":1,"parts":[{"id":"x"},{"id":"","y":1}]}',
      [
        [['body', 'parts', 1, 'id'], 'string_too_short'],
        [['body', 'parts', 1, 'y'], 'extra_forbidden'],
      ],
    ],
    [
      'a number that JSON clients round',
      '{"name":"a","count":1,"extra":{"seed":9007199254740993}}',
      [[['body', 'extra', 'seed'], 'less_than_equal']],
    ],
    [
      'dangerous keys',
      '{"name":"a","count":1,"__proto__":{"admin":true}}',
      [[['body', '__proto__'], 'value_error']],
    ],
    ['the NUL character', '{"name":"a\\u0000","count":1}', [[['body', 'name'], 'value_error']]],
  ])('422 for %s', async (_, body, expected) => {
    const answer = await kinora.post('/sample/things', body);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toEqual(expected);
  });

  it('accepts a byte order mark, and 1.0 as an integer', async () => {
    const answer = await kinora.post('/sample/things', '\ufeff{"name":"a","count":1.0}');
    expect([answer.status, answer.body]).toEqual([201, { name: 'a', count: 1 }]);
  });

  it('checks a body with any keys for unsafe keys and values', async () => {
    expect((await kinora.post('/sample/any', { toString: 1, a: [null] })).body).toEqual({
      toString: 1,
      a: [null],
    });
    expect(detail(await kinora.post('/sample/any', '{"a":{"constructor":1}}'))).toEqual([
      [['body', 'a', 'constructor'], 'value_error'],
    ]);
    expect(detail(await kinora.post('/sample/any', '[1]'))).toEqual([[['body'], 'dict_type']]);
  });

  it.each([
    ['/sample/things?limit=0', [['query', 'limit'], 'greater_than_equal']],
    ['/sample/things?limit=201', [['query', 'limit'], 'less_than_equal']],
    ['/sample/things?limit=', [['query', 'limit'], 'int_type']],
    ['/sample/things?limit=1e1', [['query', 'limit'], 'int_type']],
    ['/sample/things?limit=%205', [['query', 'limit'], 'int_type']],
    ['/sample/things?limit=5&limit=5', [['query', 'limit'], 'int_type']],
    ['/sample/things?limit[]=5&limit=x', [['query', 'limit'], 'int_type']],
    ['/sample/things?with_total=yes', [['query', 'with_total'], 'bool_type']],
    ['/sample/things?cursor=%00', [['query', 'cursor'], 'value_error']],
    ['/sample/things?cursor=nonsense', [['query', 'cursor'], 'value_error']],
    ['/sample/things?cursor=W10', [['query', 'cursor'], 'value_error']],
    ['/sample/things/UPPER', [['path', 'id'], 'string_pattern_mismatch']],
    ['/sample/things/%00', [['path', 'id'], 'string_pattern_mismatch']],
  ])('422 for %s', async (path, expected) => {
    const answer = await kinora.get(path);
    expect(answer.status).toBe(422);
    expect(detail(answer)[0]).toEqual(expected);
  });

  it('a client that disconnects half-way causes no error', async () => {
    const before = kinora.log.length;
    const socket = connect(kinora.port, '127.0.0.1');
    socket.write(
      'POST /sample/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nX-Request-Id: gone\r\n\r\n{"na',
    );
    // The answer to a second request proves that the first one has arrived.
    await kinora.get('/api/health/live');
    socket.destroy();
    while (!kinora.log.some((line) => line['request_id'] === 'gone'))
      await new Promise(setImmediate);
    const lines = kinora.log.slice(before).filter((line) => line['request_id'] === 'gone');
    expect(lines.map((line) => [line['level'], line['aborted']])).toEqual([['info', true]]);
  });
});
