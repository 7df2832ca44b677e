import { Button, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createProject } from '../../../api/projects';
import { CreateAction } from '../../../routing/CreateAction';
import { FormError } from '../../../ui/FormError';
import { ASPECT_RATIOS } from '../model';
import { useSubmitting } from '../../../ui/use-submitting';
import { projectsWords as words } from '../words';

/** Asks for a title and a format, then opens the new project. */
export function CreateProject() {
  return (
    <CreateAction label={words.create} words={words.new}>
      <NewProjectForm />
    </CreateAction>
  );
}

function NewProjectForm() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [ratio, setRatio] = useState<string>(ASPECT_RATIOS[0]);
  const { isBusy, error, submit } = useSubmitting(async () => {
    const { id } = await createProject({ title: title.trim(), aspect_ratio: ratio });
    void queries.invalidateQueries({ queryKey: ['projects'] });
    await navigate({ to: '/projects/$id', params: { id }, replace: true });
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label={words.new.name}
          value={title}
          dir="auto"
          data-autofocus
          required
          withAsterisk={false}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Input.Wrapper label={words.new.aspect} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={6}
            data={[...ASPECT_RATIOS]}
            value={ratio}
            onChange={setRatio}
            aria-label={words.new.aspect}
          />
        </Input.Wrapper>
        {error !== undefined && <FormError error={error} />}
        <Button type="submit" variant="filled" loading={isBusy} disabled={title.trim() === ''}>
          {words.new.submit(title.trim())}
        </Button>
      </Stack>
    </form>
  );
}
