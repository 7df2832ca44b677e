import type { ImportVerdict } from '../../modules/workflows/public/workflow-administration';
import { verdictLines } from './verdict-lines';

const PROGRAM = 'npx kinora workflows';
const EMPTY = { params: {}, warnings: [], missing_classes: [], problems: [] };

describe('verdictLines', () => {
  it('prints two lines for a ready workflow without params', () => {
    expect(verdictLines('a', { ...EMPTY, status: 'ready' }, PROGRAM)).toEqual([
      'a is imported.',
      'Status ready: requests can name it',
    ]);
  });

  it('lists params by confidence, missing classes, warnings and the next command', () => {
    const verdict: ImportVerdict = {
      status: 'needs_nodes',
      params: {
        width: { confidence: 'low', reason: 'w' },
        prompt: { confidence: 'high', reason: 'p' },
        seed: { confidence: 'high', reason: 's' },
      },
      warnings: [
        { node: '3', class: 'Strange', reason: 'runs never' },
        { node: null, class: null, reason: 'Only previews.' },
      ],
      missing_classes: ['A', 'B'],
      problems: ['a.json waits for a node that offers A, B'],
    };
    expect(verdictLines('a', verdict, PROGRAM)).toEqual([
      'a is imported.',
      'Params (3), by how sure we are:',
      '  high: prompt, seed',
      '  low: width',
      'Classes that no node offers yet: A, B',
      'Warnings:',
      '  node 3 (Strange): runs never',
      '  Only previews.',
      'Status needs_nodes: the server converts it within seconds if one of its nodes has the classes',
      'See what has become of it: npx kinora workflows list',
    ]);
  });
});
