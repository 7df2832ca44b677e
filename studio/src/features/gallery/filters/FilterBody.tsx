import { CollectionFilter } from './CollectionFilter';
import { DateFilter } from './DateFilter';
import type { FilterBodyProps } from './filter-body-props';
import { RatingFilter } from './RatingFilter';
import { TagFilter } from './TagFilter';
import { ValueFilter } from './ValueFilter';

/** The choices of one group of filters. */
export function FilterBody(props: FilterBodyProps) {
  const { group } = props;
  if (group === 'trash' || group === 'other') return null;
  if (group === 'tag') return <TagFilter {...props} />;
  if (group === 'rating') return <RatingFilter {...props} />;
  if (group === 'date') return <DateFilter {...props} />;
  if (group === 'collection') return <CollectionFilter {...props} />;
  return <ValueFilter {...props} group={group} />;
}
