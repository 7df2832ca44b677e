import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';
import type { Job } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { Fact, Facts } from '../../../ui/Facts';
import { useParamsOf } from '../use-names';
import { castLines, settingEntries, valueText } from '../model';
import { jobsWords as words } from '../words';
import styles from './JobDetails.module.css';

/** Every value that was used, by the names that the workflow gives them, and what came of the cast. */
export function JobSettings({ job: { settings, workflow } }: { readonly job: Job }) {
  const params = useParamsOf(workflow).data;
  const entries = settingEntries(settings);
  const { data: characters = [] } = useAllCharacters();
  const names = new Map(distinctNames(characters).map(({ id, name }) => [id, name]));
  const cast = castLines(settings?.characters, names, words.details);
  return (
    <>
      {cast.length > 0 && (
        <DetailsSection title={words.details.cast}>
          <ul className={styles.lines}>
            {cast.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </DetailsSection>
      )}
      {entries.length > 0 && (
        <DetailsSection title={words.details.settings}>
          <Facts>
            {entries.map(([name, value]) => (
              <Fact
                key={name}
                name={params?.[name]?.label ?? name}
                mono={typeof value !== 'string'}
              >
                {valueText(value)}
              </Fact>
            ))}
          </Facts>
        </DetailsSection>
      )}
    </>
  );
}
