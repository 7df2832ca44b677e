import { plainPicture, type Picture, type Size } from '../drawing/picture';
import { inverted, laidOver, padded, scaled, type Rgb } from '../drawing/picture-operations';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { pictures } from './value';

function compositeMasked({ inputs }: NodeCall): NodeResult {
  const [source] = inputs.pictures('source').frames;
  const mask = inputs.has('mask') ? inputs.pictures('mask').frames[0] : undefined;
  const place = { x: inputs.number('x'), y: inputs.number('y'), mask };
  const frames = inputs.pictures('destination').frames.map((base) => {
    if (source === undefined) return base;
    const above = inputs.flag('resize_source') ? scaled(source, base.size) : source;
    return laidOver(base, above, place);
  });
  return { outputs: [pictures(frames)] };
}

/** Of the ways to mix, only the usual one, over, is told apart from nothing: the source where it can be seen. */
function porterDuff({ inputs }: NodeCall): NodeResult {
  const [source] = inputs.pictures('source').frames;
  const [hidden] = inputs.pictures('source_alpha').frames;
  const frames = inputs.pictures('destination').frames.map((base) => {
    if (source === undefined) return base;
    const mask = hidden && inverted(hidden);
    return laidOver(base, scaled(source, base.size), { x: 0, y: 0, mask });
  });
  return { outputs: [pictures(frames), inputs.pictures('destination_alpha')] };
}

const COLOURS: Readonly<Record<string, Rgb>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
};
const BLACK: Rgb = [0, 0, 0];

/** How two pictures are put together: side by side or one over the other, in which order, with what between. */
interface Joint {
  readonly across: boolean;
  readonly gap: number;
  readonly colour: Rgb;
}

/** Two pictures side by side, or one over the other. */
function stitch({ inputs }: NodeCall): NodeResult {
  const [first] = inputs.pictures('image1').frames;
  const second = inputs.has('image2') ? inputs.pictures('image2').frames[0] : undefined;
  if (first === undefined || second === undefined) return { outputs: [inputs.pictures('image1')] };
  const direction = inputs.text('direction', 'right');
  const across = direction === 'right' || direction === 'left';
  const spacing = inputs.number('spacing_width', 0);
  const colour = COLOURS[inputs.text('spacing_color', 'white')] ?? BLACK;
  const joint = { across, gap: spacing + (spacing % 2), colour };
  const pair = inputs.flag('match_image_size', true)
    ? ([first, scaled(second, alike(second.size, first.size, across), 'lanczos')] as const)
    : levelled(first, second, joint);
  const isAfter = direction === 'right' || direction === 'down';
  const [near, far] = isAfter ? pair : ([pair[1], pair[0]] as const);
  return { outputs: [pictures([joined(near, far, joint)])] };
}

/** The size that has the other's height (or width) and its own shape. */
function alike(size: Size, like: Size, across: boolean): Size {
  const ratio = size.width / size.height;
  return across
    ? { width: Math.max(1, Math.trunc(like.height * ratio)), height: like.height }
    : { width: like.width, height: Math.max(1, Math.trunc(like.width / ratio)) };
}

/** Both with room on two sides, so that they have one height (or width). */
function levelled(
  first: Picture,
  second: Picture,
  { across, colour }: Joint,
): readonly [Picture, Picture] {
  const side = across ? 'height' : 'width';
  const length = Math.max(first.size[side], second.size[side]);
  // Colours other than grey ones count as black here, as on the real one.
  const grey = colour[0] === colour[1] && colour[1] === colour[2] ? colour : BLACK;
  const level = (picture: Picture): Picture => {
    const room = length - picture.size[side];
    const [before, after] = [Math.floor(room / 2), room - Math.floor(room / 2)];
    const sides = across ? { top: before, bottom: after } : { left: before, right: after };
    return room === 0 ? picture : padded(picture, sides, grey);
  };
  return [level(first), level(second)];
}

function joined(near: Picture, far: Picture, { across, gap, colour }: Joint): Picture {
  const room = across ? { right: far.size.width + gap } : { bottom: far.size.height + gap };
  const place = across ? { x: near.size.width + gap, y: 0 } : { x: 0, y: near.size.height + gap };
  return laidOver(padded(near, room, colour), far, place);
}

/** A batch as one picture, row by row. */
function grid({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('images');
  const columns = inputs.number('columns');
  const cell = { width: inputs.number('cell_width'), height: inputs.number('cell_height') };
  const padding = inputs.number('padding');
  const rows = Math.max(1, Math.ceil(frames.length / columns));
  const size = {
    width: columns * cell.width + (columns - 1) * padding,
    height: rows * cell.height + (rows - 1) * padding,
  };
  const whole = frames.reduce(
    (below, picture, index) => {
      const x = (index % columns) * (cell.width + padding);
      const y = Math.floor(index / columns) * (cell.height + padding);
      return laidOver(below, scaled(picture, cell, 'lanczos'), { x, y });
    },
    plainPicture(size, BLACK),
  );
  return { outputs: [pictures([whole])] };
}

/** Classes that put several pictures into one. */
export const COMPOSITING_RUNS: NodeRuns = {
  ImageCompositeMasked: compositeMasked,
  PorterDuffImageComposite: porterDuff,
  ImageStitch: stitch,
  ImageGrid: grid,
};
