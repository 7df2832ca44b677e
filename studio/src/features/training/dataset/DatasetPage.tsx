import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import {
  type Dataset,
  refreshDataset,
  uploadToDataset,
  useDataset,
  useDatasetItems,
} from '../../../api/datasets';
import { ButtonLink } from '../../../routing/links';
import { ErrorState } from '../../../ui/ErrorState';
import { Loading } from '../../../ui/Loading';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { isGone } from '../../../ui/problem';
import { PathTitle, TopBar } from '../../top-bar/public';
import { addUploads, UploadArea } from '../../uploads/public';
import { TrainingNotice } from '../TrainingNotice';
import { trainingWords } from '../words';
import type { AddButtonsProps } from './AddButtons';
import { AddPictures } from './AddPictures';
import { DatasetBar } from './DatasetBar';
import { DatasetContent } from './DatasetContent';
import { ItemPanel } from './ItemPanel';
import { datasetWords as words } from './words';

/** One dataset: its pictures with their captions, and what could spoil a training on them. */
export function DatasetPage() {
  const { id } = useParams({ from: '/training/datasets/$id' });
  const { item } = useSearch({ from: '/training/datasets/$id' });
  const navigate = useNavigate({ from: '/training/datasets/$id' });
  const close = useCallback(
    () => void navigate({ search: ({ item: _item, ...others }) => others, resetScroll: false }),
    [navigate],
  );
  const [isAdding, setIsAdding] = useState(false);
  const adding = { onAdd: () => setIsAdding(true), onUpload: useUpload(id) };
  const record = useDataset(id);
  const dataset = isGone(record) ? undefined : record.data;
  const canAdd = dataset?.frozen_by === null;
  const page = (
    // Another element once there is a bar and a panel in it: none moves when they appear.
    <PageFrame
      key={String(dataset !== undefined)}
      header={
        <TopBar>
          <PathTitle to="/training" place={trainingWords.title} name={dataset?.name ?? id} />
        </TopBar>
      }
      filters={dataset && <DatasetBar dataset={dataset} {...adding} />}
      side={
        dataset !== undefined && item !== undefined ? (
          <ItemPanel dataset={dataset} name={item} onClose={close} />
        ) : undefined
      }
    >
      <PageScroll id={`dataset-${id}`}>
        <TrainingNotice />
        {dataset === undefined ? (
          <WithoutDataset {...record} />
        ) : (
          <LoadedDataset key={id} dataset={dataset} openName={item} {...adding} />
        )}
      </PageScroll>
    </PageFrame>
  );
  return (
    <UploadArea
      dropTitle={words.drop}
      dropText={words.dropText}
      onFiles={adding.onUpload}
      isEnabled={canAdd}
    >
      {page}
      {canAdd && (
        <AddPictures dataset={dataset} isOpen={isAdding} onClose={() => setIsAdding(false)} />
      )}
    </UploadArea>
  );
}

/** While the dataset loads, and when it could not be loaded. */
function WithoutDataset({
  error,
  refetch,
}: Pick<ReturnType<typeof useDataset>, 'error' | 'refetch'>) {
  if (error === null) return <PageSkeleton />;
  return (
    <ErrorState
      error={error}
      onRetry={() => void refetch()}
      wayOut={
        <ButtonLink to="/training" search={{ list: 'datasets' }}>
          {trainingWords.all}
        </ButtonLink>
      }
    />
  );
}

/** Puts files into the dataset, in the background. */
function useUpload(id: string) {
  const queries = useQueryClient();
  return (files: readonly File[]) =>
    addUploads(files, async (file, onProgress, signal) => {
      await uploadToDataset(id, file, onProgress, signal);
      void refreshDataset(queries, id);
      return {};
    });
}

interface LoadedDatasetProps extends AddButtonsProps {
  readonly dataset: Dataset;
  readonly openName: string | undefined;
}

function LoadedDataset(props: LoadedDatasetProps) {
  const { data: items, error, refetch } = useDatasetItems(props.dataset.id);
  if (items !== undefined) return <DatasetContent {...props} items={items} />;
  return error === null ? (
    <PageSkeleton />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  );
}

const PageSkeleton = () => (
  <Loading>
    <Skeleton height={48} mb="lg" radius="xs" />
    <Skeleton height={320} radius="xs" />
  </Loading>
);
