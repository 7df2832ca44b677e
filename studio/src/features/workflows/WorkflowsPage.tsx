import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TopBar } from '../top-bar/public';
import { useIsAdmin } from '../../api/session';
import { DetailsPanel } from '../../ui/DetailsPanel';
import { PageFrame, PageScroll } from '../../ui/PageFrame';
import { SearchField } from '../../ui/SearchField';
import { WorkflowDetails } from './details/WorkflowDetails';
import { FolderProblems } from './FolderProblems';
import { ImportButton } from './import/ImportButton';
import { WorkflowCatalogue } from './WorkflowCatalogue';
import { workflowsWords as words } from './words';

/** The workflows by what they make, and the details of the chosen one. */
export function WorkflowsPage() {
  const { open, q = '' } = useSearch({ from: '/workflows' });
  const navigate = useNavigate({ from: '/workflows' });
  const isAdmin = useIsAdmin();
  const close = useCallback(
    () =>
      void navigate({
        search: ({ open: _open, ...others }) => others,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={
        <>
          <SearchField
            label={words.search}
            value={q}
            onChange={(next) =>
              void navigate({
                search: ({ q: _q, ...others }) => ({ ...others, ...(next && { q: next }) }),
                replace: true,
              })
            }
          />
          {isAdmin && <ImportButton />}
        </>
      }
      side={
        open === undefined ? undefined : (
          <DetailsPanel
            key={open}
            title={words.details.title}
            closeLabel={words.details.close}
            onClose={close}
          >
            <WorkflowDetails id={open} onRemoved={close} />
          </DetailsPanel>
        )
      }
    >
      <PageScroll id="workflows">
        {isAdmin && <FolderProblems />}
        <WorkflowCatalogue query={q} openId={open} />
      </PageScroll>
    </PageFrame>
  );
}
