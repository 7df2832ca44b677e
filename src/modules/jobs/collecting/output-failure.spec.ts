import { AppError } from '../../../platform/errors/app-error';
import { DiskFull } from '../../../platform/errors/disk-full';
import type { NodeOutput } from '../../providers/public/node-access';
import {
  NodeBadAnswer,
  NodeBusy,
  NodeRefused,
  NodeUnreachable,
  OutputTooLarge,
} from '../../providers/public/node-errors';
import { outputFailure, pauseAfter } from './output-failure';

const output: NodeOutput = {
  kind: 'file',
  nodeId: '9',
  index: 0,
  filename: 'a.png',
  subfolder: '',
  folderType: 'output',
};

class RefusedByMedia extends AppError {
  constructor() {
    super({ code: 'unsupported_media', status: 415, meaning: '' }, 'It is empty.');
  }
}

describe('outputFailure', () => {
  it.each([
    ['a node that is away', new NodeUnreachable('a')],
    ['a busy node', new NodeBusy('a', 1000)],
    ['a full disk', new DiskFull()],
    ['an error of our own', new TypeError('x is undefined')],
    ['a busy database', Object.assign(new Error(), { code: 'SQLITE_BUSY' })],
    ['a lost database', Object.assign(new Error(), { code: '57P01' })],
    ['five bad answers', new NodeBadAnswer('a', 'it broke off')],
  ])('waits for %s', (_, error) => {
    expect(outputFailure(error, output, 5)).toBeNull();
  });

  it.each([
    ['output_missing', new NodeRefused('a', 404, 'not found')],
    ['output_too_large', new OutputTooLarge(10)],
    ['output_unreadable', new RefusedByMedia()],
    ['output_unreadable', new NodeBadAnswer('a', 'it broke off')],
    ['not_storable', Object.assign(new Error(), { code: '22021' })],
    ['not_storable', Object.assign(new Error(), { code: 'SQLITE_TOOBIG' })],
  ])('names the output: %s', (code, error) => {
    const failure = outputFailure(error, output, 6);
    expect(failure).toMatchObject({ code, node_id: '9' });
    expect(failure?.message).toMatch(/^The output 'a.png' of the graph node 9 could not be kept: /);
  });
});

it('pauses longer after each failed round, up to 15 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(pauseAfter)).toEqual([
    500, 1000, 2000, 4000, 8000, 15_000, 15_000,
  ]);
});
