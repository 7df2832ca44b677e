import { Button, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createScene, type ProjectTree } from '../../../api/projects';
import { FormModal } from '../../../ui/FormModal';
import { FormError } from '../../../ui/FormError';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords as words } from '../words';

/** Adds a scene after the last one. */
export function AddScene({ project }: { readonly project: ProjectTree }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {words.page.addScene}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={words.newScene.title}
        closeButtonProps={{ 'aria-label': words.new.close }}
      >
        <NewSceneForm project={project} onDone={close} />
      </FormModal>
    </>
  );
}

interface NewSceneFormProps {
  readonly project: ProjectTree;
  readonly onDone: () => void;
}

const SETTINGS = Object.entries(words.newScene.settings).map(([value, label]) => ({
  value,
  label,
}));

function NewSceneForm({ project, onDone }: NewSceneFormProps) {
  const queries = useQueryClient();
  const [fields, setFields] = useState({ title: '', location: '', time_of_day: '' });
  const [setting, setSetting] = useState('interior');
  const { isBusy, error, submit } = useSubmitting(async () => {
    const number = Math.max(0, ...project.scenes.map(({ scene_number }) => scene_number)) + 1;
    await createScene(project.id, {
      scene_number: number,
      setting,
      title: fields.title.trim(),
      location: fields.location.trim(),
      time_of_day: fields.time_of_day.trim(),
    });
    await queries.invalidateQueries({ queryKey: ['project', project.id], exact: true });
    onDone();
  });
  const field = (name: keyof typeof fields, label: string) => (
    <TextInput
      label={label}
      value={fields[name]}
      dir="auto"
      data-autofocus={name === 'title' || undefined}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        {field('title', words.newScene.name)}
        {field('location', words.newScene.location)}
        {field('time_of_day', words.newScene.time)}
        <Input.Wrapper label={words.newScene.setting} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={6}
            data={SETTINGS}
            value={setting}
            onChange={setSetting}
            aria-label={words.newScene.setting}
          />
        </Input.Wrapper>
        {error !== undefined && <FormError error={error} />}
        <Button type="submit" variant="filled" loading={isBusy}>
          {words.newScene.submit}
        </Button>
      </Stack>
    </form>
  );
}
