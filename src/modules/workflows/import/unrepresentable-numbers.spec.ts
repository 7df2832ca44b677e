import { ONE_PICTURE } from '../../../../test/support/editor-sample';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { parseImportText } from './parse-import';
import { reportUnrepresentableNumbers } from './unrepresentable-numbers';
import { resolveImport } from './resolve-import';
import { IMPORT_EXAMPLES } from './dto/import.examples';

const TEXT_TO_IMAGE = IMPORT_EXAMPLES.api_format.value.graph;

const API = {
  ...TEXT_TO_IMAGE,
  '8': { class_type: 'EmptyLatentImage', inputs: { width: 256, height: 512, batch_size: 1 } },
};

describe('reportUnrepresentableNumbers', () => {
  const info = recordedObjectInfo();

  function outputKind(text: string, infos: readonly ObjectInfo[]): unknown {
    const read = parseImportText('mine', text, null);
    if (read.kind !== 'graph') return read;
    const resolution = reportUnrepresentableNumbers(
      resolveImport(read.candidate, infos),
      read.candidate,
      infos,
    );
    switch (resolution.state) {
      case 'ready':
        return resolution.warnings.map(({ node, reason }) => `${node ?? ''}: ${reason}`);
      case 'broken':
        return resolution.faults;
      case 'needs_nodes':
        return resolution.state;
    }
  }

  const api = (value: string, written: string): string =>
    JSON.stringify(API, null, 1).replace(value, value.slice(0, value.indexOf(' ') + 1) + written);
  const lineOf = (text: string, what: string): number =>
    text.slice(0, text.indexOf(what)).split('\n').length;

  it.each(['NaN', 'Infinity', '-Infinity', '1e999'])(
    '%s in an input that counts is reported as it was written, with its line',
    (written) => {
      const text = api('"denoise": 1', written);
      expect(outputKind(text, [info])).toEqual([
        {
          part: 'workflow',
          path: ['5', 'inputs', 'denoise'],
          line: lineOf(text, '"denoise"'),
          reason: `node 5 (KSampler): input denoise is ${written}, which is not a finite number: write the one that is meant`,
        },
      ]);
      expect(outputKind(text, [])).toContain(
        `5: input denoise is ${written}, which is not a finite number (line ${lineOf(text, '"denoise"')}): it counts as left out`,
      );
    },
  );

  it('finds them in a wrapper', () => {
    const text = `{"prompt": ${api('"denoise": 1', 'NaN')}}`;
    expect(outputKind(text, [info])).toMatchObject([
      { path: ['prompt', '5', 'inputs', 'denoise'] },
    ]);
  });

  it('warns where a param replaces the value', () => {
    const param = { type: 'number', description: 'How strict it is.', default: 5 };
    const manifest = { params: { strict: { ...param, binds: [{ node: '5', input: 'cfg' }] } } };
    const text = `{"prompt": ${api('"cfg": 6', 'NaN')}, "manifest": ${JSON.stringify(manifest)}}`;
    expect(outputKind(text, [info])).toContain(
      `5: input cfg is NaN, which is not a finite number (line ${lineOf(text, '"cfg"')}): it counts as left out`,
    );
  });

  const sound = outputKind(JSON.stringify(API), [info]);

  it.each([
    ['a node that nothing needs', api('"width": 256', 'NaN')],
    ['an input that its class doesn’t have', api('"cfg": 6', '7, "more": NaN')],
    ['what ComfyUI notes beside a node', JSON.stringify(API).replace('{', '{"is_changed":NaN,')],
  ])('ignores them in %s', (what, text) => {
    const inNode = text.replace('{"is_changed":NaN,"1":{', '{"1":{"is_changed":[NaN],');
    expect([what, outputKind(inNode, [info])]).toEqual([what, sound]);
  });

  describe('in a file of the editor', () => {
    const written = (nodes: readonly object[]): string =>
      JSON.stringify({ ...ONE_PICTURE, nodes }).replaceAll('"?"', 'NaN');
    const [made, ...others] = ONE_PICTURE.nodes;

    it('warns of a value of a node that runs', () => {
      const text = written([{ ...made, widgets_values: [64, 64, 1, '?'] }, ...others]);
      expect(outputKind(text, [info])).toContain(
        '1: value 4 is NaN, which is not a finite number (line 1): it counts as left out',
      );
    });

    it('ignores them in notes', () => {
      const note = { id: 9, type: 'Note', mode: 0, widgets_values: ['?'], inputs: [], outputs: [] };
      expect(outputKind(written([...ONE_PICTURE.nodes, note]), [info])).toEqual(
        outputKind(written(ONE_PICTURE.nodes), [info]),
      );
    });
  });
});
