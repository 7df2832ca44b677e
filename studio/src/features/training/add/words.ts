import { count } from '../../../ui/format';
import { pictures } from '../words';

export const addWords = {
  title: (n: number) => (n === 0 ? 'Add to a dataset' : `Add ${pictures(n)} to a dataset`),
  close: 'Close',
  nothing: 'Datasets hold PNG, JPEG and WebP pictures that don’t move. None is selected.',
  leftOut: (n: number) =>
    `${n === 1 ? '1 item isn’t a PNG, JPEG or WebP picture, and is' : `${count(n)} items aren’t PNG, JPEG or WebP pictures, and are`} left out.`,
  create: 'New dataset',
  back: 'Choose a dataset',
  added: (n: number, there: number, name: string) =>
    `${pictures(n)} added to ${name}${there === 0 ? '' : `; ${count(there)} ${there === 1 ? 'was' : 'were'} in it already`}`,
  allThere: (n: number, name: string) =>
    n === 1 ? `The picture is in ${name} already` : `All ${pictures(n)} are in ${name} already`,
} as const;
