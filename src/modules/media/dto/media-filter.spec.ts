import { fieldsOf } from '../../../platform/validation/field';
import { SavedMediaFilterDto } from '../public/saved-media-filter.dto';
import { MediaFilterDto } from './media-filter.dto';
import { MediaFilterQuery } from './media-query.dto';

const names = (type: Parameters<typeof fieldsOf>[0]) => [...fieldsOf(type).keys()];

describe('MediaFilterDto', () => {
  it('has the same fields in a body as in a query string', () => {
    expect(names(MediaFilterDto)).toEqual(names(MediaFilterQuery));
    expect(names(MediaFilterDto)).toContain('made_from');
  });

  it('is kept without a collection and without an owner', () => {
    const kept = names(MediaFilterDto).filter((name) => !['collection', 'owner'].includes(name));
    expect(names(SavedMediaFilterDto)).toEqual(kept);
  });
});
