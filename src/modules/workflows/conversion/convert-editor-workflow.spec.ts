import { editorFixtures, packObjectInfo } from '../../../../test/support/editor-fixtures';
import { convertEditorWorkflow } from './convert-editor-workflow';

const info = packObjectInfo();

describe('convertEditorWorkflow gives the graph that the editor would send', () => {
  it.each(editorFixtures())('$name', ({ editor, graph, problems }) => {
    const conversion = convertEditorWorkflow(editor, info);

    expect(conversion.graph).toEqual(graph);
    expect(conversion.problems).toEqual(
      problems.map(({ reason, ...rest }) => ({
        ...rest,
        class: rest.node === null ? null : expect.any(String),
        reason: expect.stringContaining(reason),
      })),
    );
  });
});
