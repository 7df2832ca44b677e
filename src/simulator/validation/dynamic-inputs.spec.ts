import { ClassCatalogue } from '../catalogue/class-catalogue';
import { asObject, readJson } from '../wire/json';
import { finalInputs } from './dynamic-inputs';

const CATALOGUE = new ClassCatalogue();

function inputsOf(className: string, values: object): { required: string[]; optional: string[] } {
  const node = CATALOGUE.find(className)!;
  const { required, optional } = finalInputs(node, asObject(readJson(JSON.stringify(values))));
  return { required: [...required.keys()], optional: [...optional.keys()] };
}

describe('finalInputs', () => {
  it('are the declared inputs of plain classes', () => {
    expect(inputsOf('EmptyImage', {})).toEqual({
      required: ['width', 'height', 'batch_size', 'color'],
      optional: [],
    });
  });

  it('grow with a choice, and with a nested choice', () => {
    const chosen = { format: 'mp4', 'format.codec': 'h264', 'format.codec.encoding': 're-encode' };
    const { required } = inputsOf('SaveVideo', chosen);
    expect(required).toEqual(expect.arrayContaining(['format', 'format.codec']));
    expect(required).toContain('format.codec.encoding.color_space');
    expect(inputsOf('SaveVideo', { format: 'mp4' }).required).not.toContain(
      'format.codec.encoding.color_space',
    );
  });

  it('ignore an unknown choice', () => {
    expect(inputsOf('SaveVideo', { format: 'avi' }).required).not.toContain('format');
  });

  it('grow by numbered names', () => {
    const { required, optional } = inputsOf('BatchImagesNode', {});
    expect(required[0]).toBe('images.image0');
    expect(optional.at(-1)).toMatch(/^images\.image\d+$/);
  });
});
