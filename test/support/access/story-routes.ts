import { newSceneNumber, type OwnedResources, request } from './owners';
import { owned, type RouteFixture, type RouteRequest, search, shared } from './route-fixture';

const project = ({ project: id }: OwnedResources): RouteRequest => ({ path: [id] });
const scene = (of: OwnedResources): RouteRequest => ({ path: [of.project, of.scene] });
const shot = (of: OwnedResources): RouteRequest => ({ path: [of.project, of.scene, of.shot] });
/** Renders need ffmpeg and minutes: `renders.e2e.ts` has the requests for existing ones. */
const noRender = ({ project: id }: OwnedResources): RouteRequest => ({
  path: [id, 'rnd_AAAAAAAAAAAAAAAA'],
});
const take = (of: OwnedResources): RouteRequest => ({ path: [...(shot(of).path ?? []), of.take] });
const generation = (of: OwnedResources): RouteRequest => ({ path: [of.project, of.generation] });
const projectPath = ({ project: id }: OwnedResources): string => `/api/projects/${id}`;
const scenePath = (of: OwnedResources): string => `${projectPath(of)}/scenes/${of.scene}`;
const shotPath = (of: OwnedResources): string => `${scenePath(of)}/shots/${of.shot}`;

const PROJECTS = '/api/projects';
const PROJECT = `${PROJECTS}/{project_id}`;
const SCENES = `${PROJECT}/scenes`;
const SCENE = `${SCENES}/{scene_id}`;
const SHOTS = `${SCENE}/shots`;
const SHOT = `${SHOTS}/{shot_id}`;
const RENDERS = `${PROJECT}/renders`;
const RENDER = `${RENDERS}/{render_id}`;
const TAKE = `${SHOT}/takes/{take_id}`;
const GENERATIONS = `${PROJECT}/generations`;

/** Dry runs check the same rights as what they stand for. */
const making = { isForOwners: true, witness: projectPath } as const;
const running = { ...making, narrowed: 'own' } as const;
const { prompt, workflow, provider, ...fields } = request();

/** Routes of projects and what is in them. */
export const STORY_ROUTES: Readonly<Record<string, RouteFixture>> = {
  [`POST ${PROJECTS}`]: shared((_, { mark }) => ({ body: { title: mark } }), 201),
  [`GET ${PROJECTS}`]: search(() => ({})),
  [`GET ${PROJECTS} #of all owners`]: search(() => ({ owner: '*' })),
  [`GET ${PROJECT}`]: owned(project),
  [`PATCH ${PROJECT}`]: owned((of) => ({ ...project(of), body: { description: of.mark } }), {
    witness: projectPath,
  }),
  [`GET ${PROJECT}/timeline`]: owned(project),
  [`DELETE ${PROJECT}`]: owned(project, { uses: 'project', witness: projectPath }),

  [`POST ${SCENES}`]: owned(
    (of) => ({ ...project(of), body: { scene_number: newSceneNumber(), title: of.mark } }),
    { ok: 201, witness: projectPath },
  ),
  [`GET ${SCENES}`]: owned(project),
  // Not all scenes of the project.
  [`PUT ${SCENES}/order`]: owned((of) => ({ ...project(of), body: { ids: [] } }), {
    ok: 409,
    witness: projectPath,
  }),
  [`GET ${SCENE}`]: owned(scene),
  [`PATCH ${SCENE}`]: owned((of) => ({ ...scene(of), body: { summary: of.mark } }), {
    witness: scenePath,
  }),
  [`DELETE ${SCENE}`]: owned(scene, { uses: 'scene', witness: scenePath }),

  [`POST ${SHOTS}`]: owned((of) => ({ ...scene(of), body: { title: of.mark } }), {
    ok: 201,
    witness: projectPath,
  }),
  // The owner of the project must be able to read it.
  [`POST ${SHOTS} #with a picture of another owner`]: owned(
    ({ upload: image }, { project: id, scene: own }) => ({ path: [id, own], body: { image } }),
    { ok: 201 },
  ),
  [`GET ${SHOTS}`]: owned(scene),
  // Not all shots of the scene.
  [`PUT ${SHOTS}/order`]: owned((of) => ({ ...scene(of), body: { ids: [] } }), {
    ok: 409,
    witness: projectPath,
  }),
  [`GET ${SHOT}`]: owned(shot),
  [`PATCH ${SHOT}`]: owned((of) => ({ ...shot(of), body: { camera: of.mark } }), {
    witness: shotPath,
  }),
  [`POST ${SHOT}/move`]: owned(
    (of) => ({ ...shot(of), body: { scene_id: of.scene, position: 1 } }),
    { witness: shotPath },
  ),
  [`DELETE ${SHOT}`]: owned(shot, { uses: 'shot', witness: shotPath }),

  [`POST ${RENDERS}`]: owned((of) => ({ ...project(of), body: { dry_run: true } }), {
    isForOwners: true,
    witness: projectPath,
  }),
  [`GET ${RENDERS}`]: owned(project),
  [`GET ${RENDER}`]: owned(noRender, { ok: 404 }),
  [`GET ${RENDER}/log`]: owned(noRender, { ok: 404 }),
  [`POST ${RENDER}/cancel`]: owned(noRender, { ok: 404 }),
  [`DELETE ${RENDER}`]: owned(noRender, { ok: 404 }),
  [`POST ${SHOT}/image`]: owned(
    (of) => ({ ...shot(of), body: request({ submit: false }) }),
    running,
  ),
  [`POST ${SHOT}/video`]: owned(
    (of) => ({
      ...shot(of),
      body: { workflow: 'wan22-14b-t2v', provider, prompt, submit: false },
    }),
    running,
  ),
  // Nobody speaks in the shot.
  [`POST ${SHOT}/speech`]: owned(shot, {
    ...making,
    ok: 409,
  }),
  [`GET ${SHOT}/takes`]: owned(shot),
  [`GET ${TAKE}`]: owned(take),
  [`PATCH ${TAKE}`]: owned((of) => ({ ...take(of), body: { reason: of.mark } }), {
    witness: shotPath,
  }),
  [`POST ${TAKE}/select`]: owned(take, { witness: shotPath }),

  // The answer of a dry run names what is refused.
  [`POST ${PROJECT}/generate`]: owned(
    (of) => ({
      ...project(of),
      body: {
        kind: 'image',
        only: 'all',
        workflow,
        provider,
        fields: { prompt, ...fields },
        dry_run: true,
      },
    }),
    making,
  ),
  [`POST ${PROJECT}/regenerate`]: owned(
    (of) => ({ ...project(of), body: { dry_run: true } }),
    making,
  ),
  [`GET ${GENERATIONS}`]: owned(project),
  [`GET ${GENERATIONS}/{generation_id}`]: owned(generation),
  [`POST ${GENERATIONS}/{generation_id}/cancel`]: owned(generation, { ok: 409 }),
};
