import { Stack } from '@mantine/core';
import type { ProjectTree, Shot } from '../../../api/projects';
import { TextLink } from '../../../routing/links';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { EditField } from '../../../ui/EditField';
import { useDraft } from '../../../ui/use-draft';
import { useShotEditing } from '../edit/use-story-editing';
import { speechWords as words } from '../speech-words';
import { storyWords } from '../story-words';
import { faultOf, type Line, type LinesFault, NARRATOR, sameLines, writtenLines } from './lines';
import { LinesField } from './LinesField';
import { MakeSpeech } from './MakeSpeech';
import { Recording } from './Recording';
import styles from './Speech.module.css';
import { type Speakers, useSpeakers } from './use-speakers';

interface ShotSpeechProps {
  readonly project: ProjectTree;
  readonly shot: Shot;
}

const FAULTS: Readonly<Record<LinesFault, string>> = {
  too_long: words.tooLong,
  pause: words.pauseWrong,
};

/** The lines of a shot, the voices that speak them, and their recording. */
export function ShotSpeech({ project, shot }: ShotSpeechProps) {
  const { isReadOnly, save } = useShotEditing(shot);
  const speakers = useSpeakers(project);
  const lines = useDraft<readonly Line[]>({
    value: shot.lines,
    isSame: sameLines,
    check: (typed) => {
      const fault = faultOf(typed);
      return fault && FAULTS[fault];
    },
    onSave: (typed) => save({ lines: writtenLines(typed) }),
  });
  const spoken = [...new Set(shot.lines.map(({ speaker }) => speaker))];
  return (
    <Stack gap="lg">
      <DetailsSection title={words.lines}>
        <LinesField shot={shot} draft={lines} speakers={speakers} />
      </DetailsSection>
      {spoken.length > 0 && (
        <DetailsSection title={words.voiceOf}>
          <Voices ids={spoken} speakers={speakers} />
        </DetailsSection>
      )}
      <DetailsSection title={words.recording}>
        <Recording shot={shot} isReadOnly={isReadOnly} />
        {shot.lines.length > 0 && (
          <MakeSpeech project={project} shot={shot} isUnsaved={lines.isChanged} />
        )}
      </DetailsSection>
      <EditField
        label={storyWords.shot.subtitle}
        help={storyWords.shot.subtitleHelp}
        value={shot.subtitle}
        isReadOnly={isReadOnly}
        isLong
        maxLength={5000}
        onSave={(subtitle) => save({ subtitle })}
      />
    </Stack>
  );
}

interface VoicesProps {
  readonly ids: readonly string[];
  readonly speakers: Speakers;
}

/** Which voice each speaker has, and where to choose one. */
function Voices({ ids, speakers }: VoicesProps) {
  return (
    <ul className={styles.voices}>
      {ids.map((id) => {
        const voice = speakers.voiceOf(id);
        return (
          <li key={id} className={styles.voice}>
            <span dir="auto">
              {speakers.nameOf(id)}: {voice ? voice.name || voice.voice_id : words.noVoice}
            </span>
            {id === NARRATOR ? (
              <TextLink
                to="."
                search={({ shot: _shot, part: _part, ...before }) => ({ ...before, about: true })}
                resetScroll={false}
              >
                {words.chooseNarrator}
              </TextLink>
            ) : (
              <TextLink to="/characters/$id" params={{ id }}>
                {words.chooseCharacter}
              </TextLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
