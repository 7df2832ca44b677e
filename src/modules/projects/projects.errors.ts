import { AppError, codedError, errorSpec } from '../../platform/errors/app-error';

/** The same answer for a project that doesn't exist and for one of another owner. */
export class ProjectNotFound extends codedError({
  code: 'project_not_found',
  status: 404,
  meaning: 'There is no such project, or it is not yours. GET /api/projects lists yours.',
}) {
  constructor() {
    super('There is no project with this id.', { hint: 'GET /api/projects' });
  }
}

export class SceneNotFound extends codedError({
  code: 'scene_not_found',
  status: 404,
  meaning:
    'The project has no scene with this id. GET /api/projects/{project_id} shows its scenes.',
}) {
  constructor(projectId: string) {
    super('The project has no scene with this id.', {
      hint: `GET /api/projects/${projectId}`,
    });
  }
}

export class ShotNotFound extends codedError({
  code: 'shot_not_found',
  status: 404,
  meaning: 'The scene has no shot with this id. GET /api/projects/{project_id} shows its shots.',
}) {
  /** @param requested the id, where the body names several shots; omitted where the path names the shot */
  constructor(projectId: string, requested?: string) {
    super('There is no shot with this id in the scene or project that was named.', {
      hint: `GET /api/projects/${projectId}`,
      ...(requested === undefined ? {} : { extras: { requested } }),
    });
  }
}

export class ProjectOfOtherOwner extends codedError({
  code: 'project_of_other_owner',
  status: 403,
  meaning:
    'Only the owner of a project makes takes, speech and renders in it: the files would belong to you, and the owner could not read them. Admins read, change and delete projects of others.',
}) {
  constructor() {
    super(
      'Only the owner of this project can make takes, speech and renders in it: what you make would belong to you, and its owner could not read it.',
    );
  }
}

export class ShotLocked extends codedError({
  code: 'shot_locked',
  status: 409,
  meaning:
    'The shot is locked, so that nothing changes what was accepted. Send PATCH {"locked": false} to the shot first. `shots` lists the locked ones.',
}) {
  /** @param detail replaces the first sentence, which speaks of a single shot */
  constructor(shots: readonly string[], detail = 'This shot is locked.') {
    super(`${detail} Send PATCH {"locked": false} to it first.`, { extras: { shots } });
  }
}

export class NumberTaken extends codedError({
  code: 'number_taken',
  status: 409,
  meaning:
    'Another scene of the project, or another shot of the scene, has this number. `next` is the first number after all of them; PUT …/order changes the order.',
}) {
  /** @param scene_id the scene of a shot; `undefined` where scenes are numbered */
  constructor(project_id: string, scene_id: string | undefined, next: number) {
    const [kind, shots] = scene_id === undefined ? ['scene', ''] : ['shot', `/${scene_id}/shots`];
    super(`Another ${kind} has this number. Send ${next}, or change the order.`, {
      hint: `PUT /api/projects/${project_id}/scenes${shots}/order`,
      extras: { next },
    });
  }
}

export class OrderChanged extends codedError({
  code: 'order_changed',
  status: 409,
  meaning:
    '`ids` must name every scene of the project, or every shot of the scene, once. Others were added or deleted meanwhile: `ids` of the answer lists the current ones in their order.',
}) {
  constructor(ids: readonly string[]) {
    super('Send all current ids, each once: the answer lists them in their order now.', {
      extras: { ids },
    });
  }
}

export class ShotCycle extends codedError({
  code: 'shot_cycle',
  status: 409,
  meaning:
    'A shot would end at the start of the next one (`end_image: from_next`), which in turn starts at the end of this one (`start_from: previous_last_frame`). `shots` names the two.',
}) {
  constructor([first, second]: readonly [string, string]) {
    super(
      'One of these shots would end where the next one starts, and that one would start where this one ends. Change `end_image` of the first or `start_from` of the second.',
      { extras: { shots: [first, second] } },
    );
  }
}

const PROJECT_CAP = errorSpec({
  code: 'project_cap',
  status: 409,
  meaning:
    "The key has reached its limit of projects, or the project its limit of scenes, shots or text. Delete what you don't need.",
});

export class ProjectTextTooLong extends AppError {
  /** @param what the texts that are too long together, such as `All texts` */
  constructor(what: string, limit: number) {
    super(
      PROJECT_CAP,
      `${what} of a project may have ${limit} characters together. Shorten or delete some.`,
      { extras: { limit } },
    );
  }
}

export class ProjectLimitReached extends AppError {
  constructor(limit: number, owner: string, what: string) {
    super(PROJECT_CAP, `${owner} may have ${limit} ${what}. Delete one that you no longer need.`, {
      extras: { limit },
    });
  }
}
