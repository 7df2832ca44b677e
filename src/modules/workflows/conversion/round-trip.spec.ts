import { EditorWriter } from '../../../../test/support/editor-writer';
import { randomGraph } from '../../../../test/support/random-graphs';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import { convertEditorWorkflow } from './convert-editor-workflow';

describe('converting a graph that was written in the editor format', () => {
  const info = recordedObjectInfo();
  const random = SeededRandom.for('round trip of the editor');

  it('gives the same graph for every editor version, with subgraphs, reroutes, set and get nodes and bypassed nodes', () => {
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
