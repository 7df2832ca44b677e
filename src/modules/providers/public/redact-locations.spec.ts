import { locationRedactor } from './redact-locations';

describe('locationRedactor', () => {
  it.each([
    [
      "cannot identify image file '/srv/comfyui/input/bad.png'\n",
      "cannot identify image file 'bad.png'\n",
    ],
    [
      'ERROR: Could not detect model type of: /srv/models/a.safetensors',
      'ERROR: Could not detect model type of: a.safetensors',
    ],
    ["No such file: '/srv/my models/loras/x y.safetensors'", "No such file: 'x y.safetensors'"],
    ['C:\\Users\\me\\ComfyUI\\models\\x.pt is bad', 'x.pt is bad'],
    ['(D:/ComfyUI/x.pt)', '(x.pt)'],
    ["'\\\\server\\share\\x.pt' is bad", "'x.pt' is bad"],
    ['\\\\server\\share\\x.pt is bad', 'x.pt is bad'],
    ['open file:///home/me/x.png failed', 'open x.png failed'],
    ['~/ComfyUI/x.png', 'x.png'],
    ['[/srv/a.png, /srv/b.png]', '[a.png, b.png]'],
    [
      "HTTPConnectionPool(host='10.1.2.3', port=8188)",
      "HTTPConnectionPool(host='(address)', port=8188)",
    ],
    ['connect 127.0.0.1:8188 refused', 'connect (address) refused'],
    ['connect [fe80::1]:8188 and ::1 refused', 'connect (address) and (address) refused'],
    ['at http://gpu-box:8188/prompt and localhost:9', 'at (address) and (address)'],
    ['at http://[fe80::1]:8188/prompt', 'at (address)'],
    ['connect to host box7.gpu.example.com:8188', 'connect to host (address)'],
    ['file not found:/home/alice/models/x.pt', 'file not found:x.pt'],
    ['error:C:\\Users\\Alice\\x', 'error:x'],
    ['error:file:///home/alice/x', 'error:x'],
    ['PATH=/a/b:/home/alice/secret', 'PATH=b:secret'],
    ['-I/usr/include/secret/x -/home/x/y', '-Ix -y'],
    ['~alice/models/x', 'x'],
    ['C:\\Users\\Alice Smith\\secret\\x.png is bad', 'x.png is bad'],
    ['C:\\Program Files (x86)\\secret\\x.png or D:\\a b\\y', 'x.png or y'],
    ['\\\\host\\My Share\\x.pt or \\\\host\\y', 'x.pt or y'],
    ['could not open /mnt/My Models/secret stuff/x.safetensors', 'could not open x.safetensors'],
    ['D:/My Models/x.pt failed', 'x.pt failed'],
    ["/home/o'brien/secret/x", 'x'],
    ['\\\\?\\C:\\x\\y', 'y'],
    ["'~alice/My Models/x y'", "'x y'"],
    ['s3://models.example.com/a/b', 's3://models.example.com/a/b'],
    ['postgres://u:p@db/kinora', '(address)'],
    ['/srv/a.png steps/cfg', 'a.png steps/cfg'],
    ['/srv/a failed at 1/2 and/or steps/cfg', 'a failed at 1/2 and/or steps/cfg'],
    ['/srv/a and/or 1/2', 'a and/or 1/2'],
    ['~5/6 of 1/2, set steps/cfg and/or n/a', '~5/6 of 1/2, set steps/cfg and/or n/a'],
    ['execution.py:344 in execute', 'execution.py:344 in execute'],
    [
      'see https://huggingface.co/black-forest-labs/FLUX.1-dev',
      'see https://huggingface.co/black-forest-labs/FLUX.1-dev',
    ],
    [
      'kinora/sub/x.png and/or 1/2 at 12:34:56, torch 2.13.0, 16:9',
      'kinora/sub/x.png and/or 1/2 at 12:34:56, torch 2.13.0, 16:9',
    ],
  ])('%j', (text, expected) => {
    expect(locationRedactor([])(text)).toBe(expected);
  });

  it.each([
    ['http://gpu:8188', 'no GPU for gpu:8188', 'no GPU for (address)'],
    ['http://gpu:8188', 'Connection to gpu refused', 'Connection to (address) refused'],
    ['http://gpu:8188', 'Failed to resolve gpu.', 'Failed to resolve (address).'],
    ['http://GPU:8188', 'Failed to resolve GPU', 'Failed to resolve (address)'],
    [
      'http://gpu:8188',
      'egpu, gpus, gpu-2, sub/gpu/x, gpu.png',
      'egpu, gpus, gpu-2, sub/gpu/x, gpu.png',
    ],
    ['http://gpu:8188', "Pool(host='gpu', port=1)", "Pool(host='(address)', port=1)"],
    [
      'https://a.example.com/comfy',
      'at a.example.com, not b.example.com',
      'at (address), not b.example.com',
    ],
    ['https://a.example.com/comfy', 'xa.example.com', 'xa.example.com'],
    [
      'https://u:p@a.example.com/c',
      'GET https://u:p@a.example.com/c/prompt failed',
      'GET (address) failed',
    ],
    ['https://A.Example.com', 'wss://a.example.com/ws closed', '(address) closed'],
    ['http://10.0.0.7:8188', '10.0.0.7:8188', '(address)'],
    ['not an address', 'not an address', 'not an address'],
  ])('a node at %s: %j', (baseUrl, text, expected) => {
    expect(locationRedactor([baseUrl])(text)).toBe(expected);
  });

  it('redacts megabytes quickly', () => {
    const clean = locationRedactor(['http://gpu:8188', 'https://a.example.com']);
    for (const piece of [
      '/a',
      "'/",
      '"/ ',
      'a.',
      '1.',
      ':',
      'http://',
      '\\\\',
      'a:1',
      '[::',
      '/a b',
      '/a b/',
      ' a',
      'C:\\a ',
      '\\a ',
      '~a',
      '-I/',
      "'/a",
      'a+.',
    ])
      expect(clean(piece.repeat(500_000)).length).toBeLessThan(5_000_000);
  });
});
