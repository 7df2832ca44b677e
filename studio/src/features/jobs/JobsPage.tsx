import { TopBar } from '../top-bar/public';
import { DetailsPanel } from '../../ui/DetailsPanel';
import { PageFrame } from '../../ui/PageFrame';
import { JobFilters } from './JobFilters';
import { JobList } from './JobList';
import { JobDetails } from './details/JobDetails';
import { useJobsSearch } from './use-jobs-search';
import { jobsWords as words } from './words';

/** All jobs in one list, and the details of the chosen one beside it. */
export function JobsPage() {
  const [search, change] = useJobsSearch();
  return (
    <PageFrame
      header={
        <TopBar>
          <h1>{words.title}</h1>
        </TopBar>
      }
      filters={<JobFilters />}
      side={
        search.job === undefined ? undefined : (
          <DetailsPanel
            title={words.details.title}
            closeLabel={words.actions.close}
            onClose={() => change({ job: undefined })}
            isNextStop
          >
            <JobDetails key={search.job} id={search.job} />
          </DetailsPanel>
        )
      }
    >
      <JobList search={search} onChange={change} />
    </PageFrame>
  );
}
