import { fileName, folderName, gigabytes, webPage } from './manifest-shapes';

const fits = (found: readonly string[]): boolean => found.length === 0;

describe('what a manifest says of models', () => {
  it.each<[string, boolean]>([
    ['base.safetensors', true],
    ['SDXL/base v2 (#1, 50%).safetensors', true],
    ['SDXL\\Größe.safetensors', true],
    ['..hidden.safetensors', true],
    ['/etc/passwd', false],
    ['\\\\host\\share', false],
    ['C:\\x', false],
    ['~/x', false],
    ['a/../b', false],
    ['a//b', false],
    ['a\n.safetensors', false],
    ['x'.repeat(501), false],
  ])('the file %j: %s', (name, good) => {
    expect(fits(fileName(name, 'file'))).toBe(good);
  });

  it.each<[string, boolean]>([
    ['checkpoints', true],
    ['ultralytics/bbox', true],
    ['../../', false],
    ['loras?provider=x', false],
    ['a%2e%2e', false],
    ['', false],
  ])('the folder %j: %s', (name, good) => {
    expect(fits(folderName(name, 'folder'))).toBe(good);
  });

  it.each<[unknown, boolean]>([
    ['https://huggingface.co/a/b', true],
    ['http://example.com:8080/?a=1#b', true],
    ['https://javascript:alert(1)', false],
    ['javascript:alert(1)', false],
    ['https:///x', false],
    ['https://user:secret@example.com/', false],
    ['https://exa mple.com', false],
    [5, false],
  ])('the page %j: %s', (page, good) => {
    expect(fits(webPage(page, 'page'))).toBe(good);
  });

  it.each<[unknown, boolean]>([
    [0.5, true],
    [24, true],
    [0, false],
    [-5, false],
    [1e308, false],
    ['8', false],
  ])('%j gigabytes: %s', (value, good) => {
    expect(fits(gigabytes(value, 'vram_gb'))).toBe(good);
  });
});
