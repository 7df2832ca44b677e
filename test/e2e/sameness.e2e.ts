import { leaksIn } from '../support/access/leaks';
import type { OwnedResources } from '../support/access/owners';
import { ROUTES, type RouteFixture } from '../support/access/routes';
import { type ReceivedResponse, sendRouteRequest } from '../support/access/sent';
import { AccessWorld } from '../support/access/world';
import { StatementLog } from '../support/statement-log';

interface Told {
  readonly heard: ReceivedResponse;
  readonly statements: readonly string[];
}

/** Routes of resources that only the owner and admins may see. */
const OWNED = Object.entries(ROUTES).filter(([, { others }]) => others === 404);
/** Filters by the id of a resource, which act for a foreign one as for an absent one. */
const NAMING = Object.entries(ROUTES).filter(([name]) =>
  /#(by id|words|of a job|of somebody|history of a job)$/.test(name),
);

describe('404 is the same for foreign and for absent things (contract §2)', () => {
  let world: AccessWorld;
  let statements: StatementLog;
  let count = 0;
  beforeAll(async () => {
    world = await AccessWorld.start();
    world.require(true);
    statements = StatementLog.of(world.kinora.app);
  });
  afterAll(() => world.close());

  /** Requested by Ben, who owns none of it. */
  async function ask(route: string, fixture: RouteFixture, of: OwnedResources): Promise<Told> {
    const { ben } = world.owners;
    const id = `sameness-${(count += 1)}`;
    const asked = (await fixture.ask?.(of, ben)) ?? {};
    const signed = { ...ben.caller.headers, 'X-Request-Id': id };
    const heard = await sendRouteRequest(world.kinora, route.split(' #')[0] ?? '', asked, {
      signed,
    });
    return { heard, statements: statements.sentBy(id) };
  }

  /** A foreign and an absent resource, in both orders, so that the order makes no difference. */
  async function both(route: string, fixture: RouteFixture): Promise<[Told, Told]> {
    await ask(route, fixture, world.owners.ann);
    const nothing = await ask(route, fixture, world.nothing);
    const foreign = await ask(route, fixture, world.owners.ann);
    expect(await ask(route, fixture, world.nothing)).toEqual(nothing);
    return [foreign, nothing];
  }

  it.each(OWNED)('%s: status, headers, body and statements', async (route, fixture) => {
    const [foreign, nothing] = await both(route, fixture);
    expect(foreign).toEqual(nothing);
    expect(foreign.heard.status).toBe(404);
    expect(foreign.statements.length).toBeGreaterThan(0);
  });

  it.each(NAMING)('%s: status, headers, body and statements', async (route, fixture) => {
    const [foreign, nothing] = await both(route, fixture);
    expect(foreign).toEqual(nothing);
    expect(leaksIn(foreign.heard.body, world.owners.ann.secrets)).toEqual([]);
  });

  it('the comparison detects a difference: the owner’s own answers differ', async () => {
    const route = 'GET /api/jobs/{prompt_id}';
    const [mine, nothing] = [
      await ask(route, ROUTES[route]!, world.owners.ben),
      await ask(route, ROUTES[route]!, world.nothing),
    ];
    expect([mine.heard.status, nothing.heard.status]).toEqual([200, 404]);
    expect(NAMING.length).toBeGreaterThanOrEqual(5);
    expect(OWNED.length).toBeGreaterThanOrEqual(15);
  });

  it('each request looks up its key once', async () => {
    const route = 'GET /api/jobs/{prompt_id}';
    const { statements: sent } = await ask(route, ROUTES[route]!, world.owners.ann);
    expect(sent.filter((sql) => (sql.split('WHERE')[1] ?? '').includes('key_hash'))).toHaveLength(
      1,
    );
    expect(sent).toHaveLength(2);
  });
});
