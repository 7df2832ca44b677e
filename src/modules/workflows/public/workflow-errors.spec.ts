import { WorkflowNotFound } from './workflow-errors';

describe('WorkflowNotFound', () => {
  it('ends what keeps a workflow away once, whether that is a sentence or not', () => {
    const why = ['a.json is broken: Send a multiple of 8: 768 or 776.', 'b.json waits for B'];
    expect(new WorkflowNotFound(why).message).toBe(
      'There is no workflow with this id yet: ' +
        'a.json is broken: Send a multiple of 8: 768 or 776; b.json waits for B.',
    );
    expect(new WorkflowNotFound(why.slice(0, 1)).message).toMatch(/[^.]\.$/);
    expect(new WorkflowNotFound().message).toBe('There is no workflow with this id.');
  });
});
