import type { Job } from '../../../api/types';
import { Fact, Facts } from '../../../ui/Facts';
import { valueText } from '../model';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { jobsWords as words } from '../words';

/** Every value that was used. The prompt stands above. */
export function JobSettings({ settings }: { readonly settings: Job['settings'] }) {
  const entries = Object.entries(settings ?? {}).filter(([name]) => name !== 'prompt');
  if (entries.length === 0) return null;
  return (
    <DetailsSection title={words.details.settings}>
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name} mono={typeof value !== 'string'}>
            {valueText(value)}
          </Fact>
        ))}
      </Facts>
    </DetailsSection>
  );
}
