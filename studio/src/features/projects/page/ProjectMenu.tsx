import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteProject,
  type ProjectTree,
  type TimelineFormat,
  timelineUrl,
} from '../../../api/projects';
import { DeleteDialog } from '../../../ui/DeleteAction';
import { IconAction } from '../../../ui/IconAction';
import { notifyDone } from '../../../ui/notify';
import { filmWords } from '../film-words';
import { projectsWords } from '../words';

const { page: words } = projectsWords;
const FORMATS = Object.entries(filmWords.formats) as [TimelineFormat, string][];

/** Downloads the film as editing programs read it, and deletes the project. */
export function ProjectMenu({ project }: { readonly project: ProjectTree }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async () => {
    await deleteProject(project.id);
    notifyDone(words.deleted(project.title));
    await navigate({ to: '/projects' });
    queries.removeQueries({ queryKey: ['project', project.id] });
    void queries.invalidateQueries({ queryKey: ['projects'] });
  };
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconAction icon={IconDots} label={words.actions} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{filmWords.timeline}</Menu.Label>
          {FORMATS.map(([format, name]) => (
            <Menu.Item key={format} component="a" href={timelineUrl(project.id, format)} download>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item color="bad" onClick={() => setIsDeleting(true)}>
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <DeleteDialog
          words={words}
          title={words.deleteTitle(project.title)}
          remove={remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}
