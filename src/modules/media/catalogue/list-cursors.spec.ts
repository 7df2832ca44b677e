import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { filterMark, readPage } from '../../../platform/http/paging';
import { pageCursors, readCursor } from './list-cursors';

describe('pageCursors', () => {
  const filters = { tag: ['best'], trashed: true };
  const [first, second = ''] = pageCursors([30, 20, 10], 2, filterMark(filters));

  it('begin the pages of the list with the same filters', () => {
    expect(first).toBe('');
    const { after } = readPage({ ...filters, cursor: second });
    expect(after && readCursor(after, 'created_at')).toEqual({ sort: 20, id: '' });
  });

  it('are refused with others', () => {
    expect(() => readPage({ cursor: second })).toThrow(ValidationFailed);
  });
});
