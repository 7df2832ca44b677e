import { readNodeQuery } from './node-query';

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
