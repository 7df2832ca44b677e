import { Incomparable, PromptHeap } from './prompt-heap';

function heapOf(...numbers: readonly number[]): PromptHeap<number> {
  const heap = new PromptHeap<number>((a, b) => {
    if (a === b) throw new Incomparable('equal');
    return a < b;
  });
  for (const number of numbers) heap.push(number);
  return heap;
}

describe('PromptHeap', () => {
  // The arrays are what heapq of Python 3.11 gives for the same steps.
  it('has the layout of heapq after pushes', () => {
    expect(heapOf(5, 2, 8, 1, 9, 3, 7).list()).toEqual([1, 2, 3, 5, 9, 8, 7]);
  });

  it('has the layout of heapq after a pop', () => {
    const heap = heapOf(5, 2, 8, 1, 9, 3, 7);
    expect(heap.pop()).toBe(1);
    expect(heap.list()).toEqual([2, 5, 3, 7, 9, 8]);
  });

  it('has the layout of heapify after a removal', () => {
    const heap = heapOf(5, 2, 8, 1, 9, 3, 7);
    expect(heap.remove((number) => number === 2)).toBe(true);
    expect(heap.list()).toEqual([1, 3, 5, 9, 8, 7]);
    expect(heap.remove((number) => number === 2)).toBe(false);
  });

  it('pops everything in order', () => {
    const heap = heapOf(4, 1, 3, 2, 0);
    const taken = [heap.pop(), heap.pop(), heap.pop(), heap.pop(), heap.pop(), heap.pop()];
    expect(taken).toEqual([0, 1, 2, 3, 4, undefined]);
  });

  it('keeps an item that cannot be compared', () => {
    const heap = heapOf(1);
    expect(() => heap.push(1)).toThrow(Incomparable);
    expect(heap.list()).toEqual([1, 1]);
    expect([heap.pop(), heap.pop()]).toEqual([1, 1]);
  });
});
