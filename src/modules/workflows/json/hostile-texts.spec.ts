import { recordedObjectInfo, workflowAround } from '../../../../test/support/workflow-fixtures';
import { bytesOf } from '../../../platform/imaging/readable-bytes';
import { embeddedTexts } from '../embedded/embedded-workflow';
import { assess } from '../public/availability';
import { nodeParam } from '../public/node-params';

/*
 * Texts that cost hours where the same letters are looked at again from each of their places. None of these tests is
 * timed: they are there to end. The lint rules of slow patterns know more of these than anybody could write down here.
 */

const LONG = 1_000_000;

const info = recordedObjectInfo();

describe('hostile texts', () => {
  it.each(['1', '1_', '1.', ' ', '\n'])('where a number should be: %j, very often', (piece) => {
    const cfg = `${piece.repeat(LONG)}x`;
    const graph = { k: { class_type: 'KSampler', inputs: { cfg } } };
    expect(assess(graph, info).unsupported_values).toContainEqual(
      expect.objectContaining({ node: 'k', input: 'cfg', value: cfg }),
    );
  });

  it.each([' ', '[', '\\', '/', '.a', 'a:'])('that nobody knows: %j, very often', (piece) => {
    const nodes = { n: { class_type: 'Unheard', inputs: { foo: `${piece.repeat(LONG)} x` } } };
    expect(nodeParam(workflowAround(nodes), 'node_n.foo', info)?.type).toBe('text');
  });

  it('in the tags of a sound: zeros without an end', async () => {
    const text = Buffer.from(`\0prompt\0${'\0'.repeat(LONG)}{}`);
    const size = (length: number): Buffer =>
      Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
    const frame = Buffer.concat([Buffer.from('TXXX'), size(text.length), Buffer.alloc(2), text]);
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0'), size(frame.length), frame]);
    expect(await embeddedTexts(bytesOf(tag))).toMatchObject({ prompt: null, damage: null });
  });
});
