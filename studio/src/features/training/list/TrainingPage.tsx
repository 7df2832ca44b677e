import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useHasTraining } from '../../../api/providers';
import { ButtonLink } from '../../../routing/links';
import { PageFrame, PageScroll } from '../../../ui/PageFrame';
import { TopBar } from '../../top-bar/public';
import { type ListName, LISTS } from '../model';
import { TrainingNotice } from '../TrainingNotice';
import { trainingWords as words } from '../words';
import { CreateDataset } from './CreateDataset';
import { DatasetList } from './DatasetList';
import styles from './Lists.module.css';
import { LoraList } from './LoraList';
import { RunList } from './RunList';

const CONTENT: Readonly<Record<ListName, () => ReactElement>> = {
  runs: RunList,
  datasets: DatasetList,
  loras: LoraList,
};

/** Training runs, the datasets that they use, and the LoRAs that came of them. */
export function TrainingPage() {
  const { list: show = 'runs' } = useSearch({ from: '/training' });
  const navigate = useNavigate({ from: '/training' });
  const hasTraining = useHasTraining();
  const List = CONTENT[show];
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={
        <>
          <SegmentedControl
            data={LISTS.map((value) => ({ value, label: words.lists[value] }))}
            value={show}
            onChange={(next) => void navigate({ search: next === 'runs' ? {} : { list: next } })}
            aria-label={words.list}
          />
          <span className={styles.end} />
          {hasTraining && (
            <>
              <CreateDataset />
              <ButtonLink variant="filled" to="/training/new">
                {words.newRun}
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      <PageScroll id={`training-${show}`}>
        <TrainingNotice />
        <List />
      </PageScroll>
    </PageFrame>
  );
}
