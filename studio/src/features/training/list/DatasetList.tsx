import { KinoraError } from '@kinora/client';
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type Dataset, itemThumbnail, useDatasets, useFirstItem } from '../../../api/datasets';
import { CreateButton } from '../../../routing/CreateAction';
import { CardBody, cardLink, CardList, CardListSkeleton } from '../../../ui/Cards';
import { EmptyState } from '../../../ui/EmptyState';
import { PagedList } from '../../../ui/PagedList';
import { Time } from '../../../ui/Time';
import { trainingWords } from '../words';
import { SetUpTraining } from './SetUpTraining';

const { datasets: words, lists } = trainingWords;

/** The caller's datasets, newest first. */
export function DatasetList() {
  const datasets = useDatasets();
  if (datasets.error instanceof KinoraError && datasets.error.code === 'training_not_configured')
    return <SetUpTraining onCheck={datasets.refetch} />;
  return (
    <PagedList
      query={datasets}
      skeleton={<CardListSkeleton />}
      empty={
        <EmptyState title={words.empty.title} text={words.empty.text}>
          <CreateButton label={words.create} />
        </EmptyState>
      }
    >
      {(items) => (
        <CardList label={lists.datasets}>
          {items.map((dataset) => (
            <DatasetCard key={dataset.id} dataset={dataset} />
          ))}
        </CardList>
      )}
    </PagedList>
  );
}

function DatasetCard({ dataset }: { readonly dataset: Dataset }) {
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const isEmpty = dataset.image_count === 0;
  const { data: first } = useFirstItem(dataset.id, { enabled: inViewport && !isEmpty });
  return (
    <li ref={ref}>
      <Link to="/training/datasets/$id" params={{ id: dataset.id }} className={cardLink}>
        <CardBody
          picture={first ? itemThumbnail(first, 512) : null}
          noPicture={isEmpty ? words.noPicture : undefined}
          title={dataset.name}
          about={[
            words.pictures(dataset.image_count),
            dataset.frozen_by === null ? (
              <Time iso={dataset.created_at} />
            ) : (
              words.frozen(dataset.frozen_by)
            ),
          ]}
        />
      </Link>
    </li>
  );
}
