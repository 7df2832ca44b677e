import { curlOf } from './curl';

describe('the curl command', () => {
  it.each([
    [
      false,
      "curl http://a:1/api/image/generate \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  \"prompt\": \"it'\\''s\"\n}'",
    ],
    [
      true,
      "curl http://a:1/api/image/generate \\\n  -H \"Authorization: Bearer $KINORA_KEY\" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  \"prompt\": \"it'\\''s\"\n}'",
    ],
  ])('with a key: %s', (needsKey, command) => {
    const request = { type: 'image' as const, body: { prompt: "it's" } };
    expect(curlOf(request, 'http://a:1', needsKey)).toBe(command);
  });
});
