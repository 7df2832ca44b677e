import {
  type ComfyPath,
  DISCOVERY_ENDPOINTS,
  isAnsweredByComfy,
  isPrivateFolder,
  readComfyPath,
  readNodeQuery,
} from './comfy-path';

const at = (raw: string): ComfyPath => {
  const path = readComfyPath(raw);
  if ('fault' in path) throw new Error(path.fault);
  return path;
};

const refused = { fault: expect.any(String) as string };

describe('readComfyPath', () => {
  it.each(DISCOVERY_ENDPOINTS)('%s may be asked for', (root) => {
    expect(readComfyPath(root)).toEqual({ root, segments: [root] });
  });

  it.each<[string, readonly string[]]>([
    ['models/checkpoints', ['models', 'checkpoints']],
    ['models%2Fcheckpoints', ['models', 'checkpoints']],
    ['models%2fcheckpoints', ['models', 'checkpoints']],
    ['%6dodels/%63heckpoints', ['models', 'checkpoints']],
    ['object_info/K%C3%B6nig%20%26%20Co%3F', ['object_info', 'König & Co?']],
    ['object_info/a:b;c=d,e@f', ['object_info', 'a:b;c=d,e@f']],
    ['history/..x', ['history', '..x']],
    ['object_info/x#y', ['object_info', 'x#y']],
    ['models/\uFF0E\uFF0E', ['models', '\uFF0E\uFF0E']],
  ])('%s is decoded once', (raw, segments) => {
    expect(readComfyPath(raw)).toEqual({ root: segments[0], segments });
  });

  it.each([
    ['nothing', ''],
    ['another root', 'view'],
    ['a root of the node that changes things', 'free'],
    ['the root with a prefix', 'api/queue'],
    ['another case', 'Queue'],
    ['a longer word', 'queue2'],
    ['a blank behind it', 'queue%20'],
    ['a fragment behind it', 'queue#'],
    ['a parameter behind it', 'queue;x'],
    ['full width letters', '\uFF51ueue'],
    ['a name of every object', 'constructor'],
    ['an address', 'http://node/queue'],
    ['an encoded address', 'http:%2F%2Fnode%2Fqueue'],
    ['an address without scheme', '/node/queue'],
    ['files of extensions', 'extensions/core/x.js'],
    ['files of extensions, encoded', 'extensions%2Fcore'],
    ['a slash at the end', 'models/'],
    ['an encoded slash at the end', 'models%2F'],
    ['a slash at the begin', '%2Fqueue'],
    ['two slashes', 'models//checkpoints'],
    ['one slash in each spelling', 'models/%2Fcheckpoints'],
    ['a dot', 'models/.'],
    ['an encoded dot', 'models/%2e'],
    ['two dots', 'models/..'],
    ['two dots on the way', 'models/../view'],
    ['two encoded dots', 'models/%2e%2E'],
    ['one dot in each spelling', 'models/.%2e/view'],
    ['dots behind an encoded slash', 'models%2F..%2Fview'],
    ['twice encoded dots', 'models/%252e%252e/view'],
    ['a twice encoded slash', 'models%252Fview'],
    ['a twice encoded letter', '%2571ueue'],
    ['an encoded percent sign', 'models/100%25'],
    ['a percent sign without digits', 'models/%'],
    ['a percent sign with wrong digits', 'models/%zz'],
    ['overlong UTF-8 for a dot', 'models/%c0%ae%c0%ae'],
    ['a backslash', 'models\\..\\view'],
    ['an encoded backslash', 'models%5C..'],
    ['NUL', 'models/a%00'],
    ['NUL as it is', 'models/a\u0000'],
    ['a line break', 'models/a%0D%0AHost:%20x'],
    ['a tab between dots', 'models/.%09.'],
    ['DEL', 'models/%7f'],
    ['a control character beyond ASCII', 'models/%C2%85'],
    ['more than a thousand characters', `models/${'x'.repeat(1000)}`],
  ])('%s is refused', (_, raw) => {
    expect(readComfyPath(raw)).toEqual(refused);
  });
});

describe('isAnsweredByComfy', () => {
  it.each<[string, boolean]>([
    ['queue', true],
    ['queue/x', false],
    ['history/x', true],
    ['history/x/y', false],
    ['prompt/x', false],
    ['system_stats/x', false],
    ['embeddings/x', false],
    ['features/x', false],
    ['object_info/KSampler', true],
    ['object_info/KSampler/x', false],
    ['models/loras', true],
    ['models/loras/sub', false],
  ])('tells whether ComfyUI itself answers %s: %s', (raw, expected) => {
    expect(isAnsweredByComfy(at(raw))).toBe(expected);
  });
});

describe('isPrivateFolder', () => {
  it.each<[string, boolean]>([
    ['models/custom_nodes', true],
    ['models/datasets', true],
    ['models/checkpoints', false],
    ['models', false],
    ['object_info/custom_nodes', false],
  ])('tells whether %s is a private folder: %s', (raw, expected) => {
    expect(isPrivateFolder(at(raw))).toBe(expected);
  });
});

describe('readNodeQuery', () => {
  it.each([
    ['/api/comfy/queue', 'queue', ''],
    ['/API/Comfy/queue?', 'queue', ''],
    ['/api/comfy/a%2Fb?provider=x', 'a%2Fb', ''],
    ['/api/comfy/history?max_items=5&provider=x&offset=-1', 'history', 'max_items=5&offset=-1'],
    ['/api/comfy/queue?provider=a&provider=b&a=1', 'queue', 'a=1'],
    ['/api/comfy/queue?%70rovider=a', 'queue', ''],
    ['/api/comfy/queue?a=%0d%0aX:1&b=/../?c#d', 'queue', 'a=%0D%0AX%3A1&b=%2F..%2F%3Fc%23d'],
    ['/api/comfy/queue?a=%zz&b', 'queue', 'a=%25zz&b='],
  ])('%s', (url, path, query) => {
    expect(readNodeQuery(url)).toEqual({ path, query });
  });
});
