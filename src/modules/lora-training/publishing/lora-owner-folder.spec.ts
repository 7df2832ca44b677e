import { ownerFolder } from './lora-owner-folder';

it.each([
  [null, 'shared'],
  ['shared', 'shared~1'],
  ['shared~2', 'shared~2'],
  ['film-crew', 'film-crew'],
  ['../ä b', '__b'],
])('the LoRAs of %j are published to the folder %s', (owner, folder) => {
  expect(ownerFolder(owner)).toBe(folder);
});
