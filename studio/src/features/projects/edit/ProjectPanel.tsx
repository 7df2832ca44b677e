import { Stack } from '@mantine/core';
import type { ProjectTree } from '../../../api/projects';
import { DetailsPanel } from '../../../ui/DetailsPanel';
import { EditField } from '../../../ui/EditField';
import { Fact, Facts } from '../../../ui/Facts';
import { Time } from '../../../ui/Time';
import { isAspectRatio } from '../model';
import { VoiceFields } from '../../voices/public';
import { speechWords } from '../speech-words';
import { storyWords } from '../story-words';
import { projectsWords } from '../words';
import { CastField } from './CastField';
import { ChoiceField } from '../../../ui/ChoiceField';
import { useProjectEditing } from './use-story-editing';

const { project: words } = storyWords;

interface ProjectPanelProps {
  readonly project: ProjectTree;
  readonly onClose: () => void;
}

/** What the project is: each field is saved by itself. */
export function ProjectPanel({ project, onClose }: ProjectPanelProps) {
  const editing = useProjectEditing(project);
  const { isReadOnly, save, choose, change, remove } = editing;
  return (
    <DetailsPanel title={words.title} closeLabel={projectsWords.shot.close} onClose={onClose}>
      <Stack gap="lg">
        <EditField
          label={words.name}
          value={project.title}
          isReadOnly={isReadOnly}
          maxLength={200}
          check={(text) => (text.trim() === '' ? projectsWords.new.needsTitle : undefined)}
          onSave={(title) => save({ title })}
        />
        <EditField
          label={words.description}
          help={words.descriptionHelp}
          value={project.description}
          isReadOnly={isReadOnly}
          isLong
          onSave={(description) => save({ description })}
        />
        <EditField
          label={words.aspect}
          help={words.aspectHelp}
          value={project.aspect_ratio}
          isReadOnly={isReadOnly}
          check={(text) => (isAspectRatio(text) ? undefined : words.aspectWrong)}
          onSave={(aspect_ratio) => save({ aspect_ratio })}
        />
        <CastField
          label={words.cast}
          help={words.castHelp}
          cast={project.characters}
          editing={editing}
        />
        <VoiceFields
          label={speechWords.voice}
          help={speechWords.voiceHelp}
          idLabel={speechWords.voiceId}
          voice={project.narrator_voice}
          isReadOnly={isReadOnly}
          onChoose={(narrator_voice) => choose({ narrator_voice })}
          onChange={(voiceOf) => change((now) => ({ narrator_voice: voiceOf(now.narrator_voice) }))}
          onRemove={() =>
            remove({
              text: speechWords.voiceRemoved,
              patch: () => ({ narrator_voice: null }),
              undo: (now, before) =>
                now.narrator_voice === null ? { narrator_voice: before.narrator_voice } : {},
            })
          }
        />
        <EditField
          label={words.length}
          value={String(project.duration_seconds ?? '')}
          isReadOnly={isReadOnly}
          check={(text) => (/^\d{0,5}$/.test(text) ? undefined : projectsWords.new.wholeNumber)}
          onSave={(text) => save({ duration_seconds: text === '' ? null : Number(text) })}
        />
        <ChoiceField
          label={words.status}
          value={project.status}
          names={{
            ...words.statuses,
            ...(project.status === 'rendering' && { rendering: projectsWords.statuses.rendering }),
          }}
          onChoose={(status) => choose({ status })}
        />
        <Facts>
          {project.owner !== undefined && (
            <Fact name={words.owner}>{project.owner ?? words.withoutKey}</Fact>
          )}
          <Fact name={projectsWords.created}>
            <Time iso={project.created_at} />
          </Fact>
          <Fact name={projectsWords.updated}>
            <Time iso={project.updated_at} />
          </Fact>
        </Facts>
      </Stack>
    </DetailsPanel>
  );
}
