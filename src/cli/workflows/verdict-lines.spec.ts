import type { WorkflowVerdict } from '../../modules/workflows/public/workflow-verdicts';
import { verdictLines } from './verdict-lines';

const PROGRAM = 'npx kinora workflows';
const NOTHING = { params: {}, warnings: [], missing_classes: [], problems: [] };

describe('verdictLines', () => {
  it('says no more than there is', () => {
    expect(verdictLines('a', { ...NOTHING, status: 'ready' }, PROGRAM)).toEqual([
      'a is kept.',
      'Status ready: requests can name it',
    ]);
  });

  it('tells what a server found wrong', () => {
    const problems = ['a.json:1 no node of it saves'];
    expect(verdictLines('a', { ...NOTHING, status: 'broken', problems }, PROGRAM)).toEqual([
      'a is kept.',
      'Status broken: it can’t be used',
      '  a.json:1 no node of it saves',
      'See what has become of it: npx kinora workflows list',
    ]);
    expect(verdictLines('a', { ...NOTHING, status: 'broken' }, PROGRAM)[1]).toBe(
      'Status broken: it was changed or removed meanwhile',
    );
  });

  it('tells params by how sure we are, classes, warnings, and where to look', () => {
    const verdict: WorkflowVerdict = {
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
      'a is kept.',
      'Params (3), by how sure we are:',
      '  high: prompt, seed',
      '  low: width',
      'Classes that no node offers yet: A, B',
      'Warnings:',
      '  node 3 (Strange): runs never',
      '  Only previews.',
      'Status needs_nodes: the server converts it once a node offers its classes',
      'See what has become of it: npx kinora workflows list',
    ]);
  });
});
