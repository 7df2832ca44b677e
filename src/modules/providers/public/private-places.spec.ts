import { placeCleaner } from './private-places';

describe('placeCleaner', () => {
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
    expect(placeCleaner([])(text)).toBe(expected);
  });

  it.each([
    ['http://gpu:8188', 'no gpu for gpu:8188', 'no gpu for (address)'],
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
    expect(placeCleaner([baseUrl])(text)).toBe(expected);
  });

  it('looks through megabytes at once', () => {
    const clean = placeCleaner(['http://gpu:8188', 'https://a.example.com']);
    for (const piece of ['/a', "'/", '"/ ', 'a.', '1.', ':', 'http://', '\\\\', 'a:1', '[::'])
      expect(clean(piece.repeat(500_000)).length).toBeLessThan(5_000_000);
  });
});
