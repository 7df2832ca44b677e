import { EditorWriter } from '../../../../test/support/editor-writer';
import { randomGraph } from '../../../../test/support/random-graphs';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import { convertEditorWorkflow } from './convert-editor-workflow';

describe('a graph written as the editor writes it comes back as it was', () => {
  const info = recordedObjectInfo();
  const random = SeededRandom.for('round trip of the editor');

  it('in the way of any year, with subgraphs, reroutes, meetings and bypassed nodes', () => {
    for (let round = 0; round < 500; round += 1) {
      const graph = randomGraph(random);
      const editor = new EditorWriter(graph, random).write();
      const conversion = convertEditorWorkflow(JSON.parse(JSON.stringify(editor)), info);

      expect({ graph: conversion.graph, problems: conversion.problems }).toEqual({
        graph,
        problems: [],
      });
    }
  });
});
