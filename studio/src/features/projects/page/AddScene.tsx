import { Button, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createScene, type ProjectTree } from '../../../api/projects';
import { CreateAction } from '../../../routing/CreateAction';
import { useCreateDialog } from '../../../routing/create-dialog';
import { FormError } from '../../../ui/FormError';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords as words } from '../words';

/** Adds a scene after the last one. */
export function AddScene({ project }: { readonly project: ProjectTree }) {
  return (
    <CreateAction
      label={words.page.addScene}
      words={{ title: words.newScene.title, close: words.new.close }}
    >
      <NewSceneForm project={project} />
    </CreateAction>
  );
}

const SETTINGS = Object.entries(words.newScene.settings).map(([value, label]) => ({
  value,
  label,
}));

function NewSceneForm({ project }: { readonly project: ProjectTree }) {
  const { close } = useCreateDialog();
  const queries = useQueryClient();
  const [fields, setFields] = useState({ title: '', location: '', time_of_day: '' });
  const [setting, setSetting] = useState('interior');
  const { isBusy, error, submit } = useSubmitting(async () => {
    await createScene(project, {
      setting,
      title: fields.title.trim(),
      location: fields.location.trim(),
      time_of_day: fields.time_of_day.trim(),
    });
    await queries.invalidateQueries({ queryKey: ['project', project.id], exact: true });
    close();
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
