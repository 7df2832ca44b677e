import { editorFixtures, packObjectInfo } from '../../../../test/support/editor-fixtures';
import { convertEditorWorkflow } from '../conversion/convert-editor-workflow';
import { deriveWorkflow } from './derive-workflow';

const info = packObjectInfo();

/** The params that come out of an editor's file, as the corpus writes them; `null`: no graph, no params. */
function paramsOf(editor: unknown): Readonly<Record<string, string>> | null {
  const { graph } = convertEditorWorkflow(editor, info);
  if (graph === null) return null;
  return Object.fromEntries(
    Object.entries(deriveWorkflow(graph, info).params).map(([name, { type, binds }]) => [
      name,
      [type, ...binds.map(({ node, input }) => `${node}.${input}`)].join(' '),
    ]),
  );
}

describe('params derived from converted editor files', () => {
  it.each(editorFixtures())('$name', ({ editor, graph, params }) => {
    expect(paramsOf(editor)).toEqual(params);
    // Whoever adds a file says what its params are.
    expect(params === null).toBe(graph === null);
  });
});
